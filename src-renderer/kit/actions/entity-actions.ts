/** Actions on the items of small collections. */
import { Power, Trash2 } from 'lucide-react';
import {
  type CollectionQuery,
  drop,
  type Entity,
  itemsOf,
  put,
} from '#renderer/kit/data/collections.ts';
import { neighborOf } from '#renderer/kit/data/listing.ts';
import type { RouteTo } from '#renderer/kit/routing/route.ts';
import { navigateFromHere } from '#renderer/kit/routing/route-store.ts';
import type { Action } from './actions.tsx';
import { perform, type Work } from './perform.ts';

interface Named extends Entity {
  readonly name: string;
}

interface RemovalOptions<Item extends Named> {
  readonly collection: CollectionQuery<Item>;
  readonly operations: {
    readonly remove: (input: { id: string }) => Promise<unknown>;
    readonly restore: (input: { id: string }) => Promise<Item>;
  };
  readonly item: Item;
  /** Of an item; undefined if there is none. */
  readonly routeOf: (id: string | undefined) => RouteTo;
  /** Effect of the deletion. */
  readonly description: string;
}

/** Deletes an item, opens its neighbor, and offers to restore it. */
export const removalOf = <Item extends Named>({
  collection,
  operations,
  item: { id, name },
  routeOf,
  description,
}: RemovalOptions<Item>): Work => ({
  failure: `Can't delete ${name}`,
  run: async () => {
    const leave = navigateFromHere();
    // Before the change feed removes the item, which may precede the response.
    const next = neighborOf(itemsOf(collection), id);
    await operations.remove({ id });
    drop(collection, id);
    leave(routeOf(next));
    return {
      title: `Deleted ${name}`,
      description,
      undo: {
        failure: `Can't restore ${name}`,
        run: async () => {
          const open = navigateFromHere();
          put(collection, await operations.restore({ id }));
          open(routeOf(id));
        },
      },
    };
  },
});

/** The action of the removal, last in the menu. */
export const deleteAction = (noun: string, removal: Work): Action => ({
  id: `${noun}.delete`,
  title: `Delete ${noun}`,
  label: 'Delete',
  icon: Trash2,
  menu: 'delete',
  danger: true,
  ...removal,
});

/** Shown at once, and reverted if the core rejects it. */
export function setEnabled<Item extends Named & { readonly enabled: boolean }>(
  collection: CollectionQuery<Item>,
  update: (input: { id: string; enabled: boolean }) => Promise<Item>,
  item: Item,
  enabled: boolean,
): Promise<boolean> {
  put(collection, { ...item, enabled });
  return perform(`Can't ${enabled ? 'enable' : 'disable'} ${item.name}`, async () => {
    try {
      put(collection, await update({ id: item.id, enabled }));
    } catch (error) {
      put(collection, item);
      throw error;
    }
  });
}

export const enableAction = (
  noun: string,
  enabled: boolean,
  set: (enabled: boolean) => Promise<boolean>,
): Action => ({
  id: `${noun}.enable`,
  title: enabled ? `Disable ${noun}` : `Enable ${noun}`,
  label: enabled ? 'Disable' : 'Enable',
  shortcut: 't',
  icon: Power,
  menu: 'main',
  run: () => void set(!enabled),
});
