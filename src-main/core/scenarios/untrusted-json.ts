/** Parses JSON of a run archive: in little time, whatever it contains (D62). */
import type { z } from 'zod';
import { jsonExcess } from '#shared/lib/nesting.ts';
import { ZipProblem } from './zip-file.ts';

/** Of an event: it has at most 10,000 header lines of three values. */
export const maxEventValues = 50_000;
/** Of a report, delivery or request: 100 mock endpoints in each of 500 moments have half as many. */
export const maxValues = 500_000;

/** Ends at the first problem, as `z.validate` does: there may be very many. */
const untilProblem: z.core.ParseContextInternal<z.core.$ZodIssue> = { abortEarly: true };

const excessTexts = { nesting: 'is nested too deep', values: 'has too many values' };

/** Throws a ZipProblem. */
export function parsedJson<Schema extends z.ZodType>(
  schema: Schema,
  name: string,
  text: string,
  most = maxValues,
): z.output<Schema> {
  const excess = jsonExcess(Buffer.from(text), most);
  if (excess !== null) throw new ZipProblem(`${name} ${excessTexts[excess]}`);
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new ZipProblem(`${name} is not JSON`);
  }
  const result = schema.safeParse(value, untilProblem);
  if (result.success) return result.data;
  throw new ZipProblem(`${name} is not valid, or newer than this version`);
}
