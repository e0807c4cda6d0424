import type { z } from 'zod';
import { timestampsToText } from '#shared/contract/timestamps.ts';

/** The output of a command with --json: the same JSON as REST. */
export const jsonText = <Schema extends z.ZodType>(
  schema: Schema,
  value: z.output<Schema>,
): string => JSON.stringify(timestampsToText(schema, value), null, 2);
