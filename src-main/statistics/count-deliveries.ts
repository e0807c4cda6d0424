/** Counts the deliveries in a time range by bucket, state and number of attempts, and those that waited. */

import { createRowSet } from '#main/kit/row-set.ts';
import type { Reading } from '#main/store/reader/reading.ts';
import type { CountedDelivery, StatisticsStore } from '#main/store/statistics.ts';
import {
  type DeliveryState,
  deliveryStates,
  isFinishedState,
  RefusedCode,
} from '#shared/deliveries/delivery.ts';
import { type Filter, isEverything } from '#shared/filter/filter.ts';
import type { DeliveryCounts, FailureCause, RetryDepth } from '#shared/statistics/statistics.ts';
import type { EndedSpan } from './attempt-columns.ts';
import { type CountedWaiting, createWaiting } from './count-waiting.ts';
import type { DeliveryBlock } from './delivery-blocks.ts';
import { bucketAt, bucketCount, type TimeRange } from './time-range.ts';

// Groups deliveries that were not accepted by cause: the destination, and the code and status of the latest attempt.

/** Without the name, which is only needed once per cause. */
export type CountedCause = Omit<FailureCause, 'destinationName'>;

type MutableCause = { -readonly [Key in keyof CountedCause]: CountedCause[Key] };

/** Codes of responses, which differ by status. Otherwise, the status is of an earlier attempt. */
const codesOfStatus: readonly FailureCause['code'][] = [
  ...RefusedCode.options,
  'server_error',
  'unexpected_status',
];

function createCauses() {
  const byKey = new Map<string, MutableCause>();
  return {
    /** Ignores the others. Expects them in the order of their numbers. */
    add(delivery: CountedDelivery): void {
      const [id, createdAt, state, , destinationId, lastStatus, code] = delivery;
      if (destinationId === null || (state === 'waiting' && code === null)) return;
      const status = codesOfStatus.includes(code) ? lastStatus : null;
      const key = `${destinationId} ${code} ${status}`;
      const cause = byKey.get(key) ?? {
        destinationId,
        code,
        status,
        deliveries: 0,
        waiting: 0,
        latestId: id,
        latestAt: createdAt,
      };
      byKey.set(key, cause);
      cause.deliveries += 1;
      cause.waiting += Number(state === 'waiting');
      cause.latestId = id;
      cause.latestAt = createdAt;
    },
    /** Most deliveries first; of equally many, the latest. */
    list: (): readonly CountedCause[] =>
      [...byKey.values()].sort((a, b) => b.deliveries - a.deliveries || b.latestId - a.latestId),
  };
}

/** The deliveries that match a filter. */
export interface MatchingDeliveries {
  has(deliveryId: number): boolean;
}

export interface CountedDeliveries {
  readonly counts: DeliveryCounts;
  readonly buckets: readonly DeliveryCounts[];
  readonly depth: readonly RetryDepth[];
  readonly causes: readonly CountedCause[];
  readonly waiting: CountedWaiting;
  readonly matching: MatchingDeliveries;
}

const noDeliveries = (): Record<DeliveryState, number> =>
  Object.fromEntries(deliveryStates.map((state) => [state, 0])) as Record<DeliveryState, number>;

function createDepth() {
  const byAttempts = new Map<number, { attempts: number; finished: number; waiting: number }>();
  return {
    add(attempts: number, state: DeliveryState): void {
      // It has no request, so it has no attempts to count by.
      if (state === 'not_sent') return;
      const depth = byAttempts.get(attempts) ?? { attempts, finished: 0, waiting: 0 };
      byAttempts.set(attempts, depth);
      depth[isFinishedState(state) ? 'finished' : 'waiting'] += 1;
    },
    list: (): readonly RetryDepth[] =>
      [...byAttempts.values()].sort((a, b) => a.attempts - b.attempts),
  };
}

const everyDelivery: MatchingDeliveries = { has: () => true };

/**
 * Counts deliveries created in the range. Deliveries in `attemptedBlocks` may have been created
 * earlier, but are also tested against the filter, and those in `waitingBlocks` may have waited in it.
 */
export function* countDeliveries(
  store: StatisticsStore,
  { filter, now, range }: { filter: Filter; now: number; range: TimeRange },
  blocks: readonly DeliveryBlock[],
  waitingBlocks: ReadonlySet<number>,
  attemptedBlocks: ReadonlySet<number>,
  endedSpansOf: (deliveryId: number) => readonly EndedSpan[],
): Reading<CountedDeliveries> {
  const matching = store.matching(filter, now);
  const isFiltered = !isEverything(filter);
  const counts = noDeliveries();
  const buckets = Array.from({ length: bucketCount(range) }, noDeliveries);
  const depth = createDepth();
  const causes = createCauses();
  const waiting = createWaiting(range, now);
  const matchingIds = createRowSet();
  for (const { number, after, upTo, first, last } of blocks) {
    const isInRange = first < range.to && last >= range.from;
    if (!isInRange && !waitingBlocks.has(number) && !attemptedBlocks.has(number)) continue;
    for (let from = after; from < upTo; ) {
      const slice = matching(from, upTo);
      for (const delivery of slice.matching) {
        const [id, createdAt, state, attempts] = delivery;
        if (isFiltered) matchingIds.add(id);
        waiting.add(delivery, endedSpansOf(id));
        const bucket = buckets[bucketAt(range, createdAt)];
        if (bucket === undefined) continue;
        bucket[state] += 1;
        counts[state] += 1;
        depth.add(attempts, state);
        causes.add(delivery);
      }
      from = slice.readTo;
      yield;
    }
  }
  return {
    counts,
    buckets,
    depth: depth.list(),
    causes: causes.list(),
    waiting: waiting.result(),
    matching: isFiltered ? matchingIds : everyDelivery,
  };
}

/** Counts deliveries created after the range, because the clock was set back. */
export function* countAhead(
  store: StatisticsStore,
  { to }: TimeRange,
  blocks: readonly DeliveryBlock[],
): Reading<number> {
  let count = 0;
  for (const { after, upTo } of blocks.filter(({ last }) => last >= to)) {
    count += store.countCreatedFrom(after, upTo, to);
    yield;
  }
  return count;
}
