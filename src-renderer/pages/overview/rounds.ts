/** Counting again and again for as long as somebody looks: when there is news, and calmly. */

import { useClock } from '#renderer/data/clock.ts';
import { ledgerNow, onLedger } from '#renderer/data/ledger.ts';

/** A span of the product's time within which what was counted holds. */
export interface Held {
  readonly from: number;
  readonly to: number;
}

export const always: Held = { from: Number.NEGATIVE_INFINITY, to: Number.POSITIVE_INFINITY };

export interface Rest {
  /** From the begin of a round to the next one, at least. */
  readonly leastMs: number;
  /** Where counting takes long, the core is left alone for so many times as long. */
  readonly factor: number;
}

const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

/** Resolves when something changed, or the clock left a span of time, while somebody can see it. */
function somethingNew(ledger: unknown, held: Held, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const look = (): void => {
      const time = useClock.getState().now;
      const isOutside = time < held.from || time >= held.to;
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

/** `count` tells how long what it counted holds unless something changes; it must not throw. */
export async function countInRounds(
  count: () => Promise<Held>,
  { leastMs, factor }: Rest,
  signal: AbortSignal,
): Promise<void> {
  while (!signal.aborted) {
    const ledger = ledgerNow();
    const begunAt = performance.now();
    const held = await count();
    await pause(Math.max(leastMs, factor * (performance.now() - begunAt)));
    await somethingNew(ledger, held, signal);
  }
}
