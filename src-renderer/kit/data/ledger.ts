/** The ledger, which is part of every batch of changes. */
import { useQuery } from '@tanstack/react-query';
import type { Ledger } from '#shared/deliveries/ledger.ts';
import { api, queryClient } from './query-client.ts';

// Counts as news even if equal: an attempt may be the only change.
const query = api.ledger.get.queryOptions({ structuralSharing: false });

export function setLedger(ledger: Ledger): void {
  queryClient.setQueryData(query.queryKey, ledger);
}

/** Null until the core reports it. */
export const ledgerNow = (): Ledger | null => queryClient.getQueryData(query.queryKey) ?? null;

/** Whether deliveries and messages were deleted, leaving gaps in their numbers. */
export const hasGaps = (ledger = ledgerNow()): boolean => (ledger?.deleted ?? 0) > 0;

/** Rerenders only when the selected value changes. */
export function useLedger<Selected>(select: (ledger: Ledger | null) => Selected): Selected {
  const { data } = useQuery({ ...query, select });
  return data === undefined ? select(null) : data;
}

/** Calls the listener whenever the ledger may have changed. */
export function onLedger(listener: () => void): () => void {
  const { queryHash } = queryClient.getQueryCache().build(queryClient, query);
  return queryClient.getQueryCache().subscribe((event) => {
    if (event.type === 'updated' && event.query.queryHash === queryHash) listener();
  });
}
