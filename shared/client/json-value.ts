/** Rejects values that JSON would silently drop or change, and names their path. */
import { tagOf } from './check.ts';
import { FieldError } from './errors.ts';

/** Kinds of objects that JSON.stringify writes without loss; others need a toJSON. */
const writable = new Set(['Object', 'Array', 'Number', 'String', 'Boolean']);

/**
 * Why a value can't be sent; null if it can. Values with toJSON, such as a Date, are already
 * converted.
 */
function problemOf(value: unknown, holders: readonly object[]): string | null {
  switch (typeof value) {
    case 'number':
      return Number.isFinite(value)
        ? null
        : `is ${value}: JSON can't represent it, so send null or leave it out`;
    case 'bigint':
      return 'is a BigInt: send it as a string';
    case 'function':
    case 'symbol':
      return `is a ${typeof value}: leave it out`;
    case 'object':
      if (value === null) return null;
      if (holders.includes(value)) return 'is a circular reference: leave it out';
      if (!writable.has(tagOf(value)))
        return `is a ${tagOf(value)}: convert it to an object, array or string`;
      return null;
    default:
      return null;
  }
}

const isName = /^[A-Za-z_$][\w$]*$/;

function step(holder: object, key: string): string {
  if (Array.isArray(holder)) return `[${key}]`;
  return isName.test(key) ? `.${key}` : `[${JSON.stringify(key)}]`;
}

/**
 * A replacer for JSON.stringify: returns the value, or throws a FieldError that names its path, such
 * as `traits.scores[2]`. As usual, undefined is omitted from objects and becomes null in arrays.
 *
 * @param nameOf The caller's name for a field of the message.
 */
export function checkedValue(subject: string, nameOf: (field: string) => string) {
  // Path from the message to the object or array that contains the value.
  const holders: object[] = [];
  const keys: string[] = [];
  return function (this: object, key: string, value: unknown): unknown {
    while (holders.length > 0 && holders.at(-1) !== this) {
      holders.pop();
      keys.pop();
    }
    // The toJSON of an invalid Date returns null.
    const original = (this as Record<string, unknown>)[key];
    const isInvalidDate = value === null && tagOf(original) === 'Date';
    const problem = isInvalidDate ? 'is an invalid Date: leave it out' : problemOf(value, holders);
    if (problem !== null) {
      const [, field = key, ...inner] = [...keys, key];
      const path = inner
        .map((innerKey, depth) => step(holders[depth + 1] ?? this, innerKey))
        .join('');
      const name = `${nameOf(field)}${path}`;
      throw new FieldError(name, `${subject}: ${name} ${problem}.`);
    }
    if (typeof value === 'object' && value !== null) {
      holders.push(value);
      keys.push(key);
    }
    return value;
  };
}
