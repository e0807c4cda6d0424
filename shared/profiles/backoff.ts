/** The backoff schedule (D28, D29, D55). Pure functions, shared by core and interface. */

import { seededFraction } from '#shared/kit/seeded-fraction.ts';
import type { ProviderProfile, RetrySchedule } from './profile.ts';
import type { RetryPolicy } from './retry-policy.ts';
import { isListed } from './status.ts';

/** The policy of a destination, or the schedule of its profile. */
export type Backoff = RetryPolicy | RetrySchedule;

/**
 * Milliseconds from the end of attempt `retry` (starting at 1) to the next one. `fraction` (0 to 1)
 * of the jitter is subtracted.
 */
export function backoffMs(policy: RetryPolicy, retry: number, fraction: number): number {
  // 2^1023 is the largest power of two in a double. The cap is reached long before.
  const uncapped = policy.baseMs * 2 ** Math.min(retry - 1, 1_000);
  const delay = Math.min(policy.capMs, uncapped) * (1 - policy.jitter * fraction);
  return Math.max(1, Math.round(delay));
}

/**
 * The random part of a delay, from 0 to 1: reproducible for this delivery and retry (D29), and in a run of a
 * scenario for its seed (D70). Outside of runs, the seed is 0.
 */
export const jitterFraction = (deliveryId: number, retry: number, seed = 0): number =>
  seededFraction(deliveryId, retry + Math.imul(seed, 0x9e3779b1));

/** Same as `backoffMs`, with a reproducible jitter for this delivery and retry. */
export function plannedDelayMs(policy: RetryPolicy, deliveryId: number, retry: number): number {
  return backoffMs(policy, retry, jitterFraction(deliveryId, retry));
}

/** `delay` with a part between `minus` and `plus` removed or added; `fraction` 0 gives the longest. */
const withJitter = (
  delay: number,
  jitter: { readonly minus: number; readonly plus: number },
  fraction: number,
): number =>
  Math.max(1, Math.round(delay * (1 + jitter.plus - (jitter.plus + jitter.minus) * fraction)));

/**
 * Milliseconds from the end of attempt `retry` (starting at 1) to the next one; null if it was the last.
 * `minMs` is the shortest delay of a profile's schedule, before jitter.
 */
export function retryDelayMs(
  backoff: Backoff,
  retry: number,
  fraction: number,
  minMs = 0,
): number | null {
  if (!('kind' in backoff)) return backoffMs(backoff, retry, fraction);
  switch (backoff.kind) {
    case 'none':
      return null;
    case 'delays': {
      const delay = backoff.delaysMs[retry - 1];
      return delay === undefined
        ? null
        : withJitter(Math.max(delay, minMs), backoff.jitter, fraction);
    }
    case 'exponential': {
      const { baseMs, factor, capMs, jitter, maxAttempts } = backoff;
      if (maxAttempts !== null && retry >= maxAttempts) return null;
      const delay = Math.min(capMs, baseMs * factor ** Math.min(retry - 1, 300));
      return withJitter(Math.max(delay, minMs), jitter, fraction);
    }
  }
}

/** Same as `retryDelayMs`, with the jitter of this delivery, retry and seed. */
export const plannedRetryMs = (
  backoff: Backoff,
  deliveryId: number,
  retry: number,
  { seed = 0, minMs = 0 }: { readonly seed?: number; readonly minMs?: number } = {},
): number | null => retryDelayMs(backoff, retry, jitterFraction(deliveryId, retry, seed), minMs);

/** Shortest delay after an attempt with this status, or without a response in time, before jitter. */
export function minDelayMs(
  { minDelay }: Pick<ProviderProfile, 'minDelay'>,
  { status, isTimeout }: { readonly status: number | null; readonly isTimeout: boolean },
): number {
  if (minDelay === null) return 0;
  const isSlowedDown =
    (isTimeout && minDelay.afterTimeout) ||
    (status !== null && isListed(minDelay.afterStatuses, status));
  return isSlowedDown ? minDelay.delayMs : 0;
}

/** A planned delay and the wait that the receiver asked for with Retry-After, as a profile honors it. */
export function withRetryAfter(
  retryAfter: ProviderProfile['retryAfter'],
  delayMs: number,
  retryAfterMs: number | null,
): number {
  if (retryAfterMs === null) return delayMs;
  switch (retryAfter) {
    case 'ignored':
      return delayMs;
    case 'honored':
      return Math.max(delayMs, retryAfterMs);
    case 'clamped':
      return Math.min(Math.max(delayMs, retryAfterMs), 2 * delayMs);
  }
}

/** Length of the retry window from the first attempt; infinite without a limit. */
export const windowMsOf = (backoff: Backoff): number =>
  !('kind' in backoff) || backoff.kind === 'exponential'
    ? (backoff.windowMs ?? Number.POSITIVE_INFINITY)
    : Number.POSITIVE_INFINITY;

/** Whether a retry may start, both times from the first attempt. */
export const isInWindow = (backoff: Backoff, failedAtMs: number, startsAtMs: number): boolean =>
  (isLimitedByFailures(backoff) ? failedAtMs : startsAtMs) <= windowMsOf(backoff);

/** Whether the window limits failures, not the start of attempts. */
export const isLimitedByFailures = (backoff: Backoff): boolean =>
  'kind' in backoff && backoff.kind === 'exponential' && backoff.windowLimits === 'failures';

/** Maximum steps of a schedule. A base of 1 ms in a window of 4 h has millions. */
const maxSteps = 500;

/**
 * Times of the retries after attempt `fromRetry - 1`, within the window, in milliseconds from the
 * first attempt. `elapsedMs` is the current position.
 */
export function scheduleMs(
  backoff: Backoff,
  fraction: (retry: number) => number,
  fromRetry = 1,
  elapsedMs = 0,
): readonly number[] {
  const offsets: number[] = [];
  let offset = elapsedMs;
  for (let retry = fromRetry; offsets.length < maxSteps; retry += 1) {
    const delay = retryDelayMs(backoff, retry, fraction(retry));
    if (delay === null) break;
    if (!isInWindow(backoff, offset, offset + delay)) break;
    offset += delay;
    offsets.push(offset);
  }
  return offsets;
}
