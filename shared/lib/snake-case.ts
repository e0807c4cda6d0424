/**
 * The snake_case form of a name (spec 6, D35): anything but ASCII letters and digits separates words;
 * so do a lower-case letter or digit before a capital, and the last capital of a run before a
 * lower-case letter. Digits alone separate nothing. Empty where the name has neither letters nor digits.
 */
export const snakeCase = (name: string): string =>
  name
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replace(/([A-Z])([A-Z][a-z])/g, '$1 $2')
    .split(/[^A-Za-z0-9]+/)
    .filter((word) => word !== '')
    .join('_')
    .toLowerCase();
