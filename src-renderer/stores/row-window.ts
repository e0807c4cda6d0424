/**
 * Where the loaded rows stand in the whole of a list whose rows are numbered without gaps, and which
 * are missing where somebody looks. Pure.
 */
import { cursorBelow, type Page } from '#shared/schemas/page.ts';
import {
  type ListRules,
  maxRows,
  type PagedList,
  type Row,
  untilChanged,
  valuesWith,
  withoutEnd,
  withoutTop,
} from './paged-list.ts';

/** How the loaded rows stand among all: so many above them, so many in all. */
export interface RowPlaces {
  readonly before: number;
  readonly count: number;
}

export function placesOf<Item extends Row>(list: PagedList<Item>): RowPlaces {
  const { ids, newest, nextCursor } = list;
  const last = ids.at(-1);
  if (ids[0] === undefined || last === undefined) return { before: 0, count: 0 };
  const before = Math.max(0, newest - ids[0]);
  return { before, count: before + ids.length + (nextCursor === null ? 0 : last - 1) };
}

/** Loaded ahead of what is looked at: about a second of quick scrolling. */
const aheadRows = 60;

/** What is to be loaded next: the page at either end of the loaded rows, or rows elsewhere. */
export type Missing =
  | { readonly kind: 'next' }
  | { readonly kind: 'previous' }
  /** From this number down. */
  | { readonly kind: 'elsewhere'; readonly from: number }
  | null;

/** `first` and `last` are pages, 0 being the newest. */
export function missingAt<Item extends Row>(
  list: PagedList<Item>,
  first: number,
  last: number,
): Missing {
  const { before, count } = placesOf(list);
  if (count === 0) return null;
  const end = before + list.ids.length - 1;
  const [from, to] = [Math.max(0, first - aheadRows), Math.min(count - 1, last + aheadRows)];
  const isApart = first > end + 1 + aheadRows || last < before - 1 - aheadRows;
  if (isApart) return { kind: 'elsewhere', from: list.newest - from };
  if (to > end && list.nextCursor !== null) return { kind: 'next' };
  if (from < before && list.upTo !== Number.POSITIVE_INFINITY) return { kind: 'previous' };
  return null;
}

/** Rows that were loaded elsewhere, instead of those that were here. */
export function withWindow<Item extends Row>(
  list: PagedList<Item>,
  from: number,
  page: Page<Item>,
): PagedList<Item> {
  return {
    ...list,
    byId: new Map(page.items.map((item) => [item.id, item])),
    ids: page.items.map(({ id }) => id),
    upTo: from >= list.newest ? Number.POSITIVE_INFINITY : from,
    downTo: page.nextCursor === null ? 0 : (page.items.at(-1)?.id ?? 0),
    nextCursor: page.nextCursor,
  };
}

/**
 * The rows that are looked at, read afresh where changes were missed: they stay where they are, and
 * what has come on top is counted by the number of the newest.
 */
export function withWindowAgain<Item extends Row>(
  list: PagedList<Item>,
  newest: number,
  from: number,
  page: Page<Item>,
  latest: ListRules<Item>['latest'],
): PagedList<Item> {
  const top = Math.max(newest, list.newest);
  const values = valuesWith(list.byId, page.items, untilChanged(list, latest));
  const next = withWindow({ ...list, newest: top }, from, page);
  return {
    ...next,
    byId: new Map([...values].filter(([id]) => next.byId.has(id))),
    status: 'ready',
    arrived: null,
    newCount: top - list.heldAt,
  };
}

/** The cursor of the page that ends right above the loaded rows. */
export const cursorOfPrevious = <Item extends Row>(list: PagedList<Item>, limit: number): string =>
  cursorBelow(list.upTo + limit + 1);

export function withPreviousPage<Item extends Row>(
  list: PagedList<Item>,
  page: Page<Item>,
  limit: number,
): PagedList<Item> {
  const added = page.items.filter(({ id }) => id > list.upTo);
  const upTo = list.upTo + limit;
  return {
    ...list,
    byId: new Map([...list.byId, ...added.map((item) => [item.id, item] as const)]),
    ids: [...added.map(({ id }) => id), ...list.ids],
    upTo: upTo >= list.newest ? Number.POSITIVE_INFINITY : upTo,
  };
}

/** Lets go of rows at the end that is away from where rows were just loaded. */
export function withoutFarEnd<Item extends Row>(
  list: PagedList<Item>,
  kind: 'next' | 'previous',
): PagedList<Item> {
  if (list.ids.length <= maxRows) return list;
  return kind === 'next' ? withoutTop(list) : withoutEnd(list);
}
