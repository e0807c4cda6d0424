import { core } from '#renderer/data/core.ts';
import type { Authority } from '#shared/schemas/authority.ts';
import { createCollectionStore } from './collection-store.ts';

export const authorities = createCollectionStore<Authority>(() => core.authorities.list());
export const useAuthorities = authorities.useCollection;
