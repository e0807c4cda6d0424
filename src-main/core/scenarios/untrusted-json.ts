/** Parses JSON of a run archive: in little time, whatever it contains (D62). */
import type { z } from 'zod';
import { isNestedTooDeep } from '#shared/lib/nesting.ts';
import { ZipProblem } from './zip-file.ts';

/** Of an event: it has at most 10,000 header lines of three values. */
export const maxEventValues = 50_000;
/** Of a report, delivery or request: 100 mock endpoints in each of 500 moments have half as many. */
export const maxValues = 500_000;

const quote = 0x22;
const backslash = 0x5c;
/** A comma, `[` or `{`: each value but the first follows one. */
const startsValue = (byte: number | undefined): boolean =>
  byte === 0x2c || byte === 0x5b || byte === 0x7b;

/** Runs before parsing. */
export function hasMoreValues(json: Uint8Array, most: number): boolean {
  if (json.length <= most) return false;
  let values = 1;
  let isInText = false;
  for (let index = 0; index < json.length; index += 1) {
    const byte = json[index];
    if (isInText) {
      if (byte === backslash) index += 1;
      else if (byte === quote) isInText = false;
    } else if (byte === quote) isInText = true;
    else if (startsValue(byte)) {
      values += 1;
      if (values > most) return true;
    }
  }
  return false;
}

/** Ends at the first problem, as `z.validate` does: there may be very many. */
const untilProblem: z.core.ParseContextInternal<z.core.$ZodIssue> = { abortEarly: true };

/** Throws a ZipProblem. */
export function parsedJson<Schema extends z.ZodType>(
  schema: Schema,
  name: string,
  text: string,
  most = maxValues,
): z.output<Schema> {
  const bytes = Buffer.from(text);
  if (isNestedTooDeep(bytes)) throw new ZipProblem(`${name} is nested too deep`);
  if (hasMoreValues(bytes, most)) throw new ZipProblem(`${name} has too many values`);
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
