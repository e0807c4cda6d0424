/** How a change reaches the cache: written into it, or by reading again what it is about. */
import type { DataTag, Query, QueryFilters, QueryKey } from '@tanstack/react-query';
import { z } from 'zod';
import { queryClient } from './query-client.ts';

/** A query is read again no more often than this while it keeps changing. */
const pauseMs = 250;

/** By query: whether it changed once more while it was read. */
const underWay = new Map<Query, boolean>();

async function refreshOne(query: Query): Promise<void> {
  if (underWay.has(query)) return void underWay.set(query, true);
  do {
    underWay.set(query, false);
    // An answer that is on its way may be older than the change.
    await query.promise?.catch(() => undefined);
    await queryClient.invalidateQueries({ predicate: (one) => one === query });
    await new Promise((resolve) => setTimeout(resolve, pauseMs));
  } while (underWay.get(query) === true);
  underWay.delete(query);
}

/** At once what is on the screen, the rest when it is shown again. Many changes lead to one question. */
export function refresh(filters: QueryFilters): void {
  for (const query of queryClient.getQueryCache().findAll(filters)) void refreshOne(query);
}

const Id = z.object({ id: z.union([z.number(), z.string()]) });
const ById = z.tuple([
  z.unknown(),
  z.object({ input: Id.or(z.object({ params: Id }).transform(({ params }) => params)) }),
]);

/** Of an operation that reads by the id of one thing: those that changed. */
export function refreshById(queryKey: QueryKey, ids: ReadonlySet<number | string>): void {
  refresh({
    queryKey,
    predicate: (query) => {
      const key = ById.safeParse(query.queryKey);
      return key.success && ids.has(key.data[1].input.id);
    },
  });
}

/** Writes a change into what was read; what never was is read whole when it is needed. */
export function patch<Data>(
  queryKey: DataTag<QueryKey, Data, Error>,
  update: (data: Data) => Data,
): void {
  // An answer that is on its way may be older than the change.
  if (queryClient.isFetching({ queryKey, exact: true }) > 0) refresh({ queryKey, exact: true });
  queryClient.setQueryData<Data>(queryKey, (data) => (data === undefined ? data : update(data)));
}
