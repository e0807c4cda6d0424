/** Parses a term of a filter of deliveries. */

import {
  AttemptCode,
  attemptOutcomes,
  deliveryReasons,
  deliveryStates,
} from '#shared/deliveries/delivery.ts';
import { MessageType, OriginKind } from '#shared/ingestion/message.ts';
import { meantText } from '#shared/kit/closest-name.ts';
import { formatDuration } from '#shared/kit/duration.ts';
import type { FieldSpec } from './fields.ts';
import { numberFields, type Term, textFields } from './filter.ts';
import type { TermToken, WordToken } from './lex.ts';
import {
  choiceOf,
  contentTermOf,
  durationOf,
  fieldOfTerm,
  InvalidTerm,
  isOrder,
  listed,
  momentOf,
  numberOf,
  requiredValue,
  searchedTextOf,
  signOf,
  textOperator,
} from './term-parts.ts';

/** Parses a field, an operator and a value. */
export function parseTerm(token: TermToken): Term {
  const field = fieldOfTerm(token);
  const sign = signOf(token, field);
  const content = contentTermOf(token, field, sign);
  if (content !== null) return content;
  if (field.name === 'age' && isOrder(sign))
    return { kind: 'age', operator: sign, ageMs: durationOf(token, field) };
  if ((field.name === 'created' || field.name === 'attempted') && isOrder(sign))
    return { kind: field.name, operator: sign, at: momentOf(token, field) };
  const number = numberFields.find((name) => name === field.name);
  if (number !== undefined)
    return {
      kind: 'number',
      field: number,
      operator: isOrder(sign) ? sign : '=',
      number: numberOf(token, field),
    };
  const text = textFields.find((name) => name === field.name);
  if (text !== undefined)
    return {
      kind: 'text',
      field: text,
      operator: textOperator(sign),
      text: requiredValue(token, field).text,
    };
  return choiceTermOf(token, field);
}

/** Parses an origin, or a sync or deletion request: `origin:sync`, `origin:sync:17`. */
function originOf(token: TermToken, field: FieldSpec): Term {
  const value = requiredValue(token, field);
  const [, kind = '', id] = /^([^:]*)(?::(.*))?$/s.exec(value.text) ?? [];
  const origin = OriginKind.options.find((option) => option === kind.toLowerCase());
  if (origin === undefined)
    throw new InvalidTerm(
      value,
      `"${kind}" is not a valid value for origin. ${meantText(kind, OriginKind.options) ?? `Use one of ${listed(OriginKind.options)}.`}`,
    );
  if (id === undefined) return { kind: 'origin', origin, id: null };
  if (origin !== 'sync' && origin !== 'deletion')
    throw new InvalidTerm(value, `The origin ${origin} has no ID. Use origin:${origin}.`);
  if (id === '')
    throw new InvalidTerm(
      value,
      `The ID is missing. Use origin:${origin}, or add an ID after the colon.`,
    );
  return { kind: 'origin', origin, id };
}

function choiceTermOf(token: TermToken, field: FieldSpec): Term {
  if (field.name === 'state')
    return { kind: 'state', state: choiceOf(token, field, deliveryStates) };
  if (field.name === 'reason')
    return { kind: 'reason', reason: choiceOf(token, field, deliveryReasons) };
  if (field.name === 'type')
    return { kind: 'type', type: choiceOf(token, field, MessageType.options) };
  if (field.name === 'origin') return originOf(token, field);
  if (field.name === 'outcome')
    return { kind: 'outcome', outcome: choiceOf(token, field, attemptOutcomes) };
  if (field.name === 'code')
    return { kind: 'code', code: choiceOf(token, field, AttemptCode.options) };
  choiceOf(token, field, field.choices ?? []);
  return { kind: 'warning' };
}

/** Parses a word as text to search for. */
export const parseWord = (token: WordToken): Term => ({
  kind: 'anywhere',
  text: searchedTextOf(token),
});

/** Prints an age: `90s`, `10m`, `1h30m`. */
export const ageText = (ageMs: number): string =>
  formatDuration(ageMs).replaceAll(' ', '').replaceAll('min', 'm');
