/** Throttled statistics while the page is visible. */

import { useEffect, useRef, useState } from 'react';
import { asksForAge, isValidFilter } from '#renderer/filter/delivery-filter.ts';
import { useClock } from '#renderer/kit/data/clock.ts';
import { core } from '#renderer/kit/data/core.ts';
import { errorSentence } from '#renderer/kit/data/error-sentence.ts';
import { useFinish } from '#renderer/kit/data/fast-forward.ts';
import { ledgerNow, onLedger } from '#renderer/kit/data/ledger.ts';
import { printFilter } from '#shared/filter/print.ts';
import type { Statistics } from '#shared/statistics/statistics.ts';
import { openBefore } from './deliveries-links.ts';
import type { OverviewView } from './overview-route.ts';

// Repeats a query while it is visible: on changes, and throttled.

/** The span of virtual time in which a result stays valid. */
interface CountedRange {
  readonly from: number;
  readonly to: number;
}

const always: CountedRange = {
  from: Number.NEGATIVE_INFINITY,
  to: Number.POSITIVE_INFINITY,
};

interface Rest {
  /** Minimum interval between starts. */
  readonly leastMs: () => number;
  /** After a slow query, waits this multiple of its duration. */
  readonly factor: number;
}

const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

/** Resolves on a change, or when the clock leaves the span, while the page is visible. */
function nextChange(ledger: unknown, counted: CountedRange, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const look = (): void => {
      const time = useClock.getState().now;
      const isOutside = time < counted.from || time >= counted.to;
      const isNew = isOutside || ledgerNow() !== ledger;
      if (signal.aborted || (isNew && !document.hidden)) end();
    };
    const stops = [onLedger(look), useClock.subscribe(look)];
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

/** `count` resolves to how long its result stays valid without changes; it must not throw. */
async function countRepeatedly(
  count: () => Promise<CountedRange>,
  { leastMs, factor }: Rest,
  signal: AbortSignal,
): Promise<void> {
  while (!signal.aborted) {
    const ledger = ledgerNow();
    const startedAt = performance.now();
    const counted = await count();
    await pause(Math.max(leastMs(), factor * (performance.now() - startedAt)));
    await nextChange(ledger, counted, signal);
  }
}

/** Faster updates can't be read. */
const refreshMs = 1_000;
/** While a fast-forward plays, the plots follow it. */
const fastForwardRefreshMs = 300;
const throttle = {
  leastMs: () => (useFinish.getState().status === 'running' ? fastForwardRefreshMs : refreshMs),
  factor: 4,
};

/** Ages are displayed no finer than this. */
const ageRefreshMs = 5_000;

interface Counted {
  readonly statistics: Statistics | null;
  /** Whether the data is for the previous view, while the new one loads. */
  readonly isOutdated: boolean;
  readonly problem: string | null;
}

/** The statistics stay valid while the clock is in this span. */
function rangeOf({ now, to }: Statistics, filter: string): CountedRange {
  const until = asksForAge(filter) ? Math.min(to, now + ageRefreshMs) : to;
  return { from: now - refreshMs, to: until };
}

function keepCounting(
  { range, filter }: OverviewView,
  signal: AbortSignal,
  update: (counted: Partial<Counted>) => void,
): Promise<void> {
  const query = filter === '' ? { range } : { range, filter };
  const count = async (): Promise<CountedRange> => {
    try {
      const statistics = await core.statistics.get(query, { signal });
      if (!signal.aborted) update({ statistics, isOutdated: false, problem: null });
      return rangeOf(statistics, filter);
    } catch (error) {
      if (!signal.aborted) update({ problem: errorSentence(error) });
      // A reconnect counts as a change.
      return always;
    }
  };
  return countRepeatedly(count, throttle, signal);
}

const notLoaded: Counted = { statistics: null, isOutdated: false, problem: null };

export function useStatistics({ range, filter }: OverviewView): Counted & { retry: () => void } {
  const [counted, setCounted] = useState(notLoaded);
  const [tries, setTries] = useState(0);
  useEffect(() => {
    // A new `round` restarts it.
    void tries;
    setCounted((before) => ({ ...before, isOutdated: true, problem: null }));
    if (!isValidFilter(filter)) return;
    const controller = new AbortController();
    void keepCounting({ range, filter }, controller.signal, (counted) =>
      setCounted((before) => ({ ...before, ...counted })),
    );
    return () => controller.abort();
  }, [range, filter, tries]);
  return { ...counted, retry: () => setTries((count) => count + 1) };
}

// Counts open deliveries created before the range. Separate from the statistics, since a text
// filter may scan all deliveries.

/** Less often than the statistics, which matter more. */
const olderThrottle = { leastMs: () => 2_000, factor: 9 };

const openOf = (counts: Pick<Statistics['deliveries'], 'waiting' | 'paused'> | null): number =>
  counts === null ? 0 : counts.waiting + counts.paused;

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
    void countRepeatedly(count, olderThrottle, signal);
    return () => controller.abort();
  }, [filter, isReady]);
  // When the clock is set back, the range starts earlier and includes some of them.
  return statistics !== null && olderOpen.from <= statistics.from ? olderOpen.count : 0;
}
