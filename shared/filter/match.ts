/** Checks records against a filter in a scenario. */

import type { HeaderLines } from '#shared/ingestion/message.ts';
import { compareNumbers, exactNumber, isJsonNumber, isJsonObject } from '#shared/kit/exact-json.ts';
import {
  type AnyTerm,
  type BodyPath,
  bodyValueText,
  type Combined,
  foldCase,
  isNamed,
  isOrder,
  isWrittenNumber,
  type NamedEntity,
  type Order,
  partsOf,
  type TextOperator,
  termsOf,
  textMatches,
  type WrittenNumber,
} from './filter.ts';
import { writtenFilter } from './print.ts';
import type { SubjectFilter, SubjectTerm } from './subject.ts';

/** Null and undefined if the record has no such value; of several texts, one match is enough. */
export type FieldValue = string | number | null | undefined | readonly string[] | NamedEntity;

/** How the values of a record are read. */
export interface FieldReaders<Item, Name extends string = string> {
  /** Times are in milliseconds since the epoch, or from the start of the run. */
  readonly fields: Readonly<Record<Name, (item: Item) => FieldValue>>;
  readonly headers: (item: Item) => HeaderLines;
  /** The body as parsed JSON; undefined if there is none. */
  readonly body: (item: Item) => unknown;
  /** Texts in which a word without a field is searched. */
  readonly texts: (item: Item) => readonly FieldValue[];
}

export interface MatchSettings {
  /** Start of the run on its clock, in milliseconds since the epoch, if times are read from it. */
  readonly startsAt: number;
}

/** A part of a filter, and whether a record matches it. */
export interface MatchedTerm {
  readonly term: string;
  readonly matches: boolean;
  /** The value found; null if it is absent. */
  readonly found: string | null;
}

const compare: Readonly<Record<'=' | Order, (a: number, b: number) => boolean>> = {
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

const numberMatches = (value: unknown, operator: '=' | Order, { number }: WrittenNumber): boolean =>
  isJsonNumber(value) && compare[operator](compareNumbers(value, exactNumber(number)), 0);

type TermOf<Kind extends AnyTerm['kind']> = Extract<AnyTerm, { kind: Kind }>;

/** A number, `true`, `false` or `null` matches itself only; text in a body matches either. */
function bodyMatches({ operator, value: expected }: TermOf<'body'>, value: unknown): boolean {
  if (isOrder(operator))
    return isWrittenNumber(expected) && numberMatches(value, operator, expected);
  if (typeof value === 'string') return textMatches(operator, bodyValueText(expected), value);
  if (isWrittenNumber(expected)) return numberMatches(value, '=', expected);
  return typeof expected !== 'string' && value === expected;
}

/** Whether a parsed body has a value that matches; undefined if there is no body. */
export const bodyTermMatches = (term: TermOf<'body'>, body: unknown): boolean =>
  bodyMatches(term, valueAt(body, term.path));

/** Whether a text, one of several, or a name or ID matches. */
function fieldMatches(operator: TextOperator, expected: string, value: FieldValue): boolean {
  if (typeof value === 'string') return textMatches(operator, expected, value);
  if (typeof value !== 'object' || value === null) return false;
  return 'id' in value
    ? isNamed(operator, expected, value)
    : value.some((text) => textMatches(operator, expected, text));
}

function readerOf<Item>({ fields }: FieldReaders<Item>, field: string) {
  const readField = fields[field];
  if (readField === undefined) throw new Error(`no reader for ${field}`);
  return readField;
}

type Predicate<Item> = (item: Item) => boolean;

function termPredicate<Item>(
  term: AnyTerm,
  readers: FieldReaders<Item>,
  { startsAt }: MatchSettings,
): Predicate<Item> {
  switch (term.kind) {
    case 'choice':
    case 'name':
    case 'text': {
      const readField = readerOf(readers, term.field);
      const operator = term.kind === 'text' ? term.operator : '=';
      return (item) => fieldMatches(operator, term.value, readField(item));
    }
    case 'number':
    case 'moment': {
      const readField = readerOf(readers, term.field);
      const compares = compare[term.operator];
      const limit =
        term.kind === 'number'
          ? term.value
          : term.value.ms - (term.value.from === 'epoch' ? startsAt : 0);
      return (item) => {
        const value = readField(item);
        return typeof value === 'number' && compares(value, limit);
      };
    }
    case 'rows': {
      const readField = readerOf(readers, term.field);
      return (item) => {
        const value = readField(item);
        return (
          typeof value === 'number' &&
          term.ranges.some(([from, to]) => value >= from && value <= to)
        );
      };
    }
    case 'header':
      return (item) =>
        readers
          .headers(item)
          .some(
            ([name, value]) =>
              foldCase(name) === term.name && textMatches(term.operator, term.value, value),
          );
    case 'body':
      return (item) => bodyTermMatches(term, readers.body(item));
    case 'anywhere':
      return (item) => readers.texts(item).some((text) => fieldMatches(':', term.value, text));
  }
}

/** Compiles a filter, so that a field is looked up once, not for each record. */
export function createMatcher<Item>(
  filter: Combined<AnyTerm>,
  readers: FieldReaders<Item>,
  settings: MatchSettings,
): Predicate<Item> {
  switch (filter.kind) {
    case 'and':
    case 'or': {
      const parts = filter.parts.map((part) => createMatcher(part, readers, settings));
      return filter.kind === 'and'
        ? (item) => parts.every((part) => part(item))
        : (item) => parts.some((part) => part(item));
    }
    case 'not': {
      const part = createMatcher(filter.part, readers, settings);
      return (item) => !part(item);
    }
    default:
      return termPredicate(filter, readers, settings);
  }
}

/** The value of the record that a term refers to; undefined if there is none. */
export function termValue<Item>(
  term: SubjectTerm,
  readers: FieldReaders<Item>,
  subject: Item,
): unknown {
  switch (term.kind) {
    case 'header':
      return readers.headers(subject).find(([name]) => foldCase(name) === term.name)?.[1];
    case 'body':
      return valueAt(readers.body(subject), term.path);
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
  textOfValue: (term: SubjectTerm, value: unknown) => string | null,
): readonly MatchedTerm[] =>
  partsOf(filter).map((part) => {
    const values = termsOf(part).map((term) =>
      textOfValue(term, termValue(term, readers, subject)),
    );
    const texts = [...new Set(values.filter((text) => text !== null))];
    return {
      term: writtenFilter(part, true),
      matches: createMatcher(part, readers, settings)(subject),
      found: texts.length > 0 ? texts.join(', ') : null,
    };
  });
