/** The backoff schedule (D28, D29). Pure functions, shared by core and interface. */
import type { RetryPolicy } from '../schemas/retry-policy.ts';
import { seededFraction } from './seeded-fraction.ts';

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

/** Same as `backoffMs`, with a reproducible jitter for this delivery and retry. */
export function plannedDelayMs(policy: RetryPolicy, deliveryId: number, retry: number): number {
  return backoffMs(policy, retry, seededFraction(deliveryId, retry));
}

/** Maximum steps of a schedule. A base of 1 ms in a window of 4 h has millions. */
const maxSteps = 500;

/**
 * Times of the retries after attempt `fromRetry - 1`, within the window, in milliseconds from the
 * first attempt. `elapsedMs` is the current position.
 */
export function scheduleMs(
  policy: RetryPolicy,
  fraction: (retry: number) => number,
  fromRetry = 1,
  elapsedMs = 0,
): readonly number[] {
  const offsets: number[] = [];
  let offset = elapsedMs;
  for (let retry = fromRetry; offsets.length < maxSteps; retry += 1) {
    offset += backoffMs(policy, retry, fraction(retry));
    if (offset > policy.windowMs) break;
    offsets.push(offset);
  }
  return offsets;
}
