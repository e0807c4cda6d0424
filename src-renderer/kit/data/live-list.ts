/**
 * A list of numbered rows that arrive continuously, newest first: a gapless range that starts at
 * the newest unless the user scrolled far away. Pure.
 */
import { cursorBelow, type Page } from '#shared/kit/page.ts';

export interface Row {
  readonly id: number;
}

export interface LiveList<Item extends Row> {
  /** Newest first. */
  readonly items: readonly Item[];
  /** Where the next page starts; null if all rows are loaded. */
  readonly nextCursor: string | null;
  /** All rows from this number up are loaded; 0: all rows. */
  readonly downTo: number;
  /** Rows above this number are not loaded; Infinity: the list reaches the newest. */
  readonly upTo: number;
  /** The highest row number seen so far. */
  readonly newest: number;
  /** True once the user scrolls: the view stays in place. */
  readonly isPaused: boolean;
  /** Rows that arrived on top since then. */
  readonly newCount: number;
  /** The highest row number at that moment. */
  readonly pausedAtId: number;
  /** Whether rows beyond the loaded ones are loading. */
  readonly isLoadingMore: boolean;
}

export interface ListRules<Item extends Row> {
  /** Whether a changed row matches the filter; loaded pages always match. */
  readonly matches: (item: Item) => boolean;
  /** Picks the later of two versions of a row; changes arrive in order. */
  readonly resolveConflict?: (known: Item, changed: Item) => Item;
}

/** Row limit, so hours of traffic cost no memory; dropped rows can be reloaded. */
export const maxRows = 2_000;
/** Rows kept when dropping; low enough to make dropping rare. */
const keptRows = 1_000;

const newestFirst = (a: Row, b: Row): number => b.id - a.id;

/** After this page, all rows from this number up are loaded; 0: all rows. */
const endOf = <Item extends Row>({ items, nextCursor }: Page<Item>): number =>
  nextCursor === null ? 0 : (items.at(-1)?.id ?? 0);

/**
 * Whether a change belongs to the loaded range. Rows below it arrive with their page, and so do
 * those above, which are only counted.
 */
export const isWithin = <Item extends Row>(list: LiveList<Item>, id: number): boolean =>
  id >= list.downTo && (id <= list.upTo || id > list.newest);

export function withChanged<Item extends Row>(
  list: LiveList<Item>,
  changed: readonly Item[],
  { matches, resolveConflict = (_, next) => next }: ListRules<Item>,
): LiveList<Item> {
  const remaining = new Map(
    changed.filter(({ id }) => isWithin(list, id)).map((item) => [item.id, item]),
  );
  if (remaining.size === 0) return list;
  let hasChanged = false;
  const updated = list.items.flatMap((item) => {
    const next = remaining.get(item.id);
    if (next === undefined) return item;
    remaining.delete(item.id);
    const later = resolveConflict(item, next);
    hasChanged ||= later !== item;
    return later === item || matches(later) ? later : [];
  });
  const top = list.items[0]?.id ?? 0;
  const added = [...remaining.values()].filter(matches);
  const onTop = added.filter(({ id }) => id > top);
  // A paused list has a limit: new rows on top of a full one are only counted.
  const isFull = list.isPaused && list.items.length >= maxRows && onTop.length > 0;
  const upTo = isFull ? Math.min(list.upTo, Math.max(top, list.newest)) : list.upTo;
  const inserted = added.filter(({ id }) => id <= upTo);
  return bounded({
    ...list,
    items:
      inserted.length > 0
        ? [...inserted, ...updated].sort(newestFirst)
        : hasChanged
          ? updated
          : list.items,
    upTo,
    newest: onTop.reduce((newest, { id }) => Math.max(newest, id), list.newest),
    newCount: list.isPaused ? list.newCount + onTop.length : 0,
  });
}

/** The first page, merged with changes that arrived while it loaded. */
export function withFirstPage<Item extends Row>(
  before: LiveList<Item> | undefined,
  page: Page<Item>,
  changed: readonly Item[],
  rules: ListRules<Item>,
): LiveList<Item> {
  const loaded: LiveList<Item> = {
    items: page.items,
    nextCursor: page.nextCursor,
    downTo: endOf(page),
    upTo: Number.POSITIVE_INFINITY,
    newest: page.items[0]?.id ?? 0,
    isPaused: false,
    newCount: 0,
    pausedAtId: 0,
    isLoadingMore: false,
  };
  const list = withChanged(loaded, changed, rules);
  if (before?.isPaused !== true) return list;
  const { pausedAtId } = before;
  const onTop = list.items.filter(({ id }) => id > pausedAtId).length;
  return { ...list, isPaused: true, pausedAtId, newCount: Math.max(before.newCount, onTop) };
}

export function withNextPage<Item extends Row>(
  list: LiveList<Item>,
  page: Page<Item>,
): LiveList<Item> {
  const added = page.items.filter(({ id }) => id < list.downTo);
  return {
    ...list,
    items: [...list.items, ...added],
    downTo: endOf(page),
    nextCursor: page.nextCursor,
  };
}

