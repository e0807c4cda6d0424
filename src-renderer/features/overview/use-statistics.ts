/** Statistics for as long as somebody looks, asked for again as things change, and calmly. */
import { useEffect, useState } from 'react';
import { core } from '#renderer/core-client/core.ts';
import { errorSentence } from '#renderer/core-client/error-sentence.ts';
import { asksForAge, isReadable } from '#renderer/parts/filter/delivery-filter.ts';
import { useClock } from '#renderer/stores/clock-store.ts';
import { useLedger } from '#renderer/stores/ledger-store.ts';
import { printFilter } from '#shared/lib/filter/print.ts';
import type { Statistics } from '#shared/schemas/statistics.ts';
import { openBefore } from './inspector-links.ts';
import type { OverviewView } from './overview-route.ts';

/** Numbers that change faster cannot be read. */
const calmMs = 1_000;
/** Where counting takes long, the core is left alone for so many times as long. */
const restFactor = 4;

/** Ages are shown in steps no finer than this. */
const ageingMs = 5_000;

interface Counted {
  readonly statistics: Statistics | null;
  /** Deliveries that were made before the span, and have not ended. */
  readonly olderOpen: number;
  /** Whether they are of what was asked for before, until the new ones are here. */
  readonly isOutdated: boolean;
  readonly problem: string | null;
}

const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

/** Resolves when something changed, or the clock left a span of time, while somebody can see it. */
function somethingNew(
  ledger: unknown,
  span: { readonly from: number; readonly to: number },
  signal: AbortSignal,
): Promise<void> {
  return new Promise((resolve) => {
    const look = (): void => {
      const time = useClock.getState().now;
      const isOutside = time < span.from || time >= span.to;
      const isNew = isOutside || useLedger.getState().ledger !== ledger;
      if (signal.aborted || (isNew && !document.hidden)) end();
    };
    const stops = [useLedger.subscribe(look), useClock.subscribe(look)];
    const end = (): void => {
      for (const stop of stops) stop();
      document.removeEventListener('visibilitychange', look);
      signal.removeEventListener('abort', look);
      resolve();
    };
    document.addEventListener('visibilitychange', look);
    signal.addEventListener('abort', look);
    look();
  });
}

/** As long as the clock is in here, statistics that were counted hold. */
function heldBy({ now, to }: Statistics, filter: string): { from: number; to: number } {
  const until = asksForAge(filter) ? Math.min(to, now + ageingMs) : to;
  return { from: now - calmMs, to: until };
}

/** Asked only where the ledger has more open ones than were made in the span. */
async function countOlderOpen(
  filter: string,
  { from, deliveries }: Statistics,
  signal: AbortSignal,
): Promise<number> {
  const open = openOf(useLedger.getState().ledger);
  if (open === 0 || (filter === '' && open <= openOf(deliveries))) return 0;
  const query = { filter: printFilter(openBefore(filter, from)) };
  let sum = 0;
  let cursor: string | undefined;
  do {
    const found = await core.deliveries.count({ ...query, cursor }, { signal });
    sum += found.count;
    cursor = found.nextCursor ?? undefined;
  } while (cursor !== undefined);
  return sum;
}

const openOf = (
  counts: Pick<Statistics['deliveries'], 'pending' | 'sending' | 'retrying' | 'paused'> | null,
): number =>
  counts === null ? 0 : counts.pending + counts.sending + counts.retrying + counts.paused;

const always = { from: Number.NEGATIVE_INFINITY, to: Number.POSITIVE_INFINITY };

async function keepCounting(
  { range, filter }: OverviewView,
  signal: AbortSignal,
  tell: (counted: Partial<Counted>) => void,
): Promise<void> {
  const query = filter === '' ? { range } : { range, filter };
  while (!signal.aborted) {
    const { ledger } = useLedger.getState();
    const begunAt = performance.now();
    // What could not be counted is counted when there is news: a lost connection brings some.
    let held = always;
    try {
      const statistics = await core.statistics.get(query, { signal });
      held = heldBy(statistics, filter);
      if (!signal.aborted) tell({ statistics, isOutdated: false, problem: null });
      const olderOpen = range === 'all' ? 0 : await countOlderOpen(filter, statistics, signal);
      if (!signal.aborted) tell({ olderOpen });
    } catch (error) {
      if (!signal.aborted) tell({ problem: errorSentence(error) });
    }
    await pause(Math.max(calmMs, restFactor * (performance.now() - begunAt)));
    await somethingNew(ledger, held, signal);
  }
}

const nothing: Counted = { statistics: null, olderOpen: 0, isOutdated: false, problem: null };

export function useStatistics({ range, filter }: OverviewView): Counted & { retry: () => void } {
  const [counted, setCounted] = useState(nothing);
  const [tries, setTries] = useState(0);
  useEffect(() => {
    // Named here so that another try begins anew.
    void tries;
    setCounted((before) => ({ ...before, olderOpen: 0, isOutdated: true, problem: null }));
    if (!isReadable(filter)) return;
    const left = new AbortController();
    void keepCounting({ range, filter }, left.signal, (counted) =>
      setCounted((before) => ({ ...before, ...counted })),
    );
    return () => left.abort();
  }, [range, filter, tries]);
  return { ...counted, retry: () => setTries((count) => count + 1) };
}
