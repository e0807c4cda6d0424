/** Values that JSON would lose or change without a word are refused, with the path to them. */
import { tagOf } from './check.ts';
import { FieldError } from './errors.ts';

/** Kinds of objects that JSON writes as what they are; others need a toJSON. */
const writable = new Set(['Object', 'Array', 'Number', 'String', 'Boolean']);

/** Why a value cannot be sent; null when it can. A Date and all else with toJSON is converted already. */
function problemOf(value: unknown, holders: readonly object[]): string | null {
  switch (typeof value) {
    case 'number':
      return Number.isFinite(value) ? null : `is ${value}: JSON has no such number`;
    case 'bigint':
      return 'is a BigInt: send it as a string';
    case 'function':
    case 'symbol':
      return `is a ${typeof value}: leave it out`;
    case 'object':
      if (value === null) return null;
      if (holders.includes(value)) return 'contains itself: leave it out';
      if (!writable.has(tagOf(value)))
        return `is a ${tagOf(value)}: convert it to an object, a list or a string`;
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
 * For JSON.stringify: lets a value through, or throws a FieldError that names it, as in
 * `traits.scores[2]`. As in JSON, undefined is left out of objects and is null in lists.
 *
 * @param nameOf The caller's name for a field of the message.
 */
export function checkedValue(subject: string, nameOf: (field: string) => string) {
  // From the message down to the holder of the value at hand.
  const holders: object[] = [];
  const keys: string[] = [];
  return function (this: object, key: string, value: unknown): unknown {
    while (holders.length > 0 && holders.at(-1) !== this) {
      holders.pop();
      keys.pop();
    }
    // An invalid Date becomes null by its toJSON.
    const original = (this as Record<string, unknown>)[key];
    const isInvalidDate = value === null && tagOf(original) === 'Date';
    const problem = isInvalidDate ? 'is an invalid Date' : problemOf(value, holders);
    if (problem !== null) {
      const [, field = key, ...inner] = [...keys, key];
      const path = inner.map((one, depth) => step(holders[depth + 1] ?? this, one)).join('');
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
