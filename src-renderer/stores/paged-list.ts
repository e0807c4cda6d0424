/**
 * A list that is loaded page by page, newest first, and then kept up to date by changes: a run of
 * rows without gaps, which begins at the newest unless the user has gone far from it. Pure.
 */
import { cursorBelow, type Page } from '#shared/schemas/page.ts';

export interface Row {
  readonly id: number;
}

export interface PagedList<Item extends Row> {
  readonly byId: ReadonlyMap<number, Item>;
  /** Newest first. */
  readonly ids: readonly number[];
  /** Where the next page begins; null when all rows are here. */
  readonly nextCursor: string | null;
  readonly status: 'idle' | 'loading' | 'ready' | 'failed';
  /** Why the last load failed, as a sentence. */
  readonly problem: string | null;
  /** All rows from this number up are here; 0: all there are. */
  readonly downTo: number;
  /** Rows above this number are not here; Infinity: the list reaches up to the newest. */
  readonly upTo: number;
  /** The highest number of a row that is here or was told of. */
  readonly newest: number;
  /** What came by change while the first page was on its way, and whether it belongs here; null when none is. */
  readonly arrived: ReadonlyMap<number, boolean> | null;
  /** True when the user has moved by hand: the view stays where it is. */
  readonly held: boolean;
  /** Rows that came on top since then. */
  readonly newCount: number;
  /** The highest number of a row at that moment. */
  readonly heldAt: number;
}

export interface ListRules<Item extends Row> {
  /** Belongs into the list as it is filtered now: asked of what changed, not of what a page holds. */
  readonly matches: (item: Item) => boolean;
  /** Which of two values of one thing is the later one. */
  readonly latest: (a: Item, b: Item) => Item;
}

/** More rows than this are not kept where they can be loaded again: hours of traffic cost no memory. */
export const maxRows = 2_000;
/** So many are kept when rows are let go, which therefore happens seldom. */
const keptRows = 1_000;

export function emptyList<Item extends Row>(): PagedList<Item> {
  return {
    byId: new Map(),
    ids: [],
    nextCursor: null,
    downTo: 0,
    upTo: Number.POSITIVE_INFINITY,
    newest: 0,
    status: 'idle',
    problem: null,
    arrived: null,
    held: false,
    newCount: 0,
    heldAt: 0,
  };
}

export function withLoadBegun<Item extends Row>(list: PagedList<Item>): PagedList<Item> {
  return { ...list, status: 'loading', problem: null, arrived: new Map() };
}

export function withLoadFailed<Item extends Row>(
  list: PagedList<Item>,
  problem: string,
): PagedList<Item> {
  return { ...list, status: 'failed', problem, arrived: null };
}

const newestFirst = (a: number, b: number): number => b - a;

export function valuesWith<Item extends Row>(
  byId: ReadonlyMap<number, Item>,
  items: readonly Item[],
  latest: (a: Item, b: Item) => Item,
): Map<number, Item> {
  const next = new Map(byId);
  for (const item of items) {
    const known = next.get(item.id);
    next.set(item.id, known === undefined ? item : latest(known, item));
  }
  return next;
}

/**
 * A page is later than what was known before it was asked for; of what came by change while it was on
 * its way either may be. Times alone would not do: the clock can be set back.
 */
export const untilChanged =
  <Item extends Row>({ arrived }: PagedList<Item>, latest: ListRules<Item>['latest']) =>
  (known: Item, ofPage: Item): Item =>
    arrived?.has(known.id) ? latest(known, ofPage) : ofPage;

/** Changes come in the order in which they were made. */
const asChanged = <Item>(_known: Item, changed: Item): Item => changed;

/** All rows from this number up are here with the page, or before it; 0: all there are. */
const endOf = <Item extends Row>({ items, nextCursor }: Page<Item>): number =>
  nextCursor === null ? 0 : (items.at(-1)?.id ?? 0);

/** The first page, and on top of it what came by change while it was on its way. */
export function withFirstPage<Item extends Row>(
  list: PagedList<Item>,
  page: Page<Item>,
  latest: ListRules<Item>['latest'],
): PagedList<Item> {
  const all = valuesWith(list.byId, page.items, untilChanged(list, latest));
  const downTo = endOf(page);
  const arrived = list.arrived ?? new Map<number, boolean>();
  // Of a row that both tell about, the later word counts.
  const ofPage = page.items.filter(
    (item) => (arrived.get(item.id) ?? true) || all.get(item.id) === item,
  );
  const ofChanges = [...arrived].flatMap(([id, belongs]) => (belongs && id >= downTo ? [id] : []));
  const ids = [...new Set([...ofPage.map((item) => item.id), ...ofChanges])].sort(newestFirst);
  const byId = new Map([...all].filter(([id]) => id >= downTo));
  return {
    ...list,
    downTo,
    byId,
    ids,
    upTo: Number.POSITIVE_INFINITY,
    newest: ids[0] ?? 0,
    nextCursor: page.nextCursor,
    status: 'ready',
    arrived: null,
  };
}

