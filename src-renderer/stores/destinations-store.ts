import { core } from '#renderer/data/core.ts';
import type { Destination } from '#shared/schemas/destination.ts';
import { createCollectionStore } from './collection-store.ts';

export const destinations = createCollectionStore<Destination>(() => core.destinations.list());
export const useDestinations = destinations.useCollection;
