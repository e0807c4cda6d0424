/**
 * Converts a name to snake_case (spec 6, D35). All characters except ASCII letters and digits
 * separate words, as does a lowercase letter or digit before a capital, and the last capital of a
 * run before a lowercase letter. Digits don't separate words. Empty if the name has neither letters
 * nor digits.
 */
export const snakeCase = (name: string): string =>
  name
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replace(/([A-Z])([A-Z][a-z])/g, '$1 $2')
    .split(/[^A-Za-z0-9]+/)
    .filter((word) => word !== '')
    .join('_')
    .toLowerCase();
