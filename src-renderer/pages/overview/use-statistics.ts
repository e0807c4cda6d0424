/** Throttled statistics while the page is visible. */
import { useEffect, useState } from 'react';
import { asksForAge, isValidFilter } from '#renderer/components/filter/delivery-filter.ts';
import { core } from '#renderer/data/core.ts';
import { errorSentence } from '#renderer/data/error-sentence.ts';
import { useFinish } from '#renderer/data/fast-forward.ts';
import type { Statistics } from '#shared/schemas/statistics.ts';
import type { OverviewView } from './overview-route.ts';
import { always, type CountedRange, countRepeatedly } from './rounds.ts';

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
