/** Checking what a caller gives, field by field (D42). */
import { FieldError } from './errors.ts';
import { isIso8601, timestampForms } from './iso-8601.ts';

/** What a field must be. */
export interface Kind {
  readonly is: (value: unknown) => boolean;
  /** Ends the sentence "field must …". */
  readonly must: string;
}

/** By their tag, so that those of another realm, such as a frame or a vm context, count too. */
export const tagOf = (value: unknown): string => Object.prototype.toString.call(value).slice(8, -1);

const isText = (value: unknown): value is string => typeof value === 'string';

function isTime(value: unknown): boolean {
  if (isText(value)) return isIso8601(value);
  // Years over 9999 have a sign, which ISO 8601 has only by agreement.
  return tagOf(value) === 'Date' && isIso8601(JSON.stringify(value).slice(1, -1));
}

export const text: Kind = { is: isText, must: 'be a string' };

export const id: Kind = {
  is: (value) => isText(value) && value !== '',
  must: 'be a string that is not empty',
};

/** Not a list, Map or Set: JSON would write those as something else, or lose what they hold. */
export const fields: Kind = {
  is: (value) => tagOf(value) === 'Object',
  must: 'be an object of keys and values',
};

export const time: Kind = {
  is: isTime,
  must: `be a Date or an ISO 8601 string: ${timestampForms}`,
};

export const isAbsent = (value: unknown): value is null | undefined =>
  value === undefined || value === null;

/**
 * The fields that are there, each of its kind. Null counts as absent (D10); a field that is not known
 * is refused, since it would be lost: most are a slip of the pen.
 *
 * @param subject What the fields are of, for the sentences: `track`, `options`.
 */
export function checkFields(
  subject: string,
  given: unknown,
  kinds: ReadonlyMap<string, Kind>,
): Readonly<Record<string, unknown>> {
  if (!fields.is(given))
    throw new FieldError(
      subject,
      `${subject} needs an object, not ${given === null ? 'null' : tagOf(given)}.`,
    );
  const present: Record<string, unknown> = {};
  for (const [field, value] of Object.entries(given as object)) {
    const kind = kinds.get(field);
    if (kind === undefined)
      throw new FieldError(
        field,
        `${subject} has no field "${field}": it takes ${[...kinds.keys()].join(', ')}.`,
      );
    if (isAbsent(value)) continue;
    if (!kind.is(value)) throw new FieldError(field, `${subject}: ${field} must ${kind.must}.`);
    present[field] = value;
  }
  return present;
}
