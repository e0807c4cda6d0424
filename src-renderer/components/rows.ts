/** What all lists of the inspector share: rows of a paged list, told apart by their numbers. */
export interface Row {
  readonly id: number;
}

export function rowKey(row: Row): string {
  return String(row.id);
}

export function rowsOf<Item extends Row>(
  ids: readonly number[],
  byId: ReadonlyMap<number, Item>,
): readonly Item[] {
  return ids.flatMap((id) => byId.get(id) ?? []);
}

/** What is shown once something is gone: the next in the list, or the one before. Pure. */

export function neighborIn<Item>(items: readonly Item[], gone: Item): Item | undefined {
  const index = items.indexOf(gone);
  return index < 0 ? undefined : (items[index + 1] ?? items[index - 1]);
}

/** The same by the `id` of the thing that is gone. */
export function neighborOf(
  items: readonly { readonly id: string }[],
  id: string,
): string | undefined {
  const gone = items.find((item) => item.id === id);
  return gone && neighborIn(items, gone)?.id;
}
