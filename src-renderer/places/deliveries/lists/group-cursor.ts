import type { DeliverySummary } from '#shared/deliveries/delivery.ts';
import type { DeliveryGroup } from './groups.ts';

/** Where the keys are: at a group, at the end of its rows, or at a row. */
export type Cursor =
  | { readonly kind: 'group' | 'more'; readonly key: string }
  | { readonly kind: 'row'; readonly key: string; readonly row: DeliverySummary };

export const isSame = (one: Cursor, other: Cursor): boolean =>
  one.kind === other.kind &&
  one.key === other.key &&
  (one.kind !== 'row' || other.kind !== 'row' || one.row.id === other.row.id);

/** What an open group shows, for the keys. */
export interface Shown {
  readonly rows: readonly DeliverySummary[];
  readonly hasMore: boolean;
}

/** The group of the selected delivery. */
export function rowOf(
  shown: ReadonlyMap<string, Shown>,
  groups: readonly DeliveryGroup[],
  id: number | null,
): Cursor | null {
  if (id === null) return null;
  for (const { key } of groups) {
    const row = shown.get(key)?.rows.find((one) => one.id === id);
    if (row !== undefined) return { kind: 'row', key, row };
  }
  return null;
}

export const elementId = (treeId: string, cursor: Cursor): string =>
  cursor.kind === 'row' ? `${treeId}-${cursor.row.id}` : `${treeId}-${cursor.kind}-${cursor.key}`;
