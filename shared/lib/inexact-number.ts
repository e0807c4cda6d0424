/** Numbers of JSON that are not read as they are written. */

/** No number with fewer digits and without an exponent is too large. */
const mayBeTooLarge = /\d{16}|\d[eE]/;

const isInexact = (value: number, source: string): boolean =>
  !Number.isFinite(value) || (/^-?\d+$/.test(source) && BigInt(value) !== BigInt(source));

/**
 * Whether JSON holds a number too large to be read exactly: 12345678901234567890 would become
 * 12345678901234567000, and 1e400 null. Fractions are read as near as they can be, as everywhere.
 * Throws where the text is not JSON.
 */
export function holdsInexactNumber(json: string): boolean {
  if (!mayBeTooLarge.test(json)) return false;
  let found = false;
  // The types of the language do not know the third argument yet.
  JSON.parse(json, (_key, value: unknown, context?: { readonly source?: string }) => {
    found ||= typeof value === 'number' && isInexact(value, context?.source ?? '');
    return value;
  });
  return found;
}
