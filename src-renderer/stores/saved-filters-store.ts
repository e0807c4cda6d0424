import { core } from '#renderer/data/core.ts';
import type { SavedFilter } from '#shared/schemas/filter.ts';
import { createCollectionStore } from './collection-store.ts';

export const savedFilters = createCollectionStore<SavedFilter>(() => core.savedFilters.list());
export const useSavedFilters = savedFilters.useCollection;
