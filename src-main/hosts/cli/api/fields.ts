/** Fields of an operation's input: their schemas, and their values from FIELD=VALUE arguments. */
import { z } from 'zod';
import type { NamedOperation } from '#shared/contract.ts';
import { meantText } from '#shared/kit/closest-name.ts';
import { isJsonObject, isNumberText, parseExact } from '#shared/kit/exact-json.ts';
import { Timestamp } from '#shared/kit/name.ts';
import { ownValue } from '#shared/kit/objects.ts';
import { fieldsOf, type Schema, typeText, valuesOf } from '#shared/kit/schema-text.ts';
import { CommandError } from '../command-error.ts';

export type Input = Readonly<Record<string, unknown>>;

const jsonSchemaOf = (schema: z.ZodType): Schema =>
  z.toJSONSchema(schema, {
    ...{ io: 'input', unrepresentable: 'any' },
    override({ zodSchema, jsonSchema }) {
      // As REST has it.
      if (zodSchema === Timestamp)
        Object.assign(jsonSchema, { type: 'string', format: 'date-time' });
    },
  }) as Schema;

const isDetailed = ({ declared }: NamedOperation): boolean =>
  declared.route.inputStructure === 'detailed';

const schemaOf = ({ declared }: NamedOperation): Schema =>
  declared.inputSchema instanceof z.ZodType ? jsonSchemaOf(declared.inputSchema) : {};

/** Fields of the path, the query and the body together. */
const inputSchemaOf = (operation: NamedOperation): Schema =>
  isDetailed(operation)
    ? { allOf: Object.values(schemaOf(operation).properties ?? {}) }
    : schemaOf(operation);

/** The schema with those that an intersection or union is made of. */
const alternativesOf = (schema: Schema): readonly Schema[] => [
  schema,
  ...[schema.allOf, schema.anyOf, schema.oneOf].flatMap(
    (parts) => parts?.flatMap(alternativesOf) ?? [],
  ),
];

/** Takes any JSON. Only such a schema refers to itself. */
const isAny = (schema: Schema): boolean =>
  '$ref' in schema ||
  (!('type' in schema || 'const' in schema || 'enum' in schema) &&
    alternativesOf(schema).length === 1);

const any: Schema = {};

function childOf(schema: Schema, name: string): readonly Schema[] {
  const named = ownValue(schema.properties ?? {}, name);
  if (named !== undefined) return alternativesOf(named);
  if (typeof schema.additionalProperties === 'object')
    return alternativesOf(schema.additionalProperties);
  return isAny(schema) ? [any] : [];
}

const pathFields = ({ declared }: NamedOperation): readonly string[] =>
  [...(declared.route.path ?? '').matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);

const namesIn = (schemas: readonly Schema[]): readonly string[] =>
  schemas.flatMap(({ properties = {} }) => Object.keys(properties));

/** The schemas that the field at a path may have. */
function fieldSchemas(operation: NamedOperation, path: readonly string[]): readonly Schema[] {
  return path.reduce<readonly Schema[]>(
    (schemas, name, depth) => {
      const found = schemas.flatMap((schema) => childOf(schema, name));
      if (found.length > 0) return found;
      const within = path.slice(0, depth);
      const field = [...within, name].join('.');
      const names = namesIn(schemas).map((known) => [...within, known].join('.'));
      const fix =
        meantText(field, names) ?? `Run "hookwright api ${operation.name} --help" for its fields.`;
      throw new CommandError('usage', `Unknown field "${field}". ${fix}`);
    },
    // The input itself has only the fields that it names.
    alternativesOf(inputSchemaOf(operation)).filter(({ properties }) => properties !== undefined),
  );
}

/** Undefined if none of the schemas has such a value. */
function scalarOf(schemas: readonly Schema[], text: string): unknown {
  if (schemas.some((schema) => valuesOf(schema).includes(text))) return text;
  const types = new Set(schemas.flatMap(({ type }) => type ?? []));
  if ((types.has('number') || types.has('integer')) && isNumberText(text)) return Number(text);
  if (types.has('boolean') && /^(true|false)$/.test(text)) return text === 'true';
  if (types.has('string') || schemas.some(isAny)) return text;
  if (types.has('null') && text === 'null') return null;
  return types.has('object') && text.startsWith('{') ? jsonOf(text) : undefined;
}

function jsonOf(text: string, where = 'A value'): unknown {
  try {
    return parseExact(text);
  } catch (error) {
    throw new CommandError('usage', `${where} is not valid JSON: ${(error as Error).message}.`);
  }
}

