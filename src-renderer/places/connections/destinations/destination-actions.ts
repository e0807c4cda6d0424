import { removalOf, setEnabled } from '#renderer/kit/actions/entity-actions.ts';
import type { Work } from '#renderer/kit/actions/perform.ts';
import { collections } from '#renderer/kit/data/collections.ts';
import { core } from '#renderer/kit/data/core.ts';
import { navigate } from '#renderer/kit/routing/route-store.ts';
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
