/** Output of commands: JSON, and a line that is overwritten. */
import type { z } from 'zod';
import { overwriteLine } from '#main/hosts/headless/print.ts';
import { timestampsToText } from '#shared/kit/timestamps.ts';

/** The output of a command with --json: the same JSON as REST. */
export const jsonText = <Schema extends z.ZodType>(
  schema: Schema,
  value: z.output<Schema>,
): string => JSON.stringify(timestampsToText(schema, value), null, 2);

/** A line of a terminal that is overwritten. Writes nothing if the output is not a terminal. */
export interface LiveLine {
  show(text: string): void;
  clear(): void;
}

export function createLiveLine(output: NodeJS.WriteStream): LiveLine {
  const write = (text: string): void => {
    if (output.isTTY) overwriteLine(text, output);
  };
  return { show: write, clear: () => write('') };
}
