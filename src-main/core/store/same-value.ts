/** Values of users, compared as values: their texts may differ in the order of keys. */
import { isDeepStrictEqual } from 'node:util';

const token = /"(?:[^"\\]|\\.)*"|-?\d[\d.eE+-]*/g;

/** With numbers as texts, so that each digit counts, and kept apart from strings (D46). */
const withNumbersAsText = (text: string): unknown =>
  JSON.parse(
    text.replaceAll(token, (found) =>
      found.startsWith('"') ? `"s${found.slice(1)}` : `"n${found}"`,
    ),
  );

/** Whether two values are the same but for the order of their keys (D38). Both texts are compact. */
export const isSameValue = (one: string, other: string): boolean =>
  one === other ||
  (one.length === other.length &&
    /[[{]/.test(one[0] ?? '') &&
    isDeepStrictEqual(withNumbersAsText(one), withNumbersAsText(other)));
