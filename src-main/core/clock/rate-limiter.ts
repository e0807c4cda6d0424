/** A rate of real time: so many a second, the first one at once. */
import type { Clock } from '../ports.ts';

/**
 * How much of what a stall kept from being done (the machine slept, the disk was full) is made up for:
 * a receiver that was promised ten a second does not get an hour's worth at once.
 */
const madeUpMs = 1_000;

export interface RateLimiter {
  /** How many more may be done by now; without a rate, any number. */
  available(): number;
  consume(count: number): void;
  /** A time to come at which there may be room again, by the same clock. */
  nextAt(): number;
}

/** `perSecond` is null where there is no rate to keep. */
export function createRateLimiter(
  clock: Pick<Clock, 'now'>,
  perSecond: number | null,
): RateLimiter {
  if (perSecond === null)
    return {
      available: () => Number.POSITIVE_INFINITY,
      consume: () => undefined,
      nextAt: () => clock.now(),
    };
  let startedAt = clock.now();
  let taken = 0;
  const dueAt = (): number => startedAt + (taken * 1_000) / perSecond;
  return {
    available() {
      const now = clock.now();
      const behindMs = now - dueAt() - madeUpMs;
      if (behindMs > 0) startedAt += behindMs;
      // The clock of the machine was set back: nobody waits until it is where it was.
      const aheadMs = dueAt() - now - 1_000 / perSecond;
      if (aheadMs > 0) startedAt -= aheadMs;
      return Math.max(0, 1 + Math.floor(((now - startedAt) * perSecond) / 1_000) - taken);
    },
    consume(count) {
      taken += count;
    },
    // Whole milliseconds may round down to now.
    nextAt: () => Math.max(Math.ceil(dueAt()), clock.now() + 1),
  };
}
