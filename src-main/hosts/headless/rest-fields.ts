/** Detects unknown fields in REST requests. Schemas ignore them, which would hide typos. */
import type { AnyContractProcedure } from '@orpc/contract';
import { z } from 'zod';
import { meantText } from '#shared/kit/closest-name.ts';
import { firstIssues, maxIssues } from '#shared/kit/error-text.ts';
import { ownValue } from '#shared/kit/objects.ts';
import type { FieldIssue } from '#shared/kit/operation-errors.ts';

type Path = FieldIssue['path'];

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Removes schema wrappers such as optional and default. */
function innerOf(schema: z.core.$ZodType): z.core.$ZodType {
  if (
    schema instanceof z.ZodOptional ||
    schema instanceof z.ZodNullable ||
    schema instanceof z.ZodDefault ||
    schema instanceof z.ZodPrefault ||
    schema instanceof z.ZodReadonly
  )
    return innerOf(schema.def.innerType);
  return schema instanceof z.ZodPipe ? innerOf(schema.def.in) : schema;
}

/** The option of a union that the body selects. */
function optionOf(schema: z.core.$ZodType, body: unknown): z.core.$ZodType {
  if (!(schema instanceof z.ZodDiscriminatedUnion) || !isObject(body)) return schema;
  const { discriminator, options } = schema.def;
  const selected = body[discriminator] as z.core.util.Primitive;
  return options.find(({ _zod }) => _zod.propValues?.[discriminator]?.has(selected)) ?? schema;
}

interface UnknownField {
  readonly path: Path;
  readonly expectedNames: readonly string[];
}

/** Strict objects report unknown fields themselves. Loose objects and nested unions accept any. */
function unknownIn(wrapped: z.core.$ZodType, value: unknown, path: Path): readonly UnknownField[] {
  const schema = innerOf(wrapped);
  if (schema instanceof z.ZodArray)
    return Array.isArray(value)
      ? value.flatMap((item, index) => unknownIn(schema.element, item, [...path, index]))
      : [];
  if (!(schema instanceof z.ZodObject) || schema.def.catchall !== undefined || !isObject(value))
    return [];
  const fields: Readonly<Record<string, z.core.$ZodType>> = schema.shape;
  const expectedNames = Object.keys(fields);
  return Object.entries(value).flatMap(([name, field]) => {
    const fieldSchema = ownValue(fields, name);
    return fieldSchema === undefined
      ? [{ path: [...path, name], expectedNames }]
      : unknownIn(fieldSchema, field, [...path, name]);
  });
}

function issueOf({ path, expectedNames }: UnknownField): FieldIssue {
  const name = String(path.at(-1));
  const expected = expectedNames.length === 0 ? 'no fields' : expectedNames.join(', ');
  return {
    path,
    message: `Unknown field ${name}; expected ${expected}.`,
    fix: meantText(name, expectedNames) ?? 'Correct the name or remove it.',
  };
}

/** `ids[0]` in a query is an item of `ids`. */
const queryNames = (query: unknown): Readonly<Record<string, unknown>> =>
  isObject(query)
    ? Object.fromEntries(Object.keys(query).map((name) => [name.split('[')[0] ?? name, null]))
    : {};

function unknownInRequest(
  procedure: AnyContractProcedure,
  query: unknown,
  body: unknown,
): readonly UnknownField[] {
  const { inputSchema, route } = procedure['~orpc'];
  const schema = inputSchema instanceof z.ZodType ? inputSchema : z.object({});
  if (route.inputStructure === 'detailed' && schema instanceof z.ZodObject) {
    const { query: inQuery = z.object({}), body: inBody = z.object({}) } = schema.shape;
    return [...unknownIn(inQuery, queryNames(query), []), ...unknownIn(inBody, body, [])];
  }
  const option = optionOf(schema, body);
  return [...unknownIn(option, queryNames(query), []), ...unknownIn(option, body, [])];
}

/** Returns an issue for each of the first unknown fields. */
export function unknownFields(
  procedure: AnyContractProcedure,
  query: unknown,
  body: unknown,
): readonly FieldIssue[] {
  const fields = unknownInRequest(procedure, query, body);
  return firstIssues(fields.slice(0, maxIssues).map(issueOf), fields.length);
}
