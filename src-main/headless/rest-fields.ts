/**
 * What a REST request names that its operation does not know. The schemas leave such fields out
 * silently, which is right between our own ends, and hides a slip of the pen from everybody else.
 */
import type { AnyContractProcedure } from '@orpc/contract';
import { z } from 'zod';
import type { FieldIssue } from '#shared/contract/errors.ts';

type Path = FieldIssue['path'];

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The schema within wrappers that do not change what may be given. */
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

/** Strict objects refuse by themselves, loose ones and unions take what they take. */
function unknownIn(given: z.core.$ZodType, value: unknown, path: Path): readonly FieldIssue[] {
  const schema = innerOf(given);
  if (schema instanceof z.ZodArray)
    return Array.isArray(value)
      ? value.flatMap((item, index) => unknownIn(schema.element, item, [...path, index]))
      : [];
  if (!(schema instanceof z.ZodObject) || schema.def.catchall !== undefined || !isObject(value))
    return [];
  const known: Readonly<Record<string, z.core.$ZodType>> = schema.shape;
  return Object.entries(value).flatMap(([name, field]) => {
    const fieldSchema = Object.hasOwn(known, name) ? known[name] : undefined;
    return fieldSchema === undefined
      ? [unknownField([...path, name], Object.keys(known))]
      : unknownIn(fieldSchema, field, [...path, name]);
  });
}

function unknownField(path: Path, known: readonly string[]): FieldIssue {
  const there =
    known.length === 0 ? 'nothing is' : `${known.join(', ')} ${known.length > 1 ? 'are' : 'is'}`;
  return {
    path,
    message: `There is no field ${path.at(-1)} here; ${there}.`,
    fix: 'Correct the name, or leave it out.',
  };
}

/** `ids[0]` in a query is an item of `ids`. */
const queryNames = (query: unknown): Readonly<Record<string, unknown>> =>
  isObject(query)
    ? Object.fromEntries(Object.keys(query).map((name) => [name.split('[')[0] ?? name, null]))
    : {};

/** One issue for every field of a request that its operation does not know. */
export function unknownFields(
  procedure: AnyContractProcedure,
  query: unknown,
  body: unknown,
): readonly FieldIssue[] {
  const { inputSchema, route } = procedure['~orpc'];
  const schema = inputSchema instanceof z.ZodType ? inputSchema : z.object({});
  if (route.inputStructure === 'detailed' && schema instanceof z.ZodObject) {
    const { query: inQuery = z.object({}), body: inBody = z.object({}) } = schema.shape;
    return [...unknownIn(inQuery, queryNames(query), []), ...unknownIn(inBody, body, [])];
  }
  return [...unknownIn(schema, queryNames(query), []), ...unknownIn(schema, body, [])];
}
