/** The ledger, which comes with every batch of changes. */
import { useQuery } from '@tanstack/react-query';
import type { Ledger } from '#shared/schemas/ledger.ts';
import { api, queryClient } from './query-client.ts';

// Every batch is news, also where its counts are equal: an attempt may be all that changed.
const query = api.ledger.get.queryOptions({ structuralSharing: false });

export function showLedger(ledger: Ledger): void {
  queryClient.setQueryData(query.queryKey, ledger);
}

/** Null until the core has told it. */
export const ledgerNow = (): Ledger | null => queryClient.getQueryData(query.queryKey) ?? null;

/** Whether numbers of deliveries and messages are missing, since some were deleted. */
export const hasGaps = (ledger = ledgerNow()): boolean => (ledger?.deleted ?? 0) > 0;

/** What is selected of it is all that draws anew. */
export function useLedger<Selected>(select: (ledger: Ledger | null) => Selected): Selected {
  const { data } = useQuery({ ...query, select });
  return data === undefined ? select(null) : data;
}

/** Calls the listener whenever it may have changed. */
export function onLedger(listener: () => void): () => void {
  const { queryHash } = queryClient.getQueryCache().build(queryClient, query);
  return queryClient.getQueryCache().subscribe((event) => {
    if (event.type === 'updated' && event.query.queryHash === queryHash) listener();
  });
}
