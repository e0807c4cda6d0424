import { useEffect, useState } from 'react';
import { core } from '#renderer/data/core.ts';
import { useLedger } from '#renderer/stores/ledger-store.ts';
import type { SavedFilter } from '#shared/schemas/filter.ts';

/** Deliveries that match, so far; `isWhole` once all were looked at. */
export interface FilterCount {
  readonly count: number;
  readonly isWhole: boolean;
}

type Counts = ReadonlyMap<string, FilterCount>;

/** Between two counts of the same: one may look at every body there is. */
const betweenCountsMs = 5_000;

const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

/** Counts step by step, so that the core does other things in between. */
async function countAll(
  filter: string,
  signal: AbortSignal,
  tell: (count: FilterCount) => void,
): Promise<void> {
  let count = 0;
  for (let cursor: string | null | undefined; cursor !== null && !signal.aborted; ) {
    const step = await core.deliveries.count(
      { filter, ...(cursor === undefined ? {} : { cursor }) },
      { signal },
    );
    count += step.count;
    cursor = step.nextCursor;
    if (!signal.aborted) tell({ count, isWhole: cursor === null });
  }
}

/** Counts again and again while anything changes; a number that is known stays until the new one is. */
async function keepCounting(
  saved: readonly SavedFilter[],
  signal: AbortSignal,
  set: (change: (counts: Counts) => Counts) => void,
): Promise<void> {
  while (!signal.aborted) {
    const { ledger } = useLedger.getState();
    for (const { id, filter } of saved)
      await countAll(filter, signal, (count) =>
        set((counts) =>
          count.isWhole || counts.get(id)?.isWhole !== true
            ? new Map(counts).set(id, count)
            : counts,
        ),
      );
    do await pause(betweenCountsMs);
    while (!signal.aborted && useLedger.getState().ledger === ledger);
  }
}

/** How many deliveries each saved filter lets through, while somebody looks. */
export function useFilterCounts(saved: readonly SavedFilter[], isLooking: boolean): Counts {
  const [counts, setCounts] = useState<Counts>(new Map());
  useEffect(() => {
    if (!isLooking) return;
    const left = new AbortController();
    // A lost connection ends it: the count stays as it was, and opening again begins anew.
    keepCounting(saved, left.signal, setCounts).catch(() => undefined);
    return () => left.abort();
  }, [saved, isLooking]);
  return counts;
}
