/** JSON Schemas of tools, generated from the schemas of the contract. */
import { z } from 'zod';
import { Timestamp } from '#shared/schemas/name.ts';

export type JsonSchema = Readonly<Record<string, unknown>> & {
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly required?: readonly string[];
};

export function jsonSchemaOf(schema: z.ZodType, io: 'input' | 'output'): JsonSchema {
  const { $schema: _, ...generated } = z.toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
    // Text in tool calls and results: `shared/contract/timestamps`.
    override({ zodSchema, jsonSchema }) {
      if (zodSchema !== Timestamp) return;
      for (const key of Object.keys(jsonSchema)) delete jsonSchema[key as keyof typeof jsonSchema];
      Object.assign(jsonSchema, { type: 'string', format: 'date-time' });
    },
  });
  return generated as JsonSchema;
}
