/** Parses a term of a filter in a scenario. */
import { parseDuration } from '../lib/duration.ts';
import type { FieldSpec } from './fields.ts';
import type { TermToken, WordToken } from './lex.ts';
import { type Subject, type SubjectTerm, subjectFields } from './subject.ts';
import {
  choiceOf,
  contentTermOf,
  durationOf,
  fieldOfTerm,
  InvalidTerm,
  isOrder,
  numberOf,
  requiredValue,
  searchedTextOf,
  signOf,
  textOperator,
} from './term-parts.ts';
import { parseTime } from './time-text.ts';

const names = ['step', 'message', 'mock'];
const numbers = ['status', 'attempts', 'attempt'];
const moments = ['created', 'attempted', 'started', 'received'];

/** A time, or a duration after the start of the run: `+2h`. */
function momentOf(token: TermToken, field: FieldSpec) {
  const value = requiredValue(token, field);
  const ms = value.text.startsWith('+') ? parseDuration(value.text.slice(1)) : null;
  if (ms !== null) return { from: 'start' as const, ms };
  const at = parseTime(value.text);
  if (at !== null) return { from: 'epoch' as const, ms: at };
  throw new InvalidTerm(
    value,
    `"${value.text}" is not a valid time. Use a time since the start, such as +2h, or a date and time with a time zone.`,
  );
}

export function parseSubjectTerm(token: TermToken, subject: Subject, text: string): SubjectTerm {
  const field = fieldOfTerm(token, subjectFields[subject]);
  const sign = signOf(token, field);
  const written = text.slice(token.start, token.end);
  const operator = textOperator(sign);
  const order = isOrder(sign) ? sign : null;
  const { name } = field;

  const content = contentTermOf(token, field, sign);
  if (content !== null) return { written, ...content };
  if (field.choices !== undefined)
    return { kind: 'name', written, field: name, name: choiceOf(token, field, field.choices) };
  if (names.includes(name))
    return { kind: 'name', written, field: name, name: requiredValue(token, field).text };
  if (order !== null && moments.includes(name))
    return { kind: 'moment', written, field: name, operator: order, ...momentOf(token, field) };
  if (name === 'duration' || numbers.includes(name)) {
    const number = name === 'duration' ? durationOf(token, field) : numberOf(token, field);
    return { kind: 'number', written, field: name, operator: order ?? '=', number };
  }
  return { kind: 'text', written, field: name, operator, text: requiredValue(token, field).text };
}

export const parseSubjectWord = (token: WordToken, text: string): SubjectTerm => ({
  kind: 'anywhere',
  written: text.slice(token.start, token.end),
  text: searchedTextOf(token),
});
