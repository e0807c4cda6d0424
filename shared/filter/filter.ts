/**
 * What a filter of deliveries means, as a tree. Texts compare without regard to the case of ASCII
 * letters where they "hold" (`:`), and exactly where they "are" (`=`).
 */
import type { AttemptCode, AttemptResult, DeliveryState } from '../schemas/delivery.ts';
import type { MessageType, OriginKind } from '../schemas/message.ts';

export type Order = '<' | '<=' | '>' | '>=';
export type TextOperator = ':' | '=';

export const textFields = ['event', 'user', 'source', 'destination', 'url'] as const;
export type TextField = (typeof textFields)[number];
export const numberFields = ['status', 'attempts'] as const;
export type NumberField = (typeof numberFields)[number];

/** Keys and positions from the top of the body: `properties`, `products`, 0, `sku`. */
export type BodyPath = readonly (string | number)[];
/** As in JSON; a number, `true`, `false` or `null` in quotes is a text. */
export type BodyValue = string | number | boolean | null;

export type Term =
  | { readonly kind: 'type'; readonly type: MessageType }
  | { readonly kind: 'state'; readonly state: DeliveryState }
  | { readonly kind: 'warning' }
  /** `id`: of one sync or deletion request; null for all of the kind. */
  | { readonly kind: 'origin'; readonly origin: OriginKind; readonly id: string | null }
  /** Of the latest attempt. */
  | { readonly kind: 'outcome'; readonly outcome: AttemptResult['outcome'] }
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
  /** When its latest attempt started; without one, it is neither before nor after anything. */
  | { readonly kind: 'attempted'; readonly operator: Order; readonly at: number }
  | {
      readonly kind: 'header';
      /** In lower case: header names do not tell capitals apart. */
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
      readonly number: number;
    }
  /** Free text, looked for in whatever a delivery says. */
  | { readonly kind: 'anywhere'; readonly text: string };

export type Filter =
  | Term
  | { readonly kind: 'not'; readonly part: Filter }
  /** Two or more parts, none of them an `and`; or none at all, which lets everything through. */
  | { readonly kind: 'and'; readonly parts: readonly Filter[] }
  /** Two or more parts, none of them an `or`. */
  | { readonly kind: 'or'; readonly parts: readonly Filter[] };

export const everything: Filter = { kind: 'and', parts: [] };

export const isEverything = (filter: Filter): boolean =>
  filter.kind === 'and' && filter.parts.length === 0;

function join(kind: 'and' | 'or', filters: readonly Filter[]): Filter {
  const parts = filters.flatMap((filter) => (filter.kind === kind ? filter.parts : [filter]));
  const [only] = parts;
  return parts.length === 1 && only !== undefined ? only : { kind, parts };
}

/** What all of them let through. */
export const allOf = (filters: readonly Filter[]): Filter => join('and', filters);

/** What at least one of them, of at least one, lets through. */
export const anyOf = (filters: readonly Filter[]): Filter => join('or', filters);

/** What is required one by one: the parts that stand side by side. */
export const partsOf = (filter: Filter): readonly Filter[] =>
  filter.kind === 'and' ? filter.parts : [filter];

/** Whether a term for which `is` holds occurs anywhere in it. */
export function hasTerm(filter: Filter, is: (term: Term) => boolean): boolean {
  switch (filter.kind) {
    case 'and':
    case 'or':
      return filter.parts.some((part) => hasTerm(part, is));
    case 'not':
      return hasTerm(filter.part, is);
    default:
      return is(filter);
  }
}

/** As SQLite's lower(): ASCII letters only. */
export const foldCase = (text: string): string =>
  text.replace(/[A-Z]/g, (letter) => letter.toLowerCase());

export const textMatches = (operator: TextOperator, wanted: string, text: string): boolean =>
  operator === '=' ? text === wanted : foldCase(text).includes(foldCase(wanted));

/** Sources and destinations go by their name, and by their id where it is given whole. */
export const isNamed = (
  operator: TextOperator,
  wanted: string,
  { id, name }: { readonly id: string; readonly name: string },
): boolean => id === wanted || textMatches(operator, wanted, name);
