/**
 * Estimates the remaining time until finished, as if every attempt failed. Uses the rate of the last
 * few seconds, which reflects response times and concurrency; while playing, at least the virtual time
 * that is left.
 */
import { type Backoff, scheduleMs } from '#shared/lib/backoff.ts';
import { seededFraction } from '#shared/lib/seeded-fraction.ts';
import { isOpenState } from '#shared/schemas/delivery.ts';
import type { Delivery } from '../store/deliveries.ts';

/** Enough for an estimate, and takes a millisecond to read. */
const maxSampled = 100;
/** The backoff spreads attempts over time, so an earlier rate isn't representative. */
const recentMs = 15_000;

interface EstimateTools {
  readonly find: (deliveryId: number) => Delivery | undefined;
  readonly backoffOf: (destinationId: string) => Backoff | undefined;
}

interface Remaining {
  readonly attempts: number;
  readonly virtualMs: number;
}

const nothingRemaining: Remaining = { attempts: 0, virtualMs: 0 };

function remainingOf({ find, backoffOf }: EstimateTools, id: number, now: number): Remaining {
  const delivery = find(id);
  if (delivery === undefined || !isOpenState(delivery.state)) return nothingRemaining;
  const backoff = backoffOf(delivery.destinationId);
  if (backoff === undefined) return nothingRemaining;
  const { firstAttemptAt, nextAttemptAt, windowRounds } = delivery;
  const elapsedMs = firstAttemptAt === null ? 0 : (nextAttemptAt ?? now) - firstAttemptAt;
  const fraction = (retry: number): number => seededFraction(id, retry);
  const schedule = scheduleMs(backoff, fraction, windowRounds + 1, elapsedMs);
  const lastAt = (firstAttemptAt ?? now) + (schedule.at(-1) ?? elapsedMs);
  return { attempts: 1 + schedule.length, virtualMs: Math.max(0, lastAt - now) };
}

/** Returns the remaining real time in milliseconds; null before the first attempt. */
export function createRemainingTime(tools: EstimateTools, ids: readonly number[]) {
  const every = Math.max(1, Math.ceil(ids.length / maxSampled));
  const sample = ids.filter((_, index) => index % every === 0);
  const roundCount = (): number =>
    sample.reduce((sum, id) => sum + (tools.find(id)?.round ?? 0), 0);
  let history: readonly {
    readonly at: number;
    readonly roundCount: number;
    readonly speed: number | null;
  }[] = [];
  return (now: number, realNow: number, speed: number | null): number | null => {
    const latest = { at: realNow, roundCount: roundCount(), speed };
    history = [
      ...history.filter((sample) => realNow - sample.at <= recentMs && sample.speed === speed),
      latest,
    ];
    const first = history[0] ?? latest;
    const attempts = latest.roundCount - first.roundCount;
    if (attempts <= 0 && speed === null) return null;
    const remaining = sample.map((id) => remainingOf(tools, id, now));
    const attemptCount = remaining.reduce((sum, delivery) => sum + delivery.attempts, 0);
    const byRate = attempts <= 0 ? 0 : (attemptCount * (realNow - first.at)) / attempts;
    const virtualMs = Math.max(0, ...remaining.map(({ virtualMs }) => virtualMs));
    return Math.round(Math.max(byRate, speed === null ? 0 : virtualMs / speed));
  };
}
