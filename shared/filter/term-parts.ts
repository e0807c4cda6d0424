/** Reads the parts of a term: field, operator and value, with errors that name the position. */

import { meantText } from '#shared/kit/closest-name.ts';
import { parseDuration } from '#shared/kit/duration.ts';
import { isNumberText } from '#shared/kit/exact-json.ts';
import { type FieldSpec, fieldOf, fields } from './fields.ts';
import {
  type BodyPath,
  type BodyValue,
  type ContentTerm,
  isWrittenNumber,
  type Order,
  type TextOperator,
  type WrittenNumber,
} from './filter.ts';
import type { Problem, Span, TermToken, ValueToken, WordToken } from './lex.ts';
import { parseTime } from './time-text.ts';

/** A problem in the filter text, with its position. */
export class InvalidTerm extends Error {
  readonly problem: Problem;

  constructor({ start, end }: Span, message: string) {
    super(message);
    this.problem = { start, end, message };
  }
}

export function parseBodyValue({
  text,
  isQuoted,
}: Pick<ValueToken, 'text' | 'isQuoted'>): BodyValue {
  if (isQuoted) return text;
  if (text === 'true' || text === 'false') return text === 'true';
  if (text === 'null') return null;
  return isNumberText(text) ? { number: text } : text;
}

export const listed = (names: readonly string[]): string => names.join(', ');

export function requiredValue(
  { value, start, end }: TermToken,
  { example }: FieldSpec,
): ValueToken {
  if (value === null)
    throw new InvalidTerm({ start, end }, `The value is missing. Example: ${example}.`);
  return value;
}

export function choiceOf<Choice extends string>(
  token: TermToken,
  field: FieldSpec,
  choices: readonly Choice[],
): Choice {
  const value = requiredValue(token, field);
  const choice = choices.find((choice) => choice === value.text.toLowerCase());
  if (choice === undefined)
    throw new InvalidTerm(
      value,
      `"${value.text}" is not a valid value for ${field.name}. ${meantText(value.text, choices) ?? `Use ${choices.length > 1 ? 'one of ' : ''}${listed(choices)}.`}`,
    );
  return choice;
}

function writtenNumberOf(token: TermToken, field: FieldSpec): WrittenNumber {
  const value = requiredValue(token, field);
  const number = parseBodyValue(value);
  const hundreds = field.name === 'status' ? /^([1-5])xx$/i.exec(value.text)?.[1] : undefined;
  if (hundreds !== undefined)
    throw new InvalidTerm(
      value,
      `"${value.text}" is not a number. Use status>=${hundreds}00 status<${Number(hundreds) + 1}00.`,
    );
  if (!isWrittenNumber(number))
    throw new InvalidTerm(value, `"${value.text}" is not a number. Example: ${field.example}.`);
  return number;
}

export const numberOf = (token: TermToken, field: FieldSpec): number =>
  // 0 and -0 are equal, but only 0 can be printed.
  Number(writtenNumberOf(token, field).number) + 0;

export function durationOf(token: TermToken, field: FieldSpec): number {
  const value = requiredValue(token, field);
  const ms = parseDuration(value.text);
  if (ms === null)
    throw new InvalidTerm(
      value,
      `"${value.text}" is not a duration. Use a number and a unit, such as 30s, 10m, 2h or 1d.`,
    );
  return ms;
}

export function momentOf(token: TermToken, field: FieldSpec): number {
  const value = requiredValue(token, field);
  const at = parseTime(value.text);
  if (at === null)
    throw new InvalidTerm(
      value,
      `"${value.text}" is not a valid time. Use a date, or a date and time with a time zone, such as 2026-11-20T15:04Z.`,
    );
  return at;
}

function headerNameOf({ head }: TermToken): string {
  const name = /^[^[]*\[([^\]]+)\]$/.exec(head.text)?.[1]?.trim();
  if (name === undefined || name === '')
    throw new InvalidTerm(head, 'Put the header name in brackets: header[x-env]=test.');
  return name.toLowerCase();
}

const pathStep = /\.(?:"([^"\\]+)"|([^."[\]\\]+))|\[(\d{1,9})\]/y;

/** The path in a text from a position; a number is the position of the first invalid character. */
function readPath(text: string, start: number): BodyPath | number {
  const path: (string | number)[] = [];
  for (let at = start; at < text.length; at = pathStep.lastIndex) {
    pathStep.lastIndex = at;
    const step = pathStep.exec(text);
    if (step === null) return at;
    const [, quoted, plain, position] = step;
    path.push(position === undefined ? (quoted ?? plain ?? '') : Number(position));
  }
  return path;
}

