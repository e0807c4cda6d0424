/** Repeats a query while it is visible: on changes, and throttled. */

import { useClock } from '#renderer/data/clock.ts';
import { ledgerNow, onLedger } from '#renderer/data/ledger.ts';

/** The span of virtual time in which a result stays valid. */
export interface CountedRange {
  readonly from: number;
  readonly to: number;
}

export const always: CountedRange = {
  from: Number.NEGATIVE_INFINITY,
  to: Number.POSITIVE_INFINITY,
};

export interface Rest {
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
export async function countRepeatedly(
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