/** A list if the field is repeated or can only be one. The host rejects other values, and names the field. */
function fieldValue(schemas: readonly Schema[], texts: readonly string[]): unknown {
  const items = schemas.flatMap(({ items: item }) =>
    item === undefined ? [] : alternativesOf(item),
  );
  const [text = '', ...others] = texts;
  if (others.length === 0) {
    const single = scalarOf(schemas, text);
    if (single !== undefined || items.length === 0) return single === undefined ? text : single;
  }
  return texts.map((one) => {
    const item = scalarOf(items, one);
    return item === undefined ? one : item;
  });
}

function withValue(input: Input, [name = '', ...path]: readonly string[], value: unknown): Input {
  const earlier = ownValue(input, name);
  const inner =
    path.length === 0 ? value : withValue(isJsonObject(earlier) ? earlier : {}, path, value);
  return { ...input, [name]: inner };
}

function textsByField(args: readonly string[]): ReadonlyMap<string, readonly string[]> {
  const texts = new Map<string, string[]>();
  for (const arg of args) {
    const [, field, text] = /^([^=]+)=(.*)$/s.exec(arg) ?? [];
    if (field === undefined || text === undefined)
      throw new CommandError('usage', `"${arg}" has no value. Write FIELD=VALUE.`);
    texts.set(field, [...(texts.get(field) ?? []), text]);
  }
  return texts;
}

/** Others would lead to another operation. */
function checkPathField(operation: NamedOperation, input: Input, field: string): void {
  const value = ownValue(input, field);
  if (value === undefined)
    throw new CommandError(
      'usage',
      `${field} is missing. Add ${field}=VALUE to ${operation.name}.`,
    );
  if (/^\.{0,2}$/.test(String(value)))
    throw new CommandError(
      'usage',
      `${field} can't be "${String(value)}". Use the ${field} of an existing item.`,
    );
}

/** The fields of the JSON text, if any, and of the arguments, which override them. */
export function readFields(
  operation: NamedOperation,
  args: readonly string[],
  json: string | null,
): Input {
  const start = json === null ? {} : jsonOf(json, 'The text of --input');
  if (!isJsonObject(start))
    throw new CommandError('usage', 'The text of --input is not a JSON object. Start it with {.');
  const input = [...textsByField(args)].reduce<Input>((fields, [field, texts]) => {
    const path = field.split('.');
    return withValue(fields, path, fieldValue(fieldSchemas(operation, path), texts));
  }, start);
  for (const field of pathFields(operation)) checkPathField(operation, input, field);
  return input;
}

const pick = (input: Input, names: readonly string[]): Input =>
  Object.fromEntries(Object.entries(input).filter(([name]) => names.includes(name)));

/** Those that an operation has, for the kind that the input names. */
export const knownFields = (operation: NamedOperation, input: Input): Input =>
  pick(
    input,
    namesIn(
      alternativesOf(inputSchemaOf(operation)).filter(({ properties = {} }) =>
        Object.entries(properties).every(([name, field]) => {
          const [given, values] = [ownValue(input, name), valuesOf(field)];
          return given === undefined || values.length === 0 || values.includes(given);
        }),
      ),
    ),
  );

/** The input as the contract has it; undefined for an operation without fields. */
export function contractInput(operation: NamedOperation, input: Input): unknown {
  if (operation.declared.inputSchema === undefined && Object.keys(input).length === 0)
    return undefined;
  if (!isDetailed(operation)) return input;
  return Object.fromEntries(
    Object.entries(schemaOf(operation).properties ?? {}).map(([part, schema]) => [
      part,
      pick(input, namesIn(alternativesOf(schema))),
    ]),
  );
}

export const fieldNames = (operation: NamedOperation): readonly string[] =>
  fieldsOf(inputSchemaOf(operation)).map(([name]) => name);

const style = {
  name: (name: string) => name,
  values: (values: readonly unknown[]) => values.map(String).join(', '),
};

const isRequired = ({ required, allOf, anyOf, oneOf }: Schema, name: string): boolean => {
  const options = anyOf ?? oneOf;
  return (
    required?.includes(name) === true ||
    allOf?.some((part) => isRequired(part, name)) === true ||
    options?.every((option) => isRequired(option, name)) === true
  );
};

/** Name, type and default of each field. */
export function fieldRows(operation: NamedOperation): readonly (readonly [string, string])[] {
  const schema = inputSchemaOf(operation);
  return fieldsOf(schema).map(([name, field]) => {
    const notes = [
      ...(isRequired(schema, name) ? [' (required)'] : []),
      ...(field.default === undefined ? [] : [` (default ${JSON.stringify(field.default)})`]),
    ];
    return [name, `${typeText(field, style)}${notes.join('')}`];
  });
}
