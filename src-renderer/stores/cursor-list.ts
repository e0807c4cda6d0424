/** A list in an order of the core's own, loaded page by page and told apart by keys. Pure. */
import type { Page } from '#shared/schemas/page.ts';

export interface CursorList<Item> {
  readonly items: readonly Item[];
  /** Where the next page begins; null when all rows are here. */
  readonly nextCursor: string | null;
  readonly status: 'idle' | 'loading' | 'ready' | 'failed';
  /** Why the last load failed, as a sentence. */
  readonly problem: string | null;
}

export function emptyCursorList<Item>(): CursorList<Item> {
  return { items: [], nextCursor: null, status: 'idle', problem: null };
}

export function withRows<Item>(page: Page<Item>): CursorList<Item> {
  return { items: page.items, nextCursor: page.nextCursor, status: 'ready', problem: null };
}

export function withMore<Item>(
  list: CursorList<Item>,
  page: Page<Item>,
  keyOf: (item: Item) => string,
): CursorList<Item> {
  const known = new Set(list.items.map(keyOf));
  const added = page.items.filter((item) => !known.has(keyOf(item)));
  return { ...list, items: [...list.items, ...added], nextCursor: page.nextCursor };
}

/** Rows that were there stay on the screen: stale is better than empty. */
export function withLoadProblem<Item>(list: CursorList<Item>, problem: string): CursorList<Item> {
  return { ...list, status: list.items.length > 0 ? 'ready' : 'failed', problem };
}

/** The changed row in its place, or on top when it is new. */
export function withRow<Item>(
  list: CursorList<Item>,
  changed: Item,
  keyOf: (item: Item) => string,
): CursorList<Item> {
  const key = keyOf(changed);
  const isKnown = list.items.some((item) => keyOf(item) === key);
  const items = isKnown
    ? list.items.map((item) => (keyOf(item) === key ? changed : item))
    : [changed, ...list.items];
  return { ...list, items };
}

export function withoutRow<Item>(
  list: CursorList<Item>,
  key: string,
  keyOf: (item: Item) => string,
): CursorList<Item> {
  return { ...list, items: list.items.filter((item) => keyOf(item) !== key) };
}
