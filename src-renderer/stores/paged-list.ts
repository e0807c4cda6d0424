/** A list that is loaded page by page, newest first, and then kept up to date by changes. Pure. */
import type { Page } from '#shared/schemas/page.ts';

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
  /** What came by change while the first page was on its way; null when none is. */
  readonly arrived: ReadonlySet<number> | null;
  /** True when the user has moved by hand: the view stays where it is. */
  readonly held: boolean;
  /** Rows that came on top since then. */
  readonly newCount: number;
}

export interface ListRules<Item extends Row> {
  /** Belongs into the list as it is filtered now. */
  readonly matches: (item: Item) => boolean;
  /** Which of two values of one thing is the later one. */
  readonly latest: (a: Item, b: Item) => Item;
}

export function emptyList<Item extends Row>(): PagedList<Item> {
  return {
    byId: new Map(),
    ids: [],
    nextCursor: null,
    status: 'idle',
    problem: null,
    arrived: null,
    held: false,
    newCount: 0,
  };
}

export function withLoadBegun<Item extends Row>(list: PagedList<Item>): PagedList<Item> {
  return { ...list, status: 'loading', problem: null, arrived: new Set() };
}

export function withLoadFailed<Item extends Row>(
  list: PagedList<Item>,
  problem: string,
): PagedList<Item> {
  return { ...list, status: 'failed', problem, arrived: null };
}

const newestFirst = (a: number, b: number): number => b - a;

function valuesWith<Item extends Row>(
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

/** The first page, and on top of it what came by change while it was on its way. */
export function withFirstPage<Item extends Row>(
  list: PagedList<Item>,
  page: Page<Item>,
  rules: ListRules<Item>,
): PagedList<Item> {
  const all = valuesWith(list.byId, page.items, rules.latest);
  const lowest = page.nextCursor === null ? 0 : (page.items.at(-1)?.id ?? 0);
  const arrived = [...(list.arrived ?? [])].filter((id) => id >= lowest);
  const ids = [...new Set([...page.items.map((item) => item.id), ...arrived])]
    .filter((id) => matchesById(all, id, rules))
    .sort(newestFirst);
  const byId = new Map([...all].filter(([id]) => id >= lowest));
  return { ...list, byId, ids, nextCursor: page.nextCursor, status: 'ready', arrived: null };
}

function matchesById<Item extends Row>(
  byId: ReadonlyMap<number, Item>,
  id: number,
  rules: ListRules<Item>,
): boolean {
  const item = byId.get(id);
  return item !== undefined && rules.matches(item);
}

export function withNextPage<Item extends Row>(
  list: PagedList<Item>,
  page: Page<Item>,
  rules: ListRules<Item>,
): PagedList<Item> {
  const byId = valuesWith(list.byId, page.items, rules.latest);
  const known = new Set(list.ids);
  const added = page.items
    .map((item) => item.id)
    .filter((id) => !known.has(id) && matchesById(byId, id, rules));
  const ids = [...list.ids, ...added].sort(newestFirst);
  return { ...list, byId, ids, nextCursor: page.nextCursor };
}

export function withChanged<Item extends Row>(
  list: PagedList<Item>,
  changed: readonly Item[],
  rules: ListRules<Item>,
): PagedList<Item> {
  if (list.status === 'idle' || changed.length === 0) return list;
  // Rows below the last one loaded come with their page.
  const lowest = list.nextCursor === null ? 0 : (list.ids.at(-1) ?? 0);
  const within = changed.filter((item) => item.id >= lowest || list.arrived !== null);
  const byId = valuesWith(list.byId, within, rules.latest);
  const top = list.ids[0] ?? 0;
  const known = new Set(list.ids);
  const added = within
    .map((item) => item.id)
    .filter((id) => !known.has(id) && matchesById(byId, id, rules));
  const gone = new Set(
    within.map((item) => item.id).filter((id) => known.has(id) && !matchesById(byId, id, rules)),
  );
  const onTop = added.filter((id) => id > top).length;
  return {
    ...list,
    byId,
    ids: idsWith(list.ids, added, gone),
    arrived: list.arrived && new Set([...list.arrived, ...within.map((item) => item.id)]),
    newCount: list.held ? list.newCount + onTop : 0,
  };
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

export function withHold<Item extends Row>(list: PagedList<Item>, held: boolean): PagedList<Item> {
  return list.held === held ? list : { ...list, held, newCount: 0 };
}
