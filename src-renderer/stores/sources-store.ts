import { core } from '#renderer/data/core.ts';
import type { Source } from '#shared/schemas/source.ts';
import { createCollectionStore } from './collection-store.ts';

export const sources = createCollectionStore<Source>(() => core.sources.list());
export const useSources = sources.useCollection;
