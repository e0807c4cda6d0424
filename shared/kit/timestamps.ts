/**
 * Times are milliseconds inside the program and ISO 8601 text in REST, JSON exports and printed JSON.
 * Fields declared as `Timestamp` in the schema are times.
 */
import { type AnySchema, AsyncIteratorClass, getEventIteratorSchemaDetails } from '@orpc/contract';
import { z } from 'zod';
import { isJsonObject } from './exact-json.ts';
import { Timestamp } from './name.ts';
import type { FieldIssue } from './operation-errors.ts';

type Path = FieldIssue['path'];
type OnTimestamp = (value: unknown, path: Path) => unknown;
type Convert = (value: unknown, onTimestamp: OnTimestamp, path: Path) => unknown;

const isText = (value: unknown): value is string => typeof value === 'string';

const convertTimestamp: Convert = (value, onTimestamp, path) =>
  value == null ? value : onTimestamp(value, path);

function convertObject(shape: Readonly<Record<string, z.core.$ZodType>>): Convert | null {
  const fields = Object.entries(shape).flatMap(([name, schema]) => {
    const convert = convertOf(schema);
    return convert === null ? [] : [{ name, convert }];
  });
  if (fields.length === 0) return null;
  return (value, onTimestamp, path) => {
    if (!isJsonObject(value)) return value;
    const changed = { ...value };
    for (const { name, convert } of fields)
      if (Object.hasOwn(value, name))
        changed[name] = convert(value[name], onTimestamp, [...path, name]);
    return changed;
  };
}

function convertArray(element: z.core.$ZodType): Convert | null {
  const convert = convertOf(element);
  return (
    convert &&
    ((value, onTimestamp, path) =>
      Array.isArray(value)
        ? value.map((item: unknown, index) => convert(item, onTimestamp, [...path, index]))
        : value)
  );
}

/** Each option converts the fields it knows. No two options use a name differently. */
function convertOptions(options: readonly z.core.$ZodType[]): Convert | null {
  const converters = options.flatMap((option) => convertOf(option) ?? []);
  if (converters.length === 0) return null;
  return (value, onTimestamp, path) =>
    converters.reduce((result, convert) => convert(result, onTimestamp, path), value);
}

/** Looks options up by their discriminator, since a batch of changes has many. */
function convertUnion(union: z.core.$ZodDiscriminatedUnion): Convert | null {
  const { discriminator, options } = union._zod.def;
  const kinds = new Map<unknown, Convert>();
  for (const option of options) {
    const convert = convertOf(option);
    const values = option._zod.propValues?.[discriminator];
    if (convert !== null) for (const value of values ?? []) kinds.set(value, convert);
  }
  if (kinds.size === 0) return null;
  return (value, onTimestamp, path) =>
    (isJsonObject(value) && kinds.get(value[discriminator])?.(value, onTimestamp, path)) || value;
}

function compile(schema: z.core.$ZodType): Convert | null {
  if (schema === Timestamp) return convertTimestamp;
  if (schema instanceof z.ZodObject) return convertObject(schema.shape);
  if (schema instanceof z.ZodArray) return convertArray(schema.element);
  if (schema instanceof z.ZodDiscriminatedUnion) return convertUnion(schema);
  if (schema instanceof z.ZodUnion) return convertOptions(schema.options);
  if (schema instanceof z.ZodPipe) return convertOf(schema.def.in);
  if (
    schema instanceof z.ZodOptional ||
    schema instanceof z.ZodNullable ||
    schema instanceof z.ZodDefault ||
    schema instanceof z.ZodPrefault ||
    schema instanceof z.ZodReadonly
  )
    return convertOf(schema.def.innerType);
  return null;
}

const compiled = new WeakMap<z.core.$ZodType, { readonly convert: Convert | null }>();

/** Null where the schema has no times. */
function convertOf(schema: z.core.$ZodType): Convert | null {
  const entry = compiled.get(schema) ?? { convert: compile(schema) };
  compiled.set(schema, entry);
  return entry.convert;
}

function converted(
  schema: AnySchema | undefined,
  value: unknown,
  onTimestamp: OnTimestamp,
): unknown {
  const stream = getEventIteratorSchemaDetails(schema);
  if (stream !== undefined) {
    const items = value as AsyncIterator<unknown>;
    return new AsyncIteratorClass<unknown>(
      async () => {
        const next = await items.next();
        return next.done
          ? next
          : { done: false, value: converted(stream.yields, next.value, onTimestamp) };
      },
      async (reason) => {
        if (reason !== 'next') await items.return?.();
      },
    );
  }
  const convert = schema instanceof z.ZodType ? convertOf(schema) : null;
  return convert === null ? value : convert(value, onTimestamp, []);
}

const toText: OnTimestamp = (value) =>
  typeof value === 'number' ? new Date(value).toISOString() : value;

/** Converts all times of the schema, and of items of a stream, to ISO 8601 text. */
export const timestampsToText = (schema: AnySchema | undefined, value: unknown): unknown =>
  converted(schema, value, toText);

const TimestampText = z.iso.datetime({ offset: true });

/** Converts all times of the schema to milliseconds; calls `reject` for invalid ISO 8601. */
export const timestampsFromText = (
  schema: AnySchema | undefined,
  value: unknown,
  reject: (issue: FieldIssue) => void,
): unknown => converted(schema, value, fromText(reject));

const fromText =
  (reject: (issue: FieldIssue) => void): OnTimestamp =>
  (text, path) => {
    if (isText(text) && TimestampText.safeParse(text).success) return Date.parse(text);
    const name = path.findLast(isText) ?? 'The time';
    reject({
      path,
      message: `${name} must be an ISO 8601 time.`,
      fix: 'Use a time such as 2026-11-20T15:04:05.000Z.',
    });
    return text;
  };
