import type { Work } from '#renderer/actions/perform.ts';
import { removalOf, setEnabled } from '#renderer/components/entity-actions.ts';
import { collections } from '#renderer/data/collections.ts';
import { core } from '#renderer/data/core.ts';
import { navigate } from '#renderer/stores/route-store.ts';
import type { Destination } from '#shared/connections/destination.ts';

export const enableDestination = (destination: Destination, enabled: boolean): Promise<boolean> =>
  setEnabled(collections.destinations, core.destinations.update, destination, enabled);

export const removalOfDestination = (destination: Destination): Work =>
  removalOf({
    collection: collections.destinations,
    operations: core.destinations,
    item: destination,
    routeOf: (id) => ({ page: 'destinations', path: id === undefined ? [] : [id] }),
    description: 'Waiting deliveries cancelled',
  });

export function openDestination(id: string, mode: 'push' | 'replace' = 'replace'): void {
  navigate({ page: 'destinations', path: [id] }, mode);
}

export function openNewDestination(copyOf?: string): void {
  navigate({ page: 'destinations', path: ['new'], query: { copy: copyOf } });
}
