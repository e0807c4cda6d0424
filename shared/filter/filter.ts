/**
 * The parsed form of a filter. `:` means that text contains a value, ignoring ASCII case; `=` means
 * an exact match.
 */
import type { DeliveryState } from '#shared/deliveries/delivery.ts';
import type { OriginKind } from '#shared/ingestion/message.ts';
import { type Field, type fields, orders } from './fields.ts';

export type Order = (typeof orders)[number];
export type TextOperator = ':' | '=';

export const isOrder = (operator: string): operator is Order =>
  orders.some((order) => order === operator);

/** Keys and indexes from the top of the body: `properties`, `products`, 0, `sku`. */
export type BodyPath = readonly (string | number)[];
/** A number as written, since a double can't represent all of them (D46). */
export interface WrittenNumber {
  readonly number: string;
}
/** JSON values. A number, `true`, `false` or `null` in quotes is a string. */
export type BodyValue = string | WrittenNumber | boolean | null;

export const isWrittenNumber = (value: BodyValue): value is WrittenNumber =>
  typeof value === 'object' && value !== null;

/** As it would be written as text in a body. */
export const bodyValueText = (value: BodyValue): string =>
  isWrittenNumber(value) ? value.number : String(value);

interface Choice<Name, Value> {
  readonly kind: 'choice';
  readonly field: Name;
  readonly value: Value;
}
interface Text<Name> {
  readonly kind: 'text';
  readonly field: Name;
  readonly operator: TextOperator;
  readonly value: string;
}
/** Durations are in milliseconds, times in milliseconds since the epoch. */
interface Amount<Name, Operator = '=' | Order> {
  readonly kind: 'number';
  readonly field: Name;
  readonly operator: Operator;
  readonly value: number;
}

/** A term about a header, the body or all text. */
type ContentTerm =
  | {
      readonly kind: 'header';
      /** Lowercase, because header names are case-insensitive. */
      readonly name: string;
      readonly operator: TextOperator;
      readonly value: string;
    }
  | ({ readonly kind: 'body'; readonly path: BodyPath } & (
      | { readonly operator: TextOperator; readonly value: BodyValue }
      | { readonly operator: Order; readonly value: WrittenNumber }
    ))
  /** Text to search in all fields. */
  | { readonly kind: 'anywhere'; readonly value: string };

/** Rows by their numbers: ranges in ascending order, with a gap between any two. */
interface Rows<Name> {
  readonly kind: 'rows';
  readonly field: Name;
  readonly ranges: readonly RowRange[];
}
/** Both ends are included. */
export type RowRange = readonly [from: number, to: number];

interface TermByType<Name, Value> {
  readonly choice: Choice<Name, Value>;
  readonly origin: Choice<Name, OriginKind | `${OriginKind}:${string}`>;
  readonly text: Text<Name>;
  readonly number: Amount<Name>;
  readonly age: Amount<Name, Order>;
  readonly time: Amount<Name, Order>;
  readonly rows: Rows<Name>;
}
type TermOf<OneField> =
  OneField extends Field<infer Name, infer Type extends keyof TermByType<never, never>, infer Value>
    ? TermByType<Name, Value>[Type]
    : never;

/** A term of a filter of deliveries. */
export type Term = TermOf<(typeof fields)[number]> | ContentTerm;

/** A field whose terms have a value of the row; others are read from the header or body. */
export type FieldName = Extract<Term, { readonly field: string }>['field'];

/** A term of any language. */
export type AnyTerm =
  | Choice<string, string>
  | { readonly kind: 'name'; readonly field: string; readonly value: string }
  | Text<string>
  | Amount<string>
  | Rows<string>
  | {
      readonly kind: 'moment';
      readonly field: string;
      readonly operator: '=' | Order;
      /** Milliseconds from the start of the run, or since the epoch. */
      readonly value: { readonly from: 'start' | 'epoch'; readonly ms: number };
    }
  | ContentTerm;

/** Terms of one language, combined. */
export type Combined<OneTerm> =
  | OneTerm
  | { readonly kind: 'not'; readonly part: Combined<OneTerm> }
  /** At least two parts, none of them an `and`. Without parts, everything matches. */
  | { readonly kind: 'and'; readonly parts: readonly Combined<OneTerm>[] }
  /** At least two parts, none of them an `or`. */
  | { readonly kind: 'or'; readonly parts: readonly Combined<OneTerm>[] };

export type Filter = Combined<Term>;

export const everything: Combined<never> = { kind: 'and', parts: [] };

export const isEverything = (filter: Combined<AnyTerm>): boolean =>
  filter.kind === 'and' && filter.parts.length === 0;

