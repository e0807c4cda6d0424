/** Compares user values, whose JSON may differ in key order. */
import { isDeepStrictEqual } from 'node:util';
import { parseExact } from '#shared/lib/exact-json.ts';

/** Whether two compact JSON texts are equal apart from key order (D38). */
export const isSameValue = (a: string, b: string): boolean =>
  a === b ||
  (a.length === b.length &&
    /[[{]/.test(a[0] ?? '') &&
    isDeepStrictEqual(parseExact(a), parseExact(b)));
