import type { z } from 'zod';
import { timestampsToText } from '#shared/contract/timestamps.ts';

/** What a subcommand prints with --json: as REST has it. */
export const jsonText = <Schema extends z.ZodType>(
  schema: Schema,
  value: z.output<Schema>,
): string => `${JSON.stringify(timestampsToText(schema, value), null, 2)}\n`;