/** Removes deleted rows. */
export function withRemoved<Item extends Row>(
  list: LiveList<Item>,
  removed: ReadonlySet<number>,
): LiveList<Item> {
  const items = list.items.filter(({ id }) => !removed.has(id));
  return items.length === list.items.length ? list : { ...list, items };
}

export function withPaused<Item extends Row>(
  list: LiveList<Item>,
  isPaused: boolean,
): LiveList<Item> {
  return list.isPaused === isPaused
    ? list
    : { ...list, isPaused, newCount: 0, pausedAtId: list.newest };
}

/** A list that follows the newest drops its far end, which can be reloaded. */
function bounded<Item extends Row>(list: LiveList<Item>): LiveList<Item> {
  const isFollowing = !list.isPaused && list.upTo === Number.POSITIVE_INFINITY;
  return isFollowing && list.items.length > maxRows ? withoutEnd(list) : list;
}

/** Without the oldest rows. */
function withoutEnd<Item extends Row>(list: LiveList<Item>): LiveList<Item> {
  const items = list.items.slice(0, keptRows);
  const downTo = items.at(-1)?.id ?? 0;
  return { ...list, items, downTo, nextCursor: cursorBelow(downTo) };
}

/** Without the newest rows. */
function withoutTop<Item extends Row>(list: LiveList<Item>): LiveList<Item> {
  const items = list.items.slice(-keptRows);
  return { ...list, items, upTo: items[0]?.id ?? list.upTo };
}

// Lists numbered without gaps can load any part directly.

/** Where the loaded rows are among all rows. */
export function positionsOf<Item extends Row>(list: LiveList<Item>) {
  const { items, newest, nextCursor } = list;
  const [first, last] = [items[0], items.at(-1)];
  if (first === undefined || last === undefined) return { before: 0, count: 0 };
  const before = Math.max(0, newest - first.id);
  return { before, count: before + items.length + (nextCursor === null ? 0 : last.id - 1) };
}

/** Load-ahead distance: about a second of fast scrolling. */
const aheadRows = 60;

/** What to load next: a page at either end, or a part elsewhere. */
export type Missing =
  | { readonly kind: 'next' }
  | { readonly kind: 'previous' }
  /** From this number down. */
  | { readonly kind: 'elsewhere'; readonly from: number }
  | null;

/** `first` and `last` are positions, 0 being the newest. */
export function missingAt<Item extends Row>(
  list: LiveList<Item>,
  first: number,
  last: number,
): Missing {
  const { before, count } = positionsOf(list);
  if (count === 0) return null;
  const end = before + list.items.length - 1;
  const [from, to] = [Math.max(0, first - aheadRows), Math.min(count - 1, last + aheadRows)];
  const isDistant = first > end + 1 + aheadRows || last < before - 1 - aheadRows;
  if (isDistant) return { kind: 'elsewhere', from: list.newest - from };
  if (to > end && list.nextCursor !== null) return { kind: 'next' };
  if (from < before && list.upTo !== Number.POSITIVE_INFINITY) return { kind: 'previous' };
  return null;
}

/** Replaces the rows with those loaded elsewhere. */
export function withWindow<Item extends Row>(
  list: LiveList<Item>,
  from: number,
  page: Page<Item>,
): LiveList<Item> {
  return {
    ...list,
    items: page.items,
    upTo: from >= list.newest ? Number.POSITIVE_INFINITY : from,
    downTo: endOf(page),
    nextCursor: page.nextCursor,
  };
}

/**
 * Reloaded visible rows after missed changes: they stay in place, and new rows are counted by the
 * newest number.
 */
export function withReloadedWindow<Item extends Row>(
  list: LiveList<Item>,
  newest: number,
  from: number,
  page: Page<Item>,
): LiveList<Item> {
  const top = Math.max(newest, list.newest);
  const window = withWindow({ ...list, newest: top }, from, page);
  return { ...window, newCount: top - list.pausedAtId, isLoadingMore: false };
}

/** The cursor of the page right above the loaded rows. */
export const cursorOfPrevious = <Item extends Row>(list: LiveList<Item>, limit: number): string =>
  cursorBelow(list.upTo + limit + 1);

export function withPreviousPage<Item extends Row>(
  list: LiveList<Item>,
  page: Page<Item>,
  limit: number,
): LiveList<Item> {
  const upTo = list.upTo + limit;
  return {
    ...list,
    items: [...page.items.filter(({ id }) => id > list.upTo), ...list.items],
    upTo: upTo >= list.newest ? Number.POSITIVE_INFINITY : upTo,
  };
}

/** Drops rows at the end opposite to the last load. */
export function withoutFarEnd<Item extends Row>(
  list: LiveList<Item>,
  kind: 'next' | 'previous',
): LiveList<Item> {
  if (list.items.length <= maxRows) return list;
  return kind === 'next' ? withoutTop(list) : withoutEnd(list);
}
