/**
 * JSON Schemas of tools, from the schemas of the contract. They are plain, since some model APIs reject others: every
 * field has one type, without references, unions or tuples. So they may allow more than the contract, which checks.
 */
import { z } from 'zod';
import { Timestamp } from '#shared/kit/name.ts';
import type { Action, Actions } from './tool.ts';

export type JsonSchema = z.core.JSONSchema.JSONSchema;

/** As the contract has it. Times are text, as in `shared/kit/timestamps`. */
export const exactSchemaOf = ({ input }: Action): JsonSchema =>
  z.toJSONSchema(input, {
    io: 'input',
    unrepresentable: 'any',
    override({ zodSchema, jsonSchema }) {
      if (zodSchema === Timestamp)
        Object.assign(jsonSchema, { type: 'string', format: 'date-time' });
    },
  }) as JsonSchema;

const isSchema = (value: unknown): value is JsonSchema =>
  typeof value === 'object' && value !== null;

/** The schemas that a union chooses from, or the schema itself. */
export const optionsOf = (schema: JsonSchema): readonly JsonSchema[] =>
  (schema.anyOf ?? schema.oneOf)?.filter(isSchema).flatMap(optionsOf) ?? [schema];

const typesOf = ({ type }: JsonSchema): readonly unknown[] => [type].flat();

/** A reference is to any JSON, the only schema that refers to itself. */
export const accepts = (schema: JsonSchema, type: string): boolean =>
  optionsOf(schema).some(
    (option) =>
      option.$ref !== undefined || option.type === undefined || typesOf(option).includes(type),
  );

const isSame = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);

const both = (a: unknown, b: unknown): JsonSchema | undefined =>
  isSchema(a) && isSchema(b) ? common(a, b) : undefined;

/** What two schemas share: their limits if they are the same, all fields and values, no type if it differs. */
function common(a: JsonSchema, b: JsonSchema): JsonSchema {
  if (a.type !== b.type) return {};
  const shared = Object.entries(a).filter(
    ([key, value]) => key !== 'required' && isSame(value, b[key as keyof JsonSchema]),
  );
  const fields = { ...a.properties, ...b.properties };
  const properties = Object.entries(fields).map(
    ([name, field]) => [name, both(a.properties?.[name], field) ?? field] as const,
  );
  const items = both(a.items, b.items);
  const required = (a.required ?? []).filter((name) => b.required?.includes(name));
  return {
    ...Object.fromEntries(shared),
    ...(a.enum && b.enum && { enum: [...new Set([...a.enum, ...b.enum])] }),
    ...(items && { items }),
    ...(properties.length > 0 && { properties: Object.fromEntries(properties) }),
    ...(required.length > 0 && { required }),
  };
}

const limits = ['minimum', 'maximum', 'maxLength', 'minItems', 'maxItems'] as const;

/** Without zod's bounds of safe integers, and the length of texts that are long. */
const isLimit = (name: string, value: unknown): boolean =>
  typeof value === 'number' && Math.abs(value) < (name === 'maxLength' ? 1_000 : 2 ** 53 - 1);

/** More values cost a model more than they help. */
const maxValues = 30;

/** The documentation describes objects further: of their fields, types and values are here; of objects in these, nothing. */
function plain(schema: JsonSchema, depth = 0): JsonSchema {
  const { description, default: preset } = schema;
  const isArgument = depth <= 1;
  const isShort = isArgument && preset !== '' && typeof (preset ?? {}) !== 'object';
  const about = {
    ...(description !== undefined && { description }),
    ...(isShort && { default: preset }),
  };
  const options = optionsOf(schema).filter(({ type }) => type !== 'null');
  if (options[0] !== schema)
    return { ...options.map((option) => plain(option, depth)).reduce(common), ...about };
  const type = typesOf(schema).find((one) => one !== 'null') as JsonSchema['type'];
  const values = schema.enum ?? (schema.const === undefined ? [] : [schema.const]);
  const items = (schema.prefixItems ?? [schema.items]).filter(isSchema);
  const { format, additionalProperties: texts, required = [] } = schema;
  const fields = depth < 2 ? Object.entries(schema.properties ?? {}) : [];
  return {
    ...(type !== undefined && { type }),
    ...(format === 'date-time' && { format }),
    ...(values.length > 0 && values.length <= maxValues && { enum: values }),
    ...(isArgument &&
      Object.fromEntries(
        limits.flatMap((name) => (isLimit(name, schema[name]) ? [[name, schema[name]]] : [])),
      )),
    ...(items.length > 0 && { items: items.map((item) => plain(item, depth)).reduce(common) }),
    ...(fields.length > 0 && {
      properties: Object.fromEntries(
        fields.map(([name, field]) => [name, plain(field as JsonSchema, depth + 1)]),
      ),
    }),
    ...(fields.length > 0 && required.length > 0 && { required }),
    ...(isSchema(texts) && texts.type && { additionalProperties: plain(texts, depth) }),
    ...about,
  };
}

export const plainSchemaOf = (one: Action): JsonSchema => plain(exactSchemaOf(one));

/** The arguments of a tool: those of all its actions. */
export function inputSchemaOf(actions: Actions): JsonSchema {
  const names = Object.keys(actions);
  const isChosen = names.length > 1;
  const choice: JsonSchema = { type: 'string', enum: names };
  const { properties, required = [] } = Object.values(actions).map(plainSchemaOf).reduce(common);
  return {
    type: 'object',
    properties: { ...(isChosen && { action: choice }), ...properties },
    required: [...(isChosen ? ['action'] : []), ...required],
    additionalProperties: false,
  };
}

/** Of its only action, or of each with the arguments that it takes. */
export function descriptionOf(actions: Actions): string {
  const all = Object.entries(actions);
  const [[, only] = []] = all;
  if (all.length === 1 && only !== undefined) return only.description;
  return all
    .map(([name, { description, input }]) => {
      const fields = Object.keys(input.shape).join(', ');
      return `${name}${fields === '' ? '' : ` (${fields})`}: ${description}`;
    })
    .join('\n');
}
