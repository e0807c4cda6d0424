/**
 * Deliveries that were made before the span and have not ended, counted beside the statistics, which
 * never wait for it: with a filter of free text it may take as long as a look through all there is.
 */

import { useEffect, useRef, useState } from 'react';
import { core } from '#renderer/data/core.ts';
import { ledgerNow } from '#renderer/data/ledger.ts';
import { printFilter } from '#shared/filter/print.ts';
import type { Statistics } from '#shared/schemas/statistics.ts';
import { openBefore } from './inspector-links.ts';
import type { OverviewView } from './overview-route.ts';
import { always, countInRounds, type Held } from './rounds.ts';

/** Rarer than the statistics: it is a note beside them. */
const rest = { leastMs: 2_000, factor: 9 };

const openOf = (
  counts: Pick<Statistics['deliveries'], 'pending' | 'sending' | 'retrying' | 'paused'> | null,
): number =>
  counts === null ? 0 : counts.pending + counts.sending + counts.retrying + counts.paused;

/** Asked only where the ledger has more open ones than were made in the span. */
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

const nothing = { count: 0, from: Number.NEGATIVE_INFINITY };

/** Zero until it is counted; what could not be counted again stays as it was told. */
export function useOlderOpen(
  { range, filter }: OverviewView,
  statistics: Statistics | null,
  isOutdated: boolean,
): number {
  const [olderOpen, setOlderOpen] = useState(nothing);
  const latest = useRef(statistics);
  latest.current = statistics;
  const isReady = statistics !== null && !isOutdated && range !== 'all';
  useEffect(() => {
    setOlderOpen(nothing);
    if (!isReady) return;
    const left = new AbortController();
    const { signal } = left;
    const count = async (): Promise<Held> => {
      const { current } = latest;
      if (current === null) return always;
      try {
        const counted = await countOlderOpen(filter, current, signal);
        if (!signal.aborted) setOlderOpen({ count: counted, from: current.from });
      } catch {
        // It is a note: what is wrong is told with the statistics, and with news it is tried again.
      }
      return { from: current.from, to: current.to };
    };
    void countInRounds(count, rest, signal);
    return () => left.abort();
  }, [filter, isReady]);
  // After the clock was set back the span begins earlier, and holds some of them.
  return statistics !== null && olderOpen.from <= statistics.from ? olderOpen.count : 0;
}
