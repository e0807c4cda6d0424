/**
 * Counts open deliveries created before the range. Separate from the statistics, since a text
 * filter may scan all deliveries.
 */

import { useEffect, useRef, useState } from 'react';
import { core } from '#renderer/data/core.ts';
import { ledgerNow } from '#renderer/data/ledger.ts';
import { printFilter } from '#shared/filter/print.ts';
import type { Statistics } from '#shared/schemas/statistics.ts';
import { openBefore } from './inspector-links.ts';
import type { OverviewView } from './overview-route.ts';
import { always, type CountedRange, countRepeatedly } from './rounds.ts';

/** Less often than the statistics, which matter more. */
const throttle = { leastMs: () => 2_000, factor: 9 };

const openOf = (
  counts: Pick<Statistics['deliveries'], 'pending' | 'sending' | 'retrying' | 'paused'> | null,
): number =>
  counts === null ? 0 : counts.pending + counts.sending + counts.retrying + counts.paused;

/** Counts only if the ledger has more open deliveries than the range. */
async function countOlderOpen(
  filter: string,
  { from, deliveries }: Statistics,
  signal: AbortSignal,
): Promise<number> {
  const open = openOf(ledgerNow());
  if (open === 0 || (filter === '' && open <= openOf(deliveries))) return 0;
  const query = { filter: printFilter(openBefore(filter, from)) };
  return (await core.deliveries.count(query, { signal })).count;
}

const notCounted = { count: 0, from: Number.NEGATIVE_INFINITY };

/** Zero until counted; a failed recount keeps the last value. */
export function useOlderOpen(
  { range, filter }: OverviewView,
  statistics: Statistics | null,
  isOutdated: boolean,
): number {
  const [olderOpen, setOlderOpen] = useState(notCounted);
  const latest = useRef(statistics);
  latest.current = statistics;
  const isReady = statistics !== null && !isOutdated && range !== 'all';
  useEffect(() => {
    setOlderOpen(notCounted);
    if (!isReady) return;
    const controller = new AbortController();
    const { signal } = controller;
    const count = async (): Promise<CountedRange> => {
      const { current } = latest;
      if (current === null) return always;
      try {
        const counted = await countOlderOpen(filter, current, signal);
        if (!signal.aborted) setOlderOpen({ count: counted, from: current.from });
      } catch {
        // The statistics report the error; the next change tries again.
      }
      return { from: current.from, to: current.to };
    };
    void countRepeatedly(count, throttle, signal);
    return () => controller.abort();
  }, [filter, isReady]);
  // When the clock is set back, the range starts earlier and includes some of them.
  return statistics !== null && olderOpen.from <= statistics.from ? olderOpen.count : 0;
}
