/** Throttled statistics while the page is visible. */

import { useEffect, useState } from 'react';
import { asksForAge, isValidFilter } from '#renderer/filter/delivery-filter.ts';
import { useClock } from '#renderer/kit/data/clock.ts';
import { core } from '#renderer/kit/data/core.ts';
import { errorSentence } from '#renderer/kit/data/error-sentence.ts';
import { useFinish } from '#renderer/kit/data/fast-forward.ts';
import { ledgerNow, onLedger } from '#renderer/kit/data/ledger.ts';
import type { Statistics, StatisticsRange } from '#shared/statistics/statistics.ts';

export interface StatisticsView<Range extends StatisticsRange> {
  readonly range: Range;
  /** Filter text of the deliveries; empty for all. It may be invalid. */
  readonly filter: string;
}

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

export interface Counted<Range extends StatisticsRange> {
  readonly statistics: Statistics | null;
  /** The range of `statistics`; the chosen one may still be loading. */
  readonly range: Range;
  /** Whether the data is for the previous view, while the new one loads. */
  readonly isOutdated: boolean;
  readonly problem: string | null;
}

/** The statistics stay valid while the clock is in this span. */
function rangeOf({ now, to }: Statistics, filter: string): CountedRange {
  const until = asksForAge(filter) ? Math.min(to, now + ageRefreshMs) : to;
  return { from: now - refreshMs, to: until };
}

function keepCounting<Range extends StatisticsRange>(
  { range, filter }: StatisticsView<Range>,
  signal: AbortSignal,
  update: (counted: Partial<Counted<Range>>) => void,
): Promise<void> {
  const query = filter === '' ? { range } : { range, filter };
  const count = async (): Promise<CountedRange> => {
    try {
      const statistics = await core.statistics.get(query, { signal });
      if (!signal.aborted) update({ statistics, range, isOutdated: false, problem: null });
      return rangeOf(statistics, filter);
    } catch (error) {
      if (!signal.aborted) update({ problem: errorSentence(error) });
      // A reconnect counts as a change.
      return always;
    }
  };
  return countRepeatedly(count, throttle, signal);
}

const notLoaded = { statistics: null, isOutdated: false, problem: null };

export function useStatistics<Range extends StatisticsRange>({
  range,
  filter,
}: StatisticsView<Range>): Counted<Range> & { retry: () => void } {
  const [counted, setCounted] = useState<Counted<Range>>({ ...notLoaded, range });
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
