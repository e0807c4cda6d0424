import { core } from '#renderer/core-client/core.ts';
import type { SavedFilter } from '#shared/schemas/filter.ts';
import { createCollectionStore } from './collection-store.ts';

export const savedFilters = createCollectionStore<SavedFilter>(() => core.savedFilters.list());
export const useSavedFilters = savedFilters.useCollection;
