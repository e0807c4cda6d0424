import { z } from 'zod';
import { ExactNumber } from './exact-json.ts';

export type JsonValue =
  | string
  | number
  | boolean
  | null
  | ExactNumber
  | JsonValue[]
  | { [key: string]: JsonValue };

/** JSON Schema describes it as a number. */
export const LongNumber = z.instanceof(ExactNumber).meta({ type: 'number' });

/** In linear time and without recursion: YAML and RPC have values that JSON has not, such as NaN. */
function isJson(root: unknown): boolean {
  const left = [root];
  while (left.length > 0) {
    const value = left.pop();
    const isScalar = value === null || ['string', 'boolean'].includes(typeof value);
    if (isScalar || Number.isFinite(value) || value instanceof ExactNumber) continue;
    if (!Array.isArray(value) && !z.core.util.isPlainObject(value)) return false;
    for (const child of Object.values(value)) left.push(child);
  }
  return true;
}

/** Any JSON; numbers that a double can't represent keep their digits (D46). */
export const JsonValue = z.unknown().check(({ value, issues }) => {
  if (!isJson(value)) issues.push({ code: 'invalid_type', expected: 'json', input: value });
}) as unknown as z.ZodType<JsonValue, JsonValue>;
