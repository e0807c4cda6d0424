/** Compares user values, whose JSON may differ in key order. */
import { isDeepStrictEqual } from 'node:util';
import { parseExact } from '#shared/lib/exact-json.ts';

/** Whether two compact JSON texts are equal apart from key order (D38). */
export const isSameValue = (one: string, other: string): boolean =>
  one === other ||
  (one.length === other.length &&
    /[[{]/.test(one[0] ?? '') &&
    isDeepStrictEqual(parseExact(one), parseExact(other)));
