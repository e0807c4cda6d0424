/** The newest sync of each audience and computed trait by the latest news, and those before it. */
import { create } from 'zustand';
import { core } from '#renderer/data/core.ts';
import type { Computation, ComputationClass } from '#shared/schemas/computation.ts';
import type { Sync } from '#shared/schemas/sync.ts';
import { createCursorStore } from './cursor-store.ts';

interface SyncsState {
  readonly byComputation: Readonly<Record<string, Sync>>;
}

export const useSyncs = create<SyncsState>()(() => ({ byComputation: {} }));

function sentOf({ additionsSent, removalsSent }: Sync): number {
  return additionsSent + removalsSent;
}

/** News may be overtaken by an answer that was asked for before them. */
function isNews(sync: Sync, known: Sync | undefined): boolean {
  if (known === undefined || sync.id !== known.id) return known === undefined || sync.id > known.id;
  return sentOf(sync) >= sentOf(known);
}

export function noteSync(sync: Sync | null): void {
  if (sync === null) return;
  const { byComputation } = useSyncs.getState();
  if (!isNews(sync, byComputation[sync.computationId])) return;
  useSyncs.setState({ byComputation: { ...byComputation, [sync.computationId]: sync } });
}

export function useLastSync({ id, lastSync }: Pick<Computation, 'id' | 'lastSync'>): Sync | null {
  const noted = useSyncs(({ byComputation }) => byComputation[id]);
  return noted !== undefined && (lastSync === null || isNews(noted, lastSync)) ? noted : lastSync;
}

export interface SyncHistoryQuery {
  readonly kind: ComputationClass;
  readonly id: string;
}

/** Syncs of the audience or computed trait that is open, newest first. */
export const syncHistory = createCursorStore<Sync, SyncHistoryQuery>({
  firstQuery: { kind: 'audience', id: '' },
  keyOf: ({ id }) => String(id),
  load: ({ kind, id }, page) =>
    kind === 'audience'
      ? core.audiences.syncs.list({ id, ...page })
      : core.traits.syncs.list({ id, ...page }),
});
