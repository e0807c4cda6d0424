/** What encoders write for characters that ASCII or Latin-1 doesn't have. */

/**
 * An ASCII or Latin-1 encoder writes "?" for characters that it can't represent: most write one per
 * character, .NET one per UTF-16 unit.
 */
export const questionMarks = (text: string, last: number): readonly string[] =>
  [/[^\0-\x7f]/gu, /[^\0-\x7f]/g].map((unit) =>
    text.replace(unit, (found) => ((found.codePointAt(0) ?? 0) > last ? '?' : found)),
  );

/** What an encoder of Python or PHP writes instead of "?". */
export const replaced = (
  text: string,
  last: number,
  write: (codePoint: number, character: string) => string,
): string =>
  text.replace(/[^\0-\x7f]/gu, (found) => {
    const codePoint = found.codePointAt(0) ?? 0;
    return codePoint > last ? write(codePoint, found) : found;
  });

const hexOf = (codePoint: number, digits: number): string =>
  codePoint.toString(16).padStart(digits, '0');

/** `errors="backslashreplace"`. */
export const backslashed = (codePoint: number): string =>
  codePoint > 0xffff
    ? `\\U${hexOf(codePoint, 8)}`
    : codePoint > 0xff
      ? `\\u${hexOf(codePoint, 4)}`
      : `\\x${hexOf(codePoint, 2)}`;
