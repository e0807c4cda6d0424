/** Reading again what changed, for queries that a change cannot be written into. */
import type { Query, QueryFilters } from '@tanstack/react-query';
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