/** Whether a text is a path into a message, such as `properties.products[0].sku`. */
export const isMessagePath = (text: string): boolean =>
  typeof readPath(`.${text}`, 0) !== 'number' && text !== '';

function bodyPathOf({ head }: TermToken): BodyPath {
  const path = readPath(head.text, 'body'.length);
  if (typeof path === 'number')
    throw new InvalidTerm(
      { start: head.start + path, end: head.end },
      'Invalid path. Use names after dots and indexes in brackets, such as body.products[0].sku.',
    );
  if (path.length === 0)
    throw new InvalidTerm(head, 'The path is missing. Example: body.properties.total>100.');
  return path;
}

export const isOrder = (sign: string): sign is Order => ['<', '<=', '>', '>='].includes(sign);
export const textOperator = (sign: string): TextOperator => (sign === '=' ? '=' : ':');

export function signOf({ operator, head }: TermToken, field: FieldSpec): string {
  const { sign } = operator;
  if (sign === '!=')
    throw new InvalidTerm(operator, `!= is not an operator. Use not ${head.text}:… instead.`);
  if (!field.signs.includes(sign))
    throw new InvalidTerm(
      operator,
      `Invalid operator for ${field.name}. Use one of ${field.signs.join(' ')}, such as ${field.example}.`,
    );
  return sign;
}

/** Paths that are often written without `body`. */
const inBody = /^(?:properties|traits|context)[.[]/;

function throwUnknownField(
  { head, operator, value }: TermToken,
  table: readonly FieldSpec[],
): never {
  const negated = head.text.startsWith('-') ? head.text.slice(1) : '';
  if (fieldOf(negated, table) !== undefined) {
    const suggestedValue = value === null || value.isQuoted ? '…' : value.text;
    throw new InvalidTerm(
      head,
      `A minus can't negate a term. Use not ${negated}${operator.sign}${suggestedValue} instead.`,
    );
  }
  if (head.text === '')
    throw new InvalidTerm(
      { start: head.start, end: head.start + 1 },
      'The field is missing before this operator. Example: status>=500.',
    );
  const names = table.map(({ name }) => name);
  if (names.includes('body') && inBody.test(head.text))
    throw new InvalidTerm(
      head,
      `"${head.text}" is a path in the body. Use body.${head.text}${operator.sign}….`,
    );
  const meant = meantText(/^[^.[]*/.exec(head.text)?.[0] ?? '', names);
  throw new InvalidTerm(
    head,
    `Unknown field "${head.text}". ${meant ?? `Use one of ${listed(names)}, or put the text in quotes.`}`,
  );
}

/** Finds the field of a term; only headers and bodies have a name or path after it. */
export function fieldOfTerm(token: TermToken, table: readonly FieldSpec[] = fields): FieldSpec {
  const field = fieldOf(token.head.text, table);
  if (field === undefined) return throwUnknownField(token, table);
  const plain = token.head.text.length === field.name.length;
  if (!plain && field.name !== 'header' && field.name !== 'body')
    return throwUnknownField(token, table);
  return field;
}

/** Parses a word as text to search for. A word that starts like a term is probably incomplete. */
export function searchedTextOf(token: WordToken): string {
  if (!token.isQuoted && /^(body[.[]|header\[)/i.test(token.text))
    throw new InvalidTerm(
      token,
      `${token.text} has no value. Use ${token.text}=…, or put the text in quotes.`,
    );
  if (token.text === '')
    throw new InvalidTerm(token, 'The quotes are empty. Add text between them.');
  return token.text;
}

/** Parses a term about a header or the body; null for other fields. */
export function contentTermOf(
  token: TermToken,
  field: FieldSpec,
  sign: string,
): ContentTerm | null {
  const operator = textOperator(sign);
  if (field.name === 'header') {
    const { text } = requiredValue(token, field);
    return { kind: 'header', name: headerNameOf(token), operator, text };
  }
  if (field.name !== 'body') return null;
  const path = bodyPathOf(token);
  return isOrder(sign)
    ? { kind: 'bodyNumber', path, operator: sign, value: writtenNumberOf(token, field) }
    : { kind: 'body', path, operator, value: parseBodyValue(requiredValue(token, field)) };
}
