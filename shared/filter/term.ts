/** Reads a term: field, operator and value, with errors that name the position. */

import { meantText } from '#shared/kit/closest-name.ts';
import { parseDuration } from '#shared/kit/duration.ts';
import { isNumberText } from '#shared/kit/exact-json.ts';
import { type Field, fieldOf } from './fields.ts';
import {
  type AnyTerm,
  type BodyPath,
  type BodyValue,
  isOrder,
  isWrittenNumber,
  originParts,
  type RowRange,
  rangesOf,
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

// Finds the field and the operator.

/** Paths that are often written without `body`. */
const inBody = /^(?:properties|traits|context)[.[]/;

function throwUnknownField({ head, operator, value }: TermToken, table: readonly Field[]): never {
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
    `Unknown field "${head.text}". ${meant ?? `Use one of ${names.join(', ')}, or put the text in quotes.`}`,
  );
}

/** Finds the field of a term; only headers and bodies have a name or path after it. */
function fieldOfTerm(token: TermToken, table: readonly Field[]): Field {
  const field = fieldOf(token.head.text, table);
  const isPlain = token.head.text.length === field?.name.length;
  if (field === undefined || (!isPlain && field.type !== 'header' && field.type !== 'body'))
    return throwUnknownField(token, table);
  return field;
}

function signOf({ operator, head }: TermToken, field: Field): string {
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

// Reads the value.

function requiredValue({ value, start, end }: TermToken, { example }: Field): ValueToken {
  if (value === null)
    throw new InvalidTerm({ start, end }, `The value is missing. Example: ${example}.`);
  return value;
}

/** Reads a value with a function that returns null if it is invalid. */
function readValue<Value>(
  token: TermToken,
  field: Field,
  read: (text: string) => Value | null,
  problem: string,
): Value {
  const value = requiredValue(token, field);
  const found = read(value.text);
  if (found === null) throw new InvalidTerm(value, `"${value.text}" ${problem}`);
  return found;
}

/** The allowed value that a text stands for, ignoring case. */
function choiceOf(text: string, span: Span, { name, choices }: Field): string {
  const choice = choices.find((choice) => choice === text.toLowerCase());
  if (choice !== undefined) return choice;
  const valid = `Use ${choices.length > 1 ? 'one of ' : ''}${choices.join(', ')}.`;
  throw new InvalidTerm(
    span,
    `"${text}" is not a valid value for ${name}. ${meantText(text, choices) ?? valid}`,
  );
}

/** An origin, or a sync or deletion request: `sync`, `sync:17`. */
function originOf(value: ValueToken, field: Field): string {
  const [kind, id] = originParts(value.text);
  const origin = choiceOf(kind, value, field);
  if (id === null) return origin;
  if (origin !== 'sync' && origin !== 'deletion')
    throw new InvalidTerm(value, `The origin ${origin} has no ID. Use origin:${origin}.`);
  if (id === '')
    throw new InvalidTerm(
      value,
      `The ID is missing. Use origin:${origin}, or add an ID after the colon.`,
    );
  return `${origin}:${id}`;
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

function writtenNumberOf(token: TermToken, field: Field): WrittenNumber {
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

function numberOf(token: TermToken, field: Field): number {
  switch (field.type) {
    case 'age':
    case 'duration':
      return readValue(
        token,
        field,
        parseDuration,
        'is not a duration. Use a number and a unit, such as 30s, 10m, 2h or 1d.',
      );
    case 'time':
      return readValue(
        token,
        field,
        parseTime,
        'is not a valid time. Use a date, or a date and time with a time zone, such as 2026-11-20T15:04Z.',
      );
    default:
      // 0 and -0 are equal, but only 0 can be printed.
      return Number(writtenNumberOf(token, field).number) + 0;
  }
}

/** Tested one by one. */
export const maxRows = 10_000;

/** Numbers and ranges, with commas between. */
function readRows(text: string): readonly RowRange[] | null {
  if (!/^\d{1,15}(?:-\d{1,15})?(?:,\d{1,15}(?:-\d{1,15})?)*$/.test(text)) return null;
  const ranges = text.split(',').map((range): RowRange => {
    const [from = '', to = from] = range.split('-');
    return [Number(from), Number(to)];
  });
  return ranges.every(([from, to]) => from <= to) ? rangesOf(ranges) : null;
}

function rowsOf(token: TermToken, field: Field): readonly RowRange[] {
  const problem = `is not a list of numbers. Example: ${field.example}.`;
  const ranges = readValue(token, field, readRows, problem);
  if (ranges.reduce((sum, [from, to]) => sum + to - from + 1, 0) > maxRows)
    throw new InvalidTerm(
      requiredValue(token, field),
      `The ranges have more than ${maxRows.toLocaleString('en')} numbers. Use smaller ones.`,
    );
  return ranges;
}

/** A time, or a duration after the start of the run: `+2h`. */
function readRunTime(text: string) {
  const sinceStart = text.startsWith('+') ? parseDuration(text.slice(1)) : null;
  const ms = sinceStart ?? parseTime(text);
  return ms === null ? null : ({ from: sinceStart === null ? 'epoch' : 'start', ms } as const);
}

function headerNameOf({ head }: TermToken): string {
  const name = /^[^[]*\[([^\]]+)\]$/.exec(head.text)?.[1]?.trim();
  if (name === undefined || name === '')
    throw new InvalidTerm(head, 'Put the header name in brackets: header[x-env]=test.');
  return name.toLowerCase();
}

/** SQLite can't read a path with a NUL. */
const pathStep = /\.(?:"([^"\\\0]+)"|([^."[\]\\\0]+))|\[(\d{1,9})\]/y;

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