function join<OneTerm extends AnyTerm>(
  kind: 'and' | 'or',
  filters: readonly Combined<OneTerm>[],
): Combined<OneTerm> {
  const parts = filters.flatMap((filter) => (filter.kind === kind ? filter.parts : [filter]));
  const [only] = parts;
  return parts.length === 1 && only !== undefined ? only : { kind, parts };
}

/** Matches if all filters match; null is none. */
export const allOf = <OneTerm extends AnyTerm>(
  filters: readonly (Combined<OneTerm> | null)[],
): Combined<OneTerm> =>
  join(
    'and',
    filters.filter((filter) => filter !== null),
  );

/** Matches if at least one filter matches. Needs at least one. */
export const anyOf = <OneTerm extends AnyTerm>(
  filters: readonly Combined<OneTerm>[],
): Combined<OneTerm> => join('or', filters);

// Terms as a program writes them.

type TermWith<Kind> = Extract<Term, { readonly kind: Kind }>;

/** One of the states. */
export const inState = (...states: readonly DeliveryState[]): Filter =>
  anyOf(states.map((value) => ({ kind: 'choice', field: 'state', value })));

/** Exactly this text; for sources and destinations, their name or ID. */
export const textIs = (field: TermWith<'text'>['field'], value: string): Filter => ({
  ...{ kind: 'text', field, operator: '=', value },
});

export const numberIs = <Name extends TermWith<'number'>['field']>(
  field: Name,
  operator: Extract<Term, { readonly field: Name }>['operator'],
  value: number,
): Filter => ({ kind: 'number', field, operator, value }) as Filter;

/** The ranges of these numbers, which may be in any order. */
export function rangesOf(ranges: readonly RowRange[]): readonly RowRange[] {
  const merged: [number, number][] = [];
  for (const [from, to] of ranges.toSorted(([a], [b]) => a - b)) {
    const last = merged.at(-1);
    if (last !== undefined && from <= last[1] + 1) last[1] = Math.max(last[1], to);
    else merged.push([from, to]);
  }
  return merged;
}

/** Exactly these deliveries. */
export const deliveriesAre = (ids: readonly number[]): Filter => ({
  ...{ kind: 'rows', field: 'id', ranges: rangesOf(ids.map((id) => [id, id])) },
});

/** The parts that are combined with "and". */
export const partsOf = <OneTerm extends AnyTerm>(
  filter: Combined<OneTerm>,
): readonly Combined<OneTerm>[] => (filter.kind === 'and' ? filter.parts : [filter]);

/** All terms, in the order written. */
export function termsOf<OneTerm extends AnyTerm>(filter: Combined<OneTerm>): readonly OneTerm[] {
  if (filter.kind === 'and' || filter.kind === 'or') return filter.parts.flatMap(termsOf);
  return filter.kind === 'not' ? termsOf(filter.part) : [filter];
}

type NameOf<OneTerm> = OneTerm extends { readonly field: infer Name }
  ? Name
  : OneTerm extends { readonly kind: infer Kind }
    ? Kind
    : never;

/** The field of a term; `anywhere` for a text without one. */
export const fieldNameOf = <OneTerm extends AnyTerm>(term: OneTerm): NameOf<OneTerm> =>
  ('field' in term ? term.field : term.kind) as NameOf<OneTerm>;

/** Fields of the message itself. */
const messageFields: readonly string[] = [
  ...['type', 'event', 'user', 'source', 'origin', 'age', 'created', 'body', 'anywhere'],
];

/** Whether a message's match depends on its deliveries, which change after it arrived. */
export const dependsOnDeliveries = (filter: Filter): boolean =>
  termsOf(filter).some((term) => !messageFields.includes(fieldNameOf(term)));

/** The kind of an origin, and the ID after it: `sync:17`. */
export function originParts(origin: string): readonly [kind: string, id: string | null] {
  const [, kind = '', id = null] = /^([^:]*)(?::(.*))?$/s.exec(origin) ?? [];
  return [kind, id];
}

/** Same as SQLite's lower(): ASCII letters only. */
export const foldCase = (text: string): string =>
  text.replace(/[A-Z]/g, (letter) => letter.toLowerCase());

export const textMatches = (operator: TextOperator, pattern: string, text: string): boolean =>
  operator === '=' ? text === pattern : foldCase(text).includes(foldCase(pattern));

export interface NamedEntity {
  readonly id: string;
  readonly name: string;
}

/** Matches a source or destination by name, or by its complete ID. */
export const isNamed = (
  operator: TextOperator,
  pattern: string,
  { id, name }: NamedEntity,
): boolean => id === pattern || textMatches(operator, pattern, name);
