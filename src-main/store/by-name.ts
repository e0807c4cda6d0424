/** Items in memory by ID, in the order of their names. */

interface Named {
  readonly id: string;
  readonly name: string;
}

export const byName = <Item extends Named>(items: readonly Item[]): ReadonlyMap<string, Item> =>
  new Map(items.toSorted((a, b) => (a.name < b.name ? -1 : 1)).map((item) => [item.id, item]));

/** The same items with some read again. Most changes concern one of up to a thousand items (D62). */
export function reloaded<Item extends Named>(
  items: ReadonlyMap<string, Item>,
  ids: readonly string[],
  load: (id: string) => Item | undefined,
): ReadonlyMap<string, Item> {
  const changed = new Set(ids);
  const unchanged = [...items.values()].filter(({ id }) => !changed.has(id));
  return byName([...unchanged, ...ids.map(load).filter((item) => item !== undefined)]);
}