/** The path in a text such as `.properties.products[0].sku`; null if it is invalid or empty. */
export function readBodyPath(text: string): BodyPath | null {
  const path = readPath(text, 0);
  return typeof path === 'number' || path.length === 0 ? null : path;
}

/** Whether a text is a path into a message, such as `properties.products[0].sku`. */
export const isMessagePath = (text: string): boolean => readBodyPath(`.${text}`) !== null;

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

/** Reads text to search for. A word that starts like a term is probably incomplete. */
function searchedTextOf(token: WordToken): string {
  if (!token.isQuoted && /^(body[.[]|header\[)/i.test(token.text))
    throw new InvalidTerm(
      token,
      `${token.text} has no value. Use ${token.text}=…, or put the text in quotes.`,
    );
  if (token.text === '')
    throw new InvalidTerm(token, 'The quotes are empty. Add text between them.');
  return token.text;
}

/** Reads a term with one of the fields, or a word without one. */
export function readTerm(token: TermToken | WordToken, table: readonly Field[]): AnyTerm {
  if (token.kind === 'word') return { kind: 'anywhere', value: searchedTextOf(token) };
  const field = fieldOfTerm(token, table);
  const sign = signOf(token, field);
  const order = isOrder(sign) ? sign : null;
  const operator = sign === '=' ? '=' : ':';
  const { name } = field;
  switch (field.type) {
    case 'choice': {
      const value = requiredValue(token, field);
      return { kind: 'choice', field: name, value: choiceOf(value.text, value, field) };
    }
    case 'origin':
      return { kind: 'choice', field: name, value: originOf(requiredValue(token, field), field) };
    case 'name':
      return { kind: 'name', field: name, value: requiredValue(token, field).text };
    case 'text':
      return { kind: 'text', field: name, operator, value: requiredValue(token, field).text };
    case 'number':
    case 'duration':
    case 'age':
    case 'time':
      return { kind: 'number', field: name, operator: order ?? '=', value: numberOf(token, field) };
    case 'rows':
      return { kind: 'rows', field: name, ranges: rowsOf(token, field) };
    case 'runTime':
      return {
        ...{ kind: 'moment', field: name, operator: order ?? '=' },
        value: readValue(
          token,
          field,
          readRunTime,
          'is not a valid time. Use a time since the start, such as +2h, or a date and time with a time zone.',
        ),
      };
    case 'header': {
      const { text: value } = requiredValue(token, field);
      return { kind: 'header', name: headerNameOf(token), operator, value };
    }
    case 'body': {
      const path = bodyPathOf(token);
      return order === null
        ? { kind: 'body', path, operator, value: parseBodyValue(requiredValue(token, field)) }
        : { kind: 'body', path, operator: order, value: writtenNumberOf(token, field) };
    }
  }
}
