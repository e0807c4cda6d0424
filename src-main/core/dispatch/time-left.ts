/**
 * Estimates the remaining time until settled, as if every attempt failed. Uses the rate of the last
 * few seconds, which reflects response times and concurrency.
 */
import { scheduleMs } from '#shared/lib/backoff.ts';
import { seededFraction } from '#shared/lib/seeded-fraction.ts';
import { isOpenState } from '#shared/schemas/delivery.ts';
import type { RetryPolicy } from '#shared/schemas/retry-policy.ts';
import type { Delivery } from '../store/deliveries.ts';

/** Enough for an estimate, and takes a millisecond to read. */
const maxSampled = 100;
/** The backoff spreads attempts over time, so an earlier rate isn't representative. */
const recentMs = 15_000;

interface EstimateTools {
  readonly find: (deliveryId: number) => Delivery | undefined;
  readonly retryOf: (destinationId: string) => RetryPolicy | undefined;
}

function attemptsLeft({ find, retryOf }: EstimateTools, id: number, now: number): number {
  const delivery = find(id);
  if (delivery === undefined || !isOpenState(delivery.state)) return 0;
  const policy = retryOf(delivery.destinationId);
  if (policy === undefined) return 0;
  const { firstAttemptAt, nextAttemptAt, windowRounds } = delivery;
  const elapsedMs = firstAttemptAt === null ? 0 : (nextAttemptAt ?? now) - firstAttemptAt;
  const fraction = (retry: number): number => seededFraction(id, retry);
  return 1 + scheduleMs(policy, fraction, windowRounds + 1, elapsedMs).length;
}

/** Returns the remaining real time in milliseconds; null before the first attempt. */
export function createTimeLeft(tools: EstimateTools, ids: readonly number[]) {
  const every = Math.max(1, Math.ceil(ids.length / maxSampled));
  const sample = ids.filter((_, index) => index % every === 0);
  const roundCount = (): number =>
    sample.reduce((sum, id) => sum + (tools.find(id)?.round ?? 0), 0);
  let history: readonly { readonly at: number; readonly roundCount: number }[] = [];
  return (now: number, realNow: number): number | null => {
    const latest = { at: realNow, roundCount: roundCount() };
    history = [...history.filter(({ at }) => realNow - at <= recentMs), latest];
    const first = history[0] ?? latest;
    const attempts = latest.roundCount - first.roundCount;
    if (attempts <= 0) return null;
    const left = sample.reduce((sum, id) => sum + attemptsLeft(tools, id, now), 0);
    return Math.round((left * (realNow - first.at)) / attempts);
  };
}
