import { removalOf, setEnabled } from '#renderer/kit/actions/entity-actions.ts';
import type { Work } from '#renderer/kit/actions/perform.ts';
import { collections } from '#renderer/kit/data/collections.ts';
import { core } from '#renderer/kit/data/core.ts';
import type { Destination } from '#shared/connections/destination.ts';
import { routeOfDestination } from '../connections-route.ts';
import { select } from '../selection.ts';

export const enableDestination = (destination: Destination, enabled: boolean): Promise<boolean> =>
  setEnabled(collections.destinations, core.destinations.update, destination, enabled);

export const removalOfDestination = (destination: Destination): Work =>
  removalOf({
    collection: collections.destinations,
    operations: core.destinations,
    item: destination,
    routeOf: routeOfDestination,
    description: 'Waiting deliveries cancelled',
  });

export const openDestination = (id: string): void => select({ kind: 'destination', id });

export const openNewDestination = (copyOf?: string): void =>
  select({ kind: 'new destination', copyOf }, 'push');
