/**
 * The parsed form of a delivery filter. `:` means that text contains a value, ignoring ASCII case;
 * `=` means an exact match.
 */
import type {
  AttemptCode,
  AttemptOutcome,
  DeliveryReason,
  DeliveryState,
} from '#shared/deliveries/delivery.ts';
import type { MessageType, OriginKind } from '#shared/ingestion/message.ts';

export type Order = '<' | '<=' | '>' | '>=';
export type TextOperator = ':' | '=';

export const textFields = ['event', 'user', 'source', 'destination', 'url'] as const;
export type TextField = (typeof textFields)[number];
export const numberFields = ['status', 'attempts'] as const;
export type NumberField = (typeof numberFields)[number];

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

/** A term about a header, the body or all text. */
export type ContentTerm =
  | {
      readonly kind: 'header';
      /** Lowercase, because header names are case-insensitive. */
      readonly name: string;
      readonly operator: TextOperator;
      readonly text: string;
    }
  | {
      readonly kind: 'body';
      readonly path: BodyPath;
      readonly operator: TextOperator;
      readonly value: BodyValue;
    }
  | {
      readonly kind: 'bodyNumber';
      readonly path: BodyPath;
      readonly operator: Order;
      readonly value: WrittenNumber;
    }
  /** Text to search in all fields. */
  | { readonly kind: 'anywhere'; readonly text: string };

export type Term =
  | { readonly kind: 'type'; readonly type: MessageType }
  | { readonly kind: 'state'; readonly state: DeliveryState }
  /** Why it gave up or is not sent. */
  | { readonly kind: 'reason'; readonly reason: DeliveryReason }
  | { readonly kind: 'warning' }
  /** `id`: ID of a sync or deletion request; null for all of this kind. */
  | { readonly kind: 'origin'; readonly origin: OriginKind; readonly id: string | null }
  /** Outcome of the latest attempt. */
  | { readonly kind: 'outcome'; readonly outcome: AttemptOutcome }
  | { readonly kind: 'code'; readonly code: AttemptCode }
  | {
      readonly kind: 'text';
      readonly field: TextField;
      readonly operator: TextOperator;
      readonly text: string;
    }
  | {
      readonly kind: 'number';
      readonly field: NumberField;
      readonly operator: '=' | Order;
      readonly number: number;
    }
  | { readonly kind: 'age'; readonly operator: Order; readonly ageMs: number }
  /** `at`: milliseconds since the epoch. */
  | { readonly kind: 'created'; readonly operator: Order; readonly at: number }
  /** Start of the latest attempt. Without attempts, no comparison matches. */
  | { readonly kind: 'attempted'; readonly operator: Order; readonly at: number }
  | ContentTerm;

/** Terms of one language, combined. */
export type Combined<AnyTerm> =
  | AnyTerm
  | { readonly kind: 'not'; readonly part: Combined<AnyTerm> }
  /** At least two parts, none of them an `and`. Without parts, everything matches. */
  | { readonly kind: 'and'; readonly parts: readonly Combined<AnyTerm>[] }
  /** At least two parts, none of them an `or`. */
  | { readonly kind: 'or'; readonly parts: readonly Combined<AnyTerm>[] };

export type Filter = Combined<Term>;

interface Kind {
  readonly kind: string;
}

export const everything: Combined<never> = { kind: 'and', parts: [] };

const isJoined = <AnyTerm extends Kind>(
  filter: Combined<AnyTerm>,
  kind: 'and' | 'or',
): filter is Combined<AnyTerm> & { readonly parts: readonly Combined<AnyTerm>[] } =>
  filter.kind === kind;

export const isEverything = <AnyTerm extends Kind>(filter: Combined<AnyTerm>): boolean =>
  isJoined(filter, 'and') && filter.parts.length === 0;

function join<AnyTerm extends Kind>(
  kind: 'and' | 'or',
  filters: readonly Combined<AnyTerm>[],
): Combined<AnyTerm> {
  const parts = filters.flatMap((filter) => (isJoined(filter, kind) ? filter.parts : [filter]));
  const [only] = parts;
  return parts.length === 1 && only !== undefined ? only : { kind, parts };
}

/** Matches if all filters match. */
export const allOf = <AnyTerm extends Kind>(
  filters: readonly Combined<AnyTerm>[],
): Combined<AnyTerm> => join('and', filters);

/** Matches if at least one filter matches. Needs at least one. */
export const anyOf = <AnyTerm extends Kind>(
  filters: readonly Combined<AnyTerm>[],
): Combined<AnyTerm> => join('or', filters);

/** The parts that are combined with "and". */
export const partsOf = <AnyTerm extends Kind>(
  filter: Combined<AnyTerm>,
): readonly Combined<AnyTerm>[] => (isJoined(filter, 'and') ? filter.parts : [filter]);

export type Predicate<Item> = (item: Item) => boolean;

/** Compiles a filter from the predicates of its terms. */
export function combine<AnyTerm extends Kind, Item>(
  filter: Combined<AnyTerm>,
  predicateOf: (term: AnyTerm) => Predicate<Item>,
): Predicate<Item> {
  const joined = isJoined(filter, 'and') || isJoined(filter, 'or') ? filter : null;
  if (joined !== null) {
    const parts = joined.parts.map((part) => combine(part, predicateOf));
    return isJoined(filter, 'and')
      ? (item) => parts.every((part) => part(item))
      : (item) => parts.some((part) => part(item));
  }
  if (filter.kind !== 'not') return predicateOf(filter as AnyTerm);
  const part = combine((filter as { readonly part: Combined<AnyTerm> }).part, predicateOf);
  return (item) => !part(item);
}

/** Whether any term satisfies `is`. */
export function hasTerm(filter: Filter, predicate: (term: Term) => boolean): boolean {
  switch (filter.kind) {
    case 'and':
    case 'or':
      return filter.parts.some((part) => hasTerm(part, predicate));
    case 'not':
      return hasTerm(filter.part, predicate);
    default:
      return predicate(filter);
  }
}

/** Whether a message's match depends on its deliveries, which change after it arrived. */
export const dependsOnDeliveries = (filter: Filter): boolean =>
  hasTerm(filter, (term) =>
    term.kind === 'text'
      ? term.field === 'destination' || term.field === 'url'
      : [
          ...['state', 'reason', 'warning', 'outcome', 'code'],
          ...['number', 'attempted', 'header'],
        ].includes(term.kind),
  );

/** Same as SQLite's lower(): ASCII letters only. */
export const foldCase = (text: string): string =>
  text.replace(/[A-Z]/g, (letter) => letter.toLowerCase());

export const textMatches = (operator: TextOperator, pattern: string, text: string): boolean =>
  operator === '=' ? text === pattern : foldCase(text).includes(foldCase(pattern));

/** Matches a source or destination by name, or by its complete ID. */
export const isNamed = (
  operator: TextOperator,
  pattern: string,
  { id, name }: { readonly id: string; readonly name: string },
): boolean => id === pattern || textMatches(operator, pattern, name);
