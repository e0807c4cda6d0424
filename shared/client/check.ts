/** Checks the fields of records and options (D42). */
import { FieldError } from './errors.ts';
import { isIso8601, timestampForms } from './iso-8601.ts';

/** A kind of value that a field can have. */
export interface Kind {
  readonly matches: (value: unknown) => boolean;
  /** Ends the sentence "field must …". */
  readonly must: string;
}

/** Also works for values of another realm, such as a frame or a vm context. */
export const tagOf = (value: unknown): string => Object.prototype.toString.call(value).slice(8, -1);

const isText = (value: unknown): value is string => typeof value === 'string';

function isTime(value: unknown): boolean {
  if (isText(value)) return isIso8601(value);
  // Years over 9999 are written with a sign, which isIso8601 does not accept.
  return tagOf(value) === 'Date' && isIso8601(JSON.stringify(value).slice(1, -1));
}

export const text: Kind = { matches: isText, must: 'be a string' };

export const id: Kind = {
  matches: (value) => isText(value) && value !== '',
  must: 'be a non-empty string',
};

/** Not an array, Map or Set: JSON would change or lose their contents. */
export const fields: Kind = {
  matches: (value) => tagOf(value) === 'Object',
  must: 'be a plain object',
};

export const time: Kind = {
  matches: isTime,
  must: `be a Date or an ISO 8601 string: ${timestampForms}`,
};

export const isAbsent = (value: unknown): value is null | undefined =>
  value === undefined || value === null;

/**
 * Returns the present fields, each checked. Null counts as absent (D10). Unknown fields are rejected,
 * because most are typos and would be lost.
 *
 * @param subject Starts the error messages: `track`, `options`.
 */
export function checkFields(
  subject: string,
  value: unknown,
  kinds: ReadonlyMap<string, Kind>,
): Readonly<Record<string, unknown>> {
  if (!fields.matches(value))
    throw new FieldError(
      subject,
      `${subject} needs an object, not ${value === null ? 'null' : tagOf(value)}.`,
    );
  const present: Record<string, unknown> = {};
  for (const [field, fieldValue] of Object.entries(value as object)) {
    const kind = kinds.get(field);
    if (kind === undefined)
      throw new FieldError(
        field,
        `${subject} has no field "${field}". Its fields are ${[...kinds.keys()].join(', ')}.`,
      );
    if (isAbsent(fieldValue)) continue;
    if (!kind.matches(fieldValue))
      throw new FieldError(field, `${subject}: ${field} must ${kind.must}.`);
    present[field] = fieldValue;
  }
  return present;
}
