/** All things of a noun that there are only a few of, kept up to date by changes. Pure. */
export interface Thing {
  readonly id: string;
  readonly createdAt: number;
}

export interface Collection<Item extends Thing> {
  /** Oldest first: a thing keeps its place. */
  readonly items: readonly Item[];
  readonly status: 'loading' | 'ready' | 'failed';
  readonly problem: string | null;
}

export function emptyCollection<Item extends Thing>(): Collection<Item> {
  return { items: [], status: 'loading', problem: null };
}

function oldestFirst(a: Thing, b: Thing): number {
  return a.createdAt - b.createdAt || (a.id < b.id ? -1 : 1);
}

export function withAll<Item extends Thing>(items: readonly Item[]): Collection<Item> {
  return { items: [...items].sort(oldestFirst), status: 'ready', problem: null };
}

export function withOne<Item extends Thing>(
  collection: Collection<Item>,
  changed: Item,
): Collection<Item> {
  const others = collection.items.filter((item) => item.id !== changed.id);
  return { ...collection, items: [...others, changed].sort(oldestFirst) };
}

export function withoutOne<Item extends Thing>(
  collection: Collection<Item>,
  id: string,
): Collection<Item> {
  return { ...collection, items: collection.items.filter((item) => item.id !== id) };
}

export function withCollectionFailed<Item extends Thing>(
  collection: Collection<Item>,
  problem: string,
): Collection<Item> {
  // What was there stays on the screen: stale is better than empty.
  return { ...collection, status: collection.items.length > 0 ? 'ready' : 'failed', problem };
}
