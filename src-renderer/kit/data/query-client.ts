/** The cache of core data. The change feed keeps it current: see `live.ts`. */
import { createTanstackQueryUtils } from '@orpc/tanstack-query';
import {
  type DataTag,
  notifyManager,
  onlineManager,
  type Query,
  QueryClient,
  type QueryFilters,
  type QueryKey,
} from '@tanstack/react-query';
import { z } from 'zod';
import { ConnectionProblem } from './connection.ts';
import { core } from './core.ts';

const retryMs = 250;
const maxRetries = 3;

// "Online" is the connection to the core, not to a network.
onlineManager.setEventListener(() => undefined);
onlineManager.setOnline(false);
// In the frame of the change feed, not in a later task.
notifyManager.setScheduler(queueMicrotask);

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: Number.POSITIVE_INFINITY,
      refetchOnWindowFocus: false,
      retry: (failures, error) => failures < maxRetries && error instanceof ConnectionProblem,
      retryDelay: retryMs,
    },
    // A save must not run at some later time; it fails immediately instead.
    mutations: { networkMode: 'always' },
  },
});

/** Query options and keys for every operation of the contract. */
export const api = createTanstackQueryUtils(core);

// How a change reaches the cache: as an update or a reload.

/** Minimum interval between reloads of a query that keeps changing. */
const minIntervalMs = 250;
/** A reload that takes long is followed by a rest of this multiple of its duration. */
const restFactor = 2;
/** A reload also takes as long as a lost connection. */
const maxRestMs = 2_000;

/** Per query: whether it changed again during its reload. */
const refreshing = new Map<Query, boolean>();

async function refreshOne(query: Query): Promise<void> {
  if (refreshing.has(query)) return void refreshing.set(query, true);
  do {
    refreshing.set(query, false);
    const startedAt = performance.now();
    // A response in flight may be older than the change.
    await query.promise?.catch(() => undefined);
    await queryClient.invalidateQueries({ predicate: (candidate) => candidate === query });
    const restMs = Math.min(maxRestMs, restFactor * (performance.now() - startedAt));
    await new Promise((resolve) => setTimeout(resolve, Math.max(minIntervalMs, restMs)));
  } while (refreshing.get(query) === true);
  refreshing.delete(query);
}

/** Visible queries reload immediately, others when shown. Many changes cause one reload. */
export function refresh(filters: QueryFilters): void {
  for (const query of queryClient.getQueryCache().findAll(filters)) void refreshOne(query);
}

/** `invalidateQueries` restarts a reload of a visible query, but neither a first load nor a hidden one. */
const isLoadKept = (query: Query): boolean =>
  query.state.fetchStatus === 'fetching' && (query.state.data === undefined || !query.isActive());

/** All data may be stale, and so may responses in flight. */
export function refreshAll(): void {
  refresh({ predicate: isLoadKept });
  void queryClient.invalidateQueries();
}

const Id = z.object({ id: z.union([z.number(), z.string()]) });
const ById = z.tuple([
  z.unknown(),
  z.object({ input: Id.or(z.object({ params: Id }).transform(({ params }) => params)) }),
]);

/** Changed IDs of an operation that reads by ID. */
export function refreshById(queryKey: QueryKey, ids: ReadonlySet<number | string>): void {
  refresh({
    queryKey,
    predicate: (query) => {
      const key = ById.safeParse(query.queryKey);
      return key.success && ids.has(key.data[1].input.id);
    },
  });
}

/** Updates a cached result; anything not cached loads when needed. */
export function patch<Data>(
  queryKey: DataTag<QueryKey, Data, Error>,
  update: (data: Data) => Data,
): void {
  // A response in flight may be older than the change.
  if (queryClient.isFetching({ queryKey, exact: true }) > 0) refresh({ queryKey, exact: true });
  queryClient.setQueryData<Data>(queryKey, (data) => (data === undefined ? data : update(data)));
}
