/** Syncs of audiences and traits, and previews of the next one. */
import { useQuery } from '@tanstack/react-query';
import type { ComputationClass } from '#shared/audiences/computation.ts';
import type { Sync, SyncPlan } from '#shared/audiences/sync.ts';
import { computationsOf, itemsOf } from './collections.ts';
import { errorSentence } from './error-sentence.ts';
import { type Cursor, type PagedQuery, paging, putInto, usePages } from './pages.ts';
import { api, patch, refresh, refreshById } from './query-client.ts';

/** As many as sparklines show, and more than a card fits. */
const limit = 50;

const operationsOf = (kind: ComputationClass) => (kind === 'audience' ? api.audiences : api.traits);

function syncsOf(kind: ComputationClass, id: string): PagedQuery<Sync> {
  const input = (cursor: Cursor) => ({ id, limit, cursor });
  return kind === 'audience'
    ? api.audiences.syncs.list.infiniteOptions({ input, ...paging })
    : api.traits.syncs.list.infiniteOptions({ input, ...paging });
}

/** Newest first. */
export const useSyncs = (kind: ComputationClass, id: string) => usePages(syncsOf(kind, id));

/** Members and the sync preview depend on the changes of an audience or trait. */
export function refreshComputations(kind: ComputationClass, ids: ReadonlySet<string>): void {
  const users = kind === 'audience' ? api.audiences.members.list : api.traits.values.list;
  refreshById(users.key(), ids);
  refreshById(operationsOf(kind).syncs.start.key(), ids);
}

export function putSync(sync: Sync): void {
  const { computationClass: kind, computationId } = sync;
  const collection = computationsOf(kind);
  const cachedSync = itemsOf(collection).find(({ id }) => id === computationId)?.lastSync ?? null;
  putInto(syncsOf(kind, computationId), sync, ({ id }) => sync.id > id);
  if (cachedSync === null || sync.id >= cachedSync.id)
    patch(collection.queryKey, (items) =>
      items.map((item) => (item.id === computationId ? { ...item, lastSync: sync } : item)),
    );
  refreshComputations(kind, new Set([computationId]));
}

/** Plans depend on sources and destinations. */
export function refreshSyncPlans(): void {
  refresh({ queryKey: api.audiences.syncs.start.key() });
  refresh({ queryKey: api.traits.syncs.start.key() });
}

export interface Plan<Value> {
  /** Null until known; the previous one stays while it reloads. */
  readonly plan: Value | null;
  readonly problem: string | null;
  readonly reload: () => void;
}

/** The plan of a sync that starts now. */
export function useSyncPlan(kind: ComputationClass, id: string): Plan<SyncPlan> {
  const input = { params: { id }, query: { plan: true } };
  const options =
    kind === 'audience'
      ? api.audiences.syncs.start.queryOptions({ input })
      : api.traits.syncs.start.queryOptions({ input });
  const { data, error, refetch } = useQuery({
    ...options,
    staleTime: 0,
    // Shows the connection error instead of waiting.
    networkMode: 'always',
  });
  return {
    plan: data?.kind === 'plan' ? data.plan : null,
    problem: error === null ? null : errorSentence(error),
    reload: () => void refetch(),
  };
}
