/** Checks records against a filter in a scenario. */

import type { HeaderLines } from '#shared/ingestion/message.ts';
import { compareNumbers, exactNumber, isJsonNumber, isJsonObject } from '#shared/kit/exact-json.ts';
import {
  type BodyPath,
  type BodyValue,
  bodyValueText,
  combine,
  foldCase,
  isWrittenNumber,
  type Order,
  type Predicate,
  partsOf,
  type TextOperator,
  textMatches,
  type WrittenNumber,
} from './filter.ts';
import type { SubjectFilter, SubjectTerm } from './subject.ts';

/** Null and undefined if the record has no such value; of several texts, one match is enough. */
export type FieldValue = string | number | null | undefined | readonly string[];

/** How the values of a record are read. */
export interface FieldReaders<Item> {
  /** Moments are milliseconds from the start of the run. */
  readonly fields: Readonly<Record<string, (subject: Item) => FieldValue>>;
  readonly headers?: (subject: Item) => HeaderLines;
  /** The body as parsed JSON; undefined if there is none. */
  readonly body?: (subject: Item) => unknown;
  /** Texts in which a word without a field is searched. */
  readonly texts?: (subject: Item) => readonly (string | null)[];
}

export interface MatchSettings {
  /** Start of the run on its clock, in milliseconds since the epoch. */
  readonly startsAt: number;
}

/** A part of a filter, and whether a record matches it. */
export interface MatchedTerm {
  readonly term: string;
  readonly matches: boolean;
  /** The value found; null if it is absent. */
  readonly found: string | null;
}

export const compare: Readonly<Record<'=' | Order, (a: number, b: number) => boolean>> = {
  '=': (a, b) => a === b,
  '<': (a, b) => a < b,
  '<=': (a, b) => a <= b,
  '>': (a, b) => a > b,
  '>=': (a, b) => a >= b,
};

/** The value at a path of a body; undefined if there is none. */
export const valueAt = (body: unknown, path: BodyPath): unknown =>
  path.reduce<unknown>((value, step) => {
    if (typeof step === 'number') return Array.isArray(value) ? value[step] : undefined;
    return isJsonObject(value) && Object.hasOwn(value, step) ? value[step] : undefined;
  }, body);

/** Whether a value of a body is a number, and compares so with one that is given as written. */
export const numberMatches = (
  value: unknown,
  operator: '=' | Order,
  { number }: WrittenNumber,
): boolean =>
  isJsonNumber(value) && compare[operator](compareNumbers(value, exactNumber(number)), 0);

/** A number, `true`, `false` or `null` matches itself only; text in a body matches either. */
export function bodyMatches(value: unknown, operator: TextOperator, expected: BodyValue): boolean {
  if (typeof value === 'string') return textMatches(operator, bodyValueText(expected), value);
  if (isWrittenNumber(expected)) return numberMatches(value, '=', expected);
  return typeof expected !== 'string' && value === expected;
}

function readerOf<Item>({ fields }: FieldReaders<Item>, field: string) {
  const readField = fields[field];
  if (readField === undefined) throw new Error(`no reader for ${field}`);
  return readField;
}

const noBody = (): undefined => undefined;
const noLines = (): readonly never[] => [];

function termPredicate<Item>(
  term: SubjectTerm,
  readers: FieldReaders<Item>,
  { startsAt }: MatchSettings,
): Predicate<Item> {
  switch (term.kind) {
    case 'name': {
      const readField = readerOf(readers, term.field);
      return (subject) => readField(subject) === term.name;
    }
    case 'text': {
      const readField = readerOf(readers, term.field);
      const isExpected = (text: string): boolean => textMatches(term.operator, term.text, text);
      return (subject) => {
        const value = readField(subject);
        if (typeof value === 'string') return isExpected(value);
        return typeof value === 'object' && value !== null && value.some(isExpected);
      };
    }
    case 'number':
    case 'moment': {
      const readField = readerOf(readers, term.field);
      const limit =
        term.kind === 'number' ? term.number : term.ms - (term.from === 'epoch' ? startsAt : 0);
      const compares = compare[term.operator];
      return (subject) => {
        const value = readField(subject);
        return typeof value === 'number' && compares(value, limit);
      };
    }
    case 'header': {
      const { headers = noLines } = readers;
      return (subject) =>
        headers(subject).some(
          ([name, value]) =>
            foldCase(name) === term.name && textMatches(term.operator, term.text, value),
        );
    }
    case 'body': {
      const { body = noBody } = readers;
      return (subject) => bodyMatches(valueAt(body(subject), term.path), term.operator, term.value);
    }
    case 'bodyNumber': {
      const { body = noBody } = readers;
      return (subject) =>
        numberMatches(valueAt(body(subject), term.path), term.operator, term.value);
    }
    case 'anywhere': {
      const { texts = noLines } = readers;
      return (subject) =>
        texts(subject).some((text) => text !== null && textMatches(':', term.text, text));
    }
  }
}

/** Compiles a filter, so that a field is looked up once, not for each record. */
export const createMatcher = <Item>(
  filter: SubjectFilter,
  readers: FieldReaders<Item>,
  settings: MatchSettings,
): Predicate<Item> => combine(filter, (term) => termPredicate(term, readers, settings));

/** All terms, in the order written. */
export const termsOf = (filter: SubjectFilter): readonly SubjectTerm[] =>
  filter.kind === 'and' || filter.kind === 'or'
    ? filter.parts.flatMap(termsOf)
    : filter.kind === 'not'
      ? termsOf(filter.part)
      : [filter];

/** The text of a filter, with terms as written. */
export function writtenFilter(filter: SubjectFilter, within: 'not' | 'and' | null = null): string {
  switch (filter.kind) {
    case 'and': {
      const text = filter.parts.map((part) => writtenFilter(part, 'and')).join(' ');
      return within === 'not' ? `(${text})` : text;
    }
    case 'or': {
      const text = filter.parts.map((part) => writtenFilter(part, 'and')).join(' or ');
      return within === null ? text : `(${text})`;
    }
    case 'not':
      return `not ${writtenFilter(filter.part, 'not')}`;
    default:
      return filter.written;
  }
}

function textOf(value: unknown): string | null {
  if (value === undefined) return null;
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** The value of the record that a term refers to; undefined if there is none. */
export function termValue<Item>(
  term: SubjectTerm,
  readers: FieldReaders<Item>,
  subject: Item,
): unknown {
  switch (term.kind) {
    case 'header':
      return readers.headers?.(subject).find(([name]) => foldCase(name) === term.name)?.[1];
    case 'body':
    case 'bodyNumber':
      return valueAt(readers.body?.(subject), term.path);
    case 'anywhere':
      return undefined;
    default:
      return readerOf(readers, term.field)(subject) ?? undefined;
  }
}

/** The parts that are combined with "and", each with the value found. */
export const matchTerms = <Item>(
  filter: SubjectFilter,
  readers: FieldReaders<Item>,
  settings: MatchSettings,
  subject: Item,
  textOfValue: (term: SubjectTerm, value: unknown) => string | null = (_, value) => textOf(value),
): readonly MatchedTerm[] =>
  partsOf(filter).map((part) => {
    const values = termsOf(part).map((term) =>
      textOfValue(term, termValue(term, readers, subject)),
    );
    const texts = [...new Set(values.filter((text) => text !== null))];
    return {
      term: writtenFilter(part, 'and'),
      matches: createMatcher(part, readers, settings)(subject),
      found: texts.length > 0 ? texts.join(', ') : null,
    };
  });