export function withNextPage<Item extends Row>(
  list: PagedList<Item>,
  page: Page<Item>,
  latest: ListRules<Item>['latest'],
): PagedList<Item> {
  const byId = valuesWith(list.byId, page.items, untilChanged(list, latest));
  const known = new Set(list.ids);
  const added = page.items.flatMap(({ id }) => (known.has(id) ? [] : [id]));
  const ids = [...list.ids, ...added.sort(newestFirst)];
  return { ...list, downTo: endOf(page), byId, ids, nextCursor: page.nextCursor };
}

/**
 * Whether a change of a row is for the list as far as it is loaded: rows below come with their page,
 * and so do those above, of which only is counted what is new.
 */
export const isWithin = <Item extends Row>(list: PagedList<Item>, id: number): boolean =>
  (id >= list.downTo && (id <= list.upTo || id > list.newest)) || list.arrived !== null;

function matchesById<Item extends Row>(
  byId: ReadonlyMap<number, Item>,
  id: number,
  rules: ListRules<Item>,
): boolean {
  const item = byId.get(id);
  return item !== undefined && rules.matches(item);
}

export function withChanged<Item extends Row>(
  list: PagedList<Item>,
  changed: readonly Item[],
  rules: ListRules<Item>,
): PagedList<Item> {
  if (list.status === 'idle' || changed.length === 0) return list;
  const within = changed.filter((item) => isWithin(list, item.id));
  const values = valuesWith(list.byId, within, asChanged);
  const top = list.ids[0] ?? 0;
  const known = new Set(list.ids);
  const belongs = within.map((item) => [item.id, matchesById(values, item.id, rules)] as const);
  const added = belongs.flatMap(([id, does]) => (does && !known.has(id) ? [id] : []));
  const gone = new Set(belongs.flatMap(([id, does]) => (!does && known.has(id) ? [id] : [])));
  const onTop = added.filter((id) => id > top);
  // A list that is held does not grow without end: what comes on top of a full one is only counted.
  const isFull = list.held && list.ids.length >= maxRows && onTop.length > 0;
  const upTo = isFull ? Math.min(list.upTo, Math.max(top, list.newest)) : list.upTo;
  const shown = added.filter((id) => id <= upTo);
  const isLoading = list.arrived !== null;
  return bounded({
    ...list,
    byId: isLoading ? values : withoutAbove(values, upTo),
    ids: idsWith(list.ids, shown, gone),
    upTo,
    newest: onTop.reduce((newest, id) => Math.max(newest, id), list.newest),
    arrived: list.arrived && new Map([...list.arrived, ...belongs]),
    newCount: list.held ? list.newCount + onTop.length : 0,
  });
}

function withoutAbove<Item extends Row>(
  values: ReadonlyMap<number, Item>,
  upTo: number,
): ReadonlyMap<number, Item> {
  if (upTo === Number.POSITIVE_INFINITY) return values;
  return new Map([...values].filter(([id]) => id <= upTo));
}

/** What follows the newest row lets go of those at its far end; they come again with their page. */
function bounded<Item extends Row>(list: PagedList<Item>): PagedList<Item> {
  const isRunning = !list.held && list.arrived === null && list.upTo === Number.POSITIVE_INFINITY;
  return isRunning && list.ids.length > maxRows ? withoutEnd(list) : list;
}

function valuesOf<Item extends Row>({ byId }: PagedList<Item>, ids: readonly number[]) {
  return new Map(
    ids.flatMap((id) => {
      const item = byId.get(id);
      return item === undefined ? [] : [[id, item] as const];
    }),
  );
}

/** Without the rows that are furthest down. */
export function withoutEnd<Item extends Row>(list: PagedList<Item>): PagedList<Item> {
  const ids = list.ids.slice(0, keptRows);
  const downTo = ids.at(-1) ?? 0;
  return { ...list, ids, byId: valuesOf(list, ids), downTo, nextCursor: cursorBelow(downTo) };
}

/** Without the rows that are furthest up. */
export function withoutTop<Item extends Row>(list: PagedList<Item>): PagedList<Item> {
  const ids = list.ids.slice(-keptRows);
  return { ...list, ids, byId: valuesOf(list, ids), upTo: ids[0] ?? list.upTo };
}

function idsWith(
  ids: readonly number[],
  added: readonly number[],
  gone: ReadonlySet<number>,
): readonly number[] {
  if (added.length === 0 && gone.size === 0) return ids;
  const kept = gone.size === 0 ? ids : ids.filter((id) => !gone.has(id));
  return added.length === 0 ? kept : [...added, ...kept].sort(newestFirst);
}

/** Rows were deleted. */
export function withRemoved<Item extends Row>(
  list: PagedList<Item>,
  removed: ReadonlySet<number>,
): PagedList<Item> {
  const ids = list.ids.filter((id) => !removed.has(id));
  const byId = new Map([...list.byId].filter(([id]) => !removed.has(id)));
  return byId.size === list.byId.size ? list : { ...list, ids, byId };
}

export function withHold<Item extends Row>(list: PagedList<Item>, held: boolean): PagedList<Item> {
  return list.held === held ? list : { ...list, held, newCount: 0, heldAt: list.newest };
}
