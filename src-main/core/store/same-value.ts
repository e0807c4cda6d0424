/** Values of users, compared as values: their texts may differ in the order of keys. */
import { isDeepStrictEqual } from 'node:util';
import { parseExact } from '#shared/lib/exact-json.ts';

/** Whether two values are the same but for the order of their keys (D38). Both texts are compact. */
export const isSameValue = (one: string, other: string): boolean =>
  one === other ||
  (one.length === other.length &&
    /[[{]/.test(one[0] ?? '') &&
    isDeepStrictEqual(parseExact(one), parseExact(other)));
