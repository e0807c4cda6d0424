/** The JSON Schema of a scenario file, for editors. Generated from the zod schemas. */
import { z } from 'zod';
import { ScenarioFile, SharedFile } from './schema/file.ts';

export interface JsonSchema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly JsonSchema[];
  readonly oneOf?: readonly JsonSchema[];
  readonly allOf?: readonly JsonSchema[];
  readonly items?: JsonSchema;
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly additionalProperties?: boolean | JsonSchema;
  readonly propertyNames?: JsonSchema;
  readonly definitions?: Readonly<Record<string, JsonSchema>>;
  readonly required?: readonly string[];
  readonly pattern?: string;
  readonly description?: string;
  readonly default?: unknown;
}

/** Matches text with a variable, which is checked after its value is inserted. */
export const variablePattern = '\\$\\{[A-Za-z_][A-Za-z0-9_]*\\}';
const withVariable: JsonSchema = { type: 'string', pattern: variablePattern };

const isPlainText = (schema: JsonSchema): boolean =>
  schema.type === 'string' &&
  Object.keys(schema).every((key) => ['type', 'description', 'default', 'maxLength'].includes(key));

const isScalar = ({ type, enum: values, const: value }: JsonSchema): boolean =>
  values !== undefined ||
  value !== undefined ||
  ['string', 'number', 'integer', 'boolean', 'null'].includes(String(type));

/** Also allows text with a variable for every scalar. */
function allowVariables(schema: JsonSchema): JsonSchema {
  if (isPlainText(schema)) return schema;
  if (isScalar(schema)) {
    const { description, default: fallback, ...rest } = schema;
    return {
      ...(description !== undefined && { description }),
      ...(fallback !== undefined && { default: fallback }),
      anyOf: [rest, withVariable],
    };
  }
  const { anyOf, oneOf, allOf, items, properties, additionalProperties, ...rest } = schema;
  // Of `oneOf`, two scalars may accept the same text with a variable.
  const forms = anyOf ?? oneOf;
  return {
    ...rest,
    ...(forms && { anyOf: forms.map(allowVariables) }),
    ...(allOf && { allOf: allOf.map(allowVariables) }),
    ...(items && { items: allowVariables(items) }),
    ...(properties && {
      properties: Object.fromEntries(
        Object.entries(properties).map(([name, field]) => [name, allowVariables(field)]),
      ),
    }),
    ...(additionalProperties !== undefined && {
      additionalProperties:
        typeof additionalProperties === 'object'
          ? allowVariables(additionalProperties)
          : additionalProperties,
    }),
  };
}

const withoutVariables = new Set(['scenario', 'variables', 'use', 'cases']);

function schemaOf(source: z.ZodType): JsonSchema {
  const { properties = {}, ...schema } = z.toJSONSchema(source, {
    io: 'input',
    target: 'draft-07',
    unrepresentable: 'any',
  }) as JsonSchema;
  return {
    ...schema,
    properties: Object.fromEntries(
      Object.entries(properties).map(([name, field]) => [
        name,
        withoutVariables.has(name) ? field : allowVariables(field),
      ]),
    ),
  };
}

let scenarioSchema: JsonSchema | undefined;

export function scenarioJsonSchema(): JsonSchema {
  scenarioSchema ??= {
    title: 'Hookwright scenario, format 1',
    ...schemaOf(ScenarioFile),
  } as JsonSchema;
  return scenarioSchema;
}

let sharedSchema: JsonSchema | undefined;

/** The JSON Schema of files that scenarios `use`. */
export function sharedJsonSchema(): JsonSchema {
  sharedSchema ??= schemaOf(SharedFile);
  return sharedSchema;
}

/** The schemas that a value may have, without unions and references. */
function alternatives(schema: JsonSchema, root: JsonSchema): readonly JsonSchema[] {
  if (schema.$ref !== undefined) {
    const target = root.definitions?.[schema.$ref.replace('#/definitions/', '')];
    return target === undefined ? [] : alternatives(target, root);
  }
  const parts = [...(schema.anyOf ?? []), ...(schema.oneOf ?? []), ...(schema.allOf ?? [])];
  return parts.length === 0 ? [schema] : parts.flatMap((part) => alternatives(part, root));
}

/** The schemas of the value at a path. */
export function schemasAt(
  path: readonly (string | number)[],
  root: JsonSchema = scenarioJsonSchema(),
): readonly JsonSchema[] {
  let schemas = alternatives(root, root);
  for (const part of path)
    schemas = schemas.flatMap((schema) => {
      const next =
        typeof part === 'number'
          ? schema.items
          : (schema.properties?.[part] ??
            (typeof schema.additionalProperties === 'object'
              ? schema.additionalProperties
              : undefined));
      return next === undefined ? [] : alternatives(next, root);
    });
  return schemas;
}

/** Keys that an object at a path may have. */
export const keysAt = (
  path: readonly (string | number)[],
  root: JsonSchema = scenarioJsonSchema(),
): readonly string[] => [
  ...new Set(schemasAt(path, root).flatMap(({ properties = {} }) => Object.keys(properties))),
];
