/** Statistics for as long as somebody looks, asked for again as things change, and calmly. */
import { useEffect, useState } from 'react';
import { asksForAge, isReadable } from '#renderer/components/filter/delivery-filter.ts';
import { core } from '#renderer/data/core.ts';
import { errorSentence } from '#renderer/data/error-sentence.ts';
import type { Statistics } from '#shared/schemas/statistics.ts';
import type { OverviewView } from './overview-route.ts';
import { always, countInRounds, type Held } from './rounds.ts';

/** Numbers that change faster cannot be read. */
const calmMs = 1_000;
const rest = { leastMs: calmMs, factor: 4 };

/** Ages are shown in steps no finer than this. */
const ageingMs = 5_000;

interface Counted {
  readonly statistics: Statistics | null;
  /** Whether they are of what was asked for before, until the new ones are here. */
  readonly isOutdated: boolean;
  readonly problem: string | null;
}

/** As long as the clock is in here, statistics that were counted hold. */
function heldBy({ now, to }: Statistics, filter: string): Held {
  const until = asksForAge(filter) ? Math.min(to, now + ageingMs) : to;
  return { from: now - calmMs, to: until };
}

function keepCounting(
  { range, filter }: OverviewView,
  signal: AbortSignal,
  tell: (counted: Partial<Counted>) => void,
): Promise<void> {
  const query = filter === '' ? { range } : { range, filter };
  const count = async (): Promise<Held> => {
    try {
      const statistics = await core.statistics.get(query, { signal });
      if (!signal.aborted) tell({ statistics, isOutdated: false, problem: null });
      return heldBy(statistics, filter);
    } catch (error) {
      if (!signal.aborted) tell({ problem: errorSentence(error) });
      // Counted when there is news: a lost connection brings some.
      return always;
    }
  };
  return countInRounds(count, rest, signal);
}

const nothing: Counted = { statistics: null, isOutdated: false, problem: null };

export function useStatistics({ range, filter }: OverviewView): Counted & { retry: () => void } {
  const [counted, setCounted] = useState(nothing);
  const [tries, setTries] = useState(0);
  useEffect(() => {
    // Named here so that another try begins anew.
    void tries;
    setCounted((before) => ({ ...before, isOutdated: true, problem: null }));
    if (!isReadable(filter)) return;
    const left = new AbortController();
    void keepCounting({ range, filter }, left.signal, (counted) =>
      setCounted((before) => ({ ...before, ...counted })),
    );
    return () => left.abort();
  }, [range, filter, tries]);
  return { ...counted, retry: () => setTries((count) => count + 1) };
}
