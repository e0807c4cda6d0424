/** Statistics for as long as somebody looks, asked for again as things change, and calmly. */
import { useEffect, useState } from 'react';
import { core } from '#renderer/core-client/core.ts';
import { errorSentence } from '#renderer/core-client/error-sentence.ts';
import { isReadable } from '#renderer/parts/filter/delivery-filter.ts';
import { useClock } from '#renderer/stores/clock-store.ts';
import { useLedger } from '#renderer/stores/ledger-store.ts';
import type { Statistics } from '#shared/schemas/statistics.ts';
import type { OverviewView } from './overview-route.ts';

/** Numbers that change faster cannot be read. */
const calmMs = 1_000;
/** Where counting takes long, the core is left alone for so many times as long. */
const restFactor = 4;

interface Counted {
  readonly statistics: Statistics | null;
  /** Whether they are of what was asked for before, until the new ones are here. */
  readonly isOutdated: boolean;
  readonly problem: string | null;
}

const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

/** Resolves when something changed, or the clock left the last bucket, while somebody can see it. */
function somethingNew(
  ledger: unknown,
  { now, to }: Pick<Statistics, 'now' | 'to'>,
  signal: AbortSignal,
): Promise<void> {
  return new Promise((resolve) => {
    const look = (): void => {
      const time = useClock.getState().now;
      const isNew = useLedger.getState().ledger !== ledger || time >= to || time < now - calmMs;
      if (signal.aborted || (isNew && !document.hidden)) end();
    };
    const stops = [useLedger.subscribe(look), useClock.subscribe(look)];
    const end = (): void => {
      for (const stop of stops) stop();
      document.removeEventListener('visibilitychange', look);
      resolve();
    };
    document.addEventListener('visibilitychange', look);
    signal.addEventListener('abort', look, { once: true });
    look();
  });
}

async function keepCounting(
  { range, filter }: OverviewView,
  signal: AbortSignal,
  tell: (statistics: Statistics) => void,
): Promise<void> {
  while (!signal.aborted) {
    const { ledger } = useLedger.getState();
    const begunAt = performance.now();
    const query = filter === '' ? { range } : { range, filter };
    const statistics = await core.statistics.get(query, { signal });
    if (signal.aborted) return;
    tell(statistics);
    await pause(Math.max(calmMs, restFactor * (performance.now() - begunAt)));
    await somethingNew(ledger, statistics, signal);
  }
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
    keepCounting({ range, filter }, left.signal, (statistics) =>
      setCounted({ statistics, isOutdated: false, problem: null }),
    ).catch((error: unknown) => {
      if (!left.signal.aborted)
        setCounted((before) => ({ ...before, problem: errorSentence(error) }));
    });
    return () => left.abort();
  }, [range, filter, tries]);
  return { ...counted, retry: () => setTries((count) => count + 1) };
}
