/** Audiences and computed traits: of both there are only a few. */
import { core } from '#renderer/data/core.ts';
import type { Computation, ComputationClass } from '#shared/schemas/computation.ts';
import { type CollectionStore, createCollectionStore } from './collection-store.ts';

export const audiences = createCollectionStore<Computation>(() => core.audiences.list());
export const traits = createCollectionStore<Computation>(() => core.traits.list());

export const computations: Readonly<Record<ComputationClass, CollectionStore<Computation>>> = {
  audience: audiences,
  trait: traits,
};
