/** Whether this data folder contains only the items of the first start, and no traffic. */
import { create } from 'zustand';
import { persist } from 'zustand/middleware';
import { collections, useCollection } from '#renderer/kit/data/collections.ts';
import { useLedger } from '#renderer/kit/data/ledger.ts';
import { firstNames } from '#shared/connections/first-names.ts';

const useSkipped = create<{ readonly isSkipped: boolean }>()(
  persist((): { readonly isSkipped: boolean } => ({ isSkipped: false }), {
    name: 'hookwright.start',
  }),
);

export function skipStart(): void {
  useSkipped.setState({ isSkipped: true });
}

/** Undefined while unknown. */
export function useIsFreshStart(): boolean | undefined {
  const isSkipped = useSkipped((state) => state.isSkipped);
  const hasTraffic = useLedger((ledger) =>
    ledger === null ? undefined : ledger.accepted + ledger.rejected > 0,
  );
  const sources = useCollection(collections.sources);
  const destinations = useCollection(collections.destinations);
  if (isSkipped || hasTraffic === true) return false;
  if (hasTraffic === undefined || sources.status !== 'ready' || destinations.status !== 'ready')
    return undefined;
  return (
    sources.items.every(({ name }) => name === firstNames.source) &&
    destinations.items.every(({ name }) => name === firstNames.destination)
  );
}
