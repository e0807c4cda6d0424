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
