/** Limits a rate in real time. The first call is allowed immediately. */
import type { Clock } from './ports.ts';

/**
 * Maximum backlog to catch up after a stall, such as sleep or a full disk. A receiver limited to
 * ten per second doesn't get an hour's worth at once.
 */
const maxCatchUpMs = 1_000;

export interface RateLimiter {
  /** Number of calls allowed now; infinite without a rate. */
  available(): number;
  consume(count: number): void;
  /** Future time of the next possible capacity, on the same clock. */
  nextAt(): number;
}

/** `perSecond`: null for no limit. */
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
  let consumedCount = 0;
  const dueAt = (): number => startedAt + (consumedCount * 1_000) / perSecond;
  return {
    available() {
      const now = clock.now();
      const behindMs = now - dueAt() - maxCatchUpMs;
      if (behindMs > 0) startedAt += behindMs;
      // The machine's clock was set back. Don't wait until it catches up.
      const aheadMs = dueAt() - now - 1_000 / perSecond;
      if (aheadMs > 0) startedAt -= aheadMs;
      return Math.max(0, 1 + Math.floor(((now - startedAt) * perSecond) / 1_000) - consumedCount);
    },
    consume(count) {
      consumedCount += count;
    },
    // Rounding to milliseconds could otherwise return the current time.
    nextAt: () => Math.max(Math.ceil(dueAt()), clock.now() + 1),
  };
}
