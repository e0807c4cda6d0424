/** The retry ladder (D28, D29): pure, so that core and screen draw the same one. */
import type { RetryPolicy } from '../schemas/retry-policy.ts';
import { seededFraction } from './seeded-fraction.ts';

/**
 * Milliseconds from the end of attempt `retry` to the next one; `retry` counts from 1. `fraction`
 * (0 to 1) is how much of the jitter is taken off.
 */
export function backoffMs(policy: RetryPolicy, retry: number, fraction: number): number {
  // 2^1023 is the largest power a double holds; the cap is reached long before.
  const uncapped = policy.baseMs * 2 ** Math.min(retry - 1, 1_000);
  const delay = Math.min(policy.capMs, uncapped) * (1 - policy.jitter * fraction);
  return Math.max(1, Math.round(delay));
}

/** As `backoffMs`, with the jitter that belongs to this delivery and retry: the same on every run. */
export function plannedDelayMs(policy: RetryPolicy, deliveryId: number, retry: number): number {
  return backoffMs(policy, retry, seededFraction(deliveryId, retry));
}

/** Most steps a ladder is drawn with; a base of 1 ms in a window of 4 h has millions. */
const maxLadderSteps = 500;

/**
 * When the retries after attempt `fromRetry - 1` are planned: offsets from the first attempt, in
 * milliseconds, none later than the window. `elapsedMs` is where the ladder stands now.
 */
export function ladderMs(
  policy: RetryPolicy,
  fraction: (retry: number) => number,
  fromRetry = 1,
  elapsedMs = 0,
): readonly number[] {
  const offsets: number[] = [];
  let offset = elapsedMs;
  for (let retry = fromRetry; offsets.length < maxLadderSteps; retry += 1) {
    offset += backoffMs(policy, retry, fraction(retry));
    if (offset > policy.windowMs) break;
    offsets.push(offset);
  }
  return offsets;
}
