/** Counts how many deliveries waited at the end of each bucket, and what waits now. */

import type { CountedDelivery } from '#main/store/statistics.ts';
import type { WaitingDeliveries } from '#shared/statistics/statistics.ts';
import type { EndedSpan } from './attempt-columns.ts';
import { bucketAt, bucketCount, type TimeRange } from './time-range.ts';

export interface CountedWaiting {
  /** Per bucket. */
  readonly atEnd: readonly number[];
  readonly now: WaitingDeliveries;
}

type Destination = {
  -readonly [Key in keyof WaitingDeliveries['destinations'][number]]: WaitingDeliveries['destinations'][number][Key];
};

/** As many buckets after now as a sixth of the range. */
const plannedShare = 1 / 6;

/** The earlier one; null is none. */
const earlier = (one: number | null, other: number | null): number | null =>
  one === null || other === null ? (one ?? other) : Math.min(one, other);

/** A delivery waits from its creation until its latest change, or still, except while it had ended before a retry. */
export function createWaiting(range: TimeRange, now: number) {
  const { from, to, bucketMs } = range;
  const length = bucketCount(range);
  /** How many more wait at the end of a bucket than at the end of the one before. */
  const changes = new Int32Array(length + 1);
  const planned = new Array<number>(Math.ceil(length * plannedShare)).fill(0);
  const plannedFrom = from + Math.floor((now - from) / bucketMs) * bucketMs;
  const destinations = new Map<string, Destination>();
  let deliveries = 0;
  let since: number | null = null;

  function addSpan(start: number, end: number): void {
    if (start >= to || end < from || end <= start) return;
    const first = start < from ? 0 : bucketAt(range, start);
    const after = end >= to ? length : bucketAt(range, end);
    changes[first] = (changes[first] ?? 0) + 1;
    changes[after] = (changes[after] ?? 0) - 1;
  }

  function addWaiting(
    waitingSince: number,
    destinationId: string,
    nextAttemptAt: number | null,
  ): void {
    deliveries += 1;
    since = earlier(since, waitingSince);
    const destination = destinations.get(destinationId) ?? {
      destinationId,
      deliveries: 0,
      nextAttemptAt: null,
    };
    destinations.set(destinationId, destination);
    destination.deliveries += 1;
    destination.nextAttemptAt = earlier(destination.nextAttemptAt, nextAttemptAt);
    if (nextAttemptAt === null) return;
    const bucket = Math.max(0, Math.floor((nextAttemptAt - plannedFrom) / bucketMs));
    if (bucket < planned.length) planned[bucket] = (planned[bucket] ?? 0) + 1;
  }

  return {
    add(delivery: CountedDelivery, endedSpans: readonly EndedSpan[]): void {
      const [, createdAt, state, , destinationId, , , updatedAt, nextAttemptAt, endedBefore] =
        delivery;
      const spans =
        endedBefore === null ? endedSpans : [...endedSpans, { from: endedBefore, to: updatedAt }];
      const isWaiting = state === 'waiting' && destinationId !== null;
      const end = isWaiting ? Number.POSITIVE_INFINITY : updatedAt;
      let waitingSince = createdAt;
      // In no order if the clock was set back.
      for (const ended of spans.toSorted((a, b) => a.from - b.from)) {
        if (ended.to <= ended.from) continue;
        addSpan(waitingSince, Math.min(ended.from, end));
        waitingSince = Math.max(waitingSince, ended.to);
      }
      addSpan(waitingSince, end);
      if (isWaiting) addWaiting(waitingSince, destinationId, nextAttemptAt);
    },
    result(): CountedWaiting {
      let waiting = 0;
      const atEnd = Array.from({ length }, (_, bucket) => {
        waiting += changes[bucket] ?? 0;
        return waiting;
      });
      const now = { deliveries, since, destinations: [...destinations.values()], planned };
      return { atEnd, now };
    },
  };
}
