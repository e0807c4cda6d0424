/** What distinguishes operations and values for a transport, read from the schemas of the contract. */
import { type AnySchema, getEventIteratorSchemaDetails } from '@orpc/contract';
import { z } from 'zod';
import { ExactNumber } from '#shared/kit/exact-json.ts';
import { JsonValue, LongNumber } from '#shared/kit/json-value.ts';
import { Timestamp } from '#shared/kit/name.ts';
import type { Operation } from './operations.ts';

function zodOf(schema: AnySchema): z.ZodType {
  if (schema instanceof z.ZodType) return schema;
  throw new Error('The contract has a schema that is not of zod.');
}

function resultOf(schema: AnySchema | undefined): string {
  if (schema === undefined) return 'anything';
  if (getEventIteratorSchemaDetails(schema) !== undefined) return 'events';
  const result = zodOf(schema);
  if (result instanceof z.ZodVoid) return 'nothing';
  if (result instanceof z.ZodArray) return 'a list';
  if (result instanceof z.ZodUnion) return 'an object';
  if (result instanceof z.ZodObject) return 'nextCursor' in result.shape ? 'a page' : 'an object';
  return result.type;
}

/** Such as `with input, a page`. */
export const kindOf = ({ inputSchema, outputSchema }: Operation): string =>
  `${inputSchema === undefined ? 'without' : 'with'} input, ${resultOf(outputSchema)}`;

const jsonKinds = ['string', 'number', 'boolean', 'null', 'list', 'object', ExactNumber.name];

/** Kinds of the values of a schema. Types that the tables don't cover have a kind of their own. */
function kindsIn(schema: z.core.$ZodType, seen = new Set<z.core.$ZodType>()): readonly string[] {
  if (seen.has(schema)) return [];
  seen.add(schema);
  const inner = (...schemas: readonly z.core.$ZodType[]) =>
    schemas.flatMap((one) => kindsIn(one, seen));
  if (schema === Timestamp) return ['time'];
  if (schema === JsonValue) return jsonKinds;
  if (schema === LongNumber) return [ExactNumber.name];
  if (schema instanceof z.ZodObject) return ['object', ...inner(...Object.values(schema.shape))];
  if (schema instanceof z.ZodRecord) return ['object', ...inner(schema.valueType)];
  if (schema instanceof z.ZodArray) return ['list', ...inner(schema.element)];
  if (schema instanceof z.ZodTuple) return ['list', ...inner(...schema.def.items)];
  if (schema instanceof z.ZodUnion) return inner(...schema.options);
  if (schema instanceof z.ZodNullable) return ['null', ...inner(schema.unwrap())];
  if (schema instanceof z.ZodOptional) return ['undefined', ...inner(schema.unwrap())];
  // A check or a conversion before the schema has no kind.
  if (schema instanceof z.ZodPipe) {
    const isKindless = schema.in instanceof z.ZodCustom || schema.in instanceof z.ZodTransform;
    return inner(isKindless ? schema.out : schema.in);
  }
  if (
    schema instanceof z.ZodDefault ||
    schema instanceof z.ZodPrefault ||
    schema instanceof z.ZodReadonly
  )
    return inner(schema.unwrap());
  if (schema instanceof z.ZodLiteral) return [...schema.values].map((value) => typeof value);
  if (schema instanceof z.ZodEnum) return ['string'];
  // A kind of operation.
  if (schema instanceof z.ZodVoid) return [];
  return [schema._zod.def.type];
}

/** Kinds of the values that an operation accepts or returns. */
export function valueKindsOf({ inputSchema, outputSchema }: Operation): readonly string[] {
  const schemas = [
    inputSchema,
    getEventIteratorSchemaDetails(outputSchema)?.yields ?? outputSchema,
  ];
  return schemas.flatMap((schema) => (schema === undefined ? [] : kindsIn(zodOf(schema))));
}
