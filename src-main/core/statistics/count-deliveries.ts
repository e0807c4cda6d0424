/** Counts the deliveries in a time range by bucket, state and number of attempts. */
import type { Filter } from '#shared/filter/filter.ts';
import { isEverything } from '#shared/filter/filter.ts';
import { type DeliveryState, deliveryStates, isOpenState } from '#shared/schemas/delivery.ts';
import type { DeliveryCounts, RetryDepth } from '#shared/schemas/statistics.ts';
import { createRowSet } from '../row-set.ts';
import type { Reading } from '../store/reader/reading.ts';
import type { StatisticsStore } from '../store/statistics.ts';
import type { DeliveryBlock } from './delivery-blocks.ts';
import { type CountedCause, createCauses } from './failure-causes.ts';
import { bucketAt, bucketCount, type TimeRange } from './time-range.ts';

/** The deliveries that match a filter. */
export interface MatchingDeliveries {
  has(deliveryId: number): boolean;
}

export interface CountedDeliveries {
  readonly counts: DeliveryCounts;
  readonly buckets: readonly DeliveryCounts[];
  readonly depth: readonly RetryDepth[];
  readonly causes: readonly CountedCause[];
  readonly matching: MatchingDeliveries;
}

const noDeliveries = (): Record<DeliveryState, number> =>
  Object.fromEntries(deliveryStates.map((state) => [state, 0])) as Record<DeliveryState, number>;

/** These states have no request, so they have no attempts to count by. */
const hasNoRequest = (state: DeliveryState): boolean =>
  state === 'filtered' || state === 'excluded';

const isWaiting = (state: DeliveryState): boolean => isOpenState(state) || state === 'paused';

function createDepth() {
  const byAttempts = new Map<number, { attempts: number; finished: number; waiting: number }>();
  return {
    add(attempts: number, state: DeliveryState): void {
      if (hasNoRequest(state)) return;
      const depth = byAttempts.get(attempts) ?? { attempts, finished: 0, waiting: 0 };
      byAttempts.set(attempts, depth);
      depth[isWaiting(state) ? 'waiting' : 'finished'] += 1;
    },
    list: (): readonly RetryDepth[] =>
      [...byAttempts.values()].sort((a, b) => a.attempts - b.attempts),
  };
}

const everyDelivery: MatchingDeliveries = { has: () => true };

/**
 * Counts deliveries created in the range. Deliveries in `requiredBlocks` may have been created
 * earlier, but are also tested against the filter.
 */
export function* countDeliveries(
  store: StatisticsStore,
  { filter, now, range }: { filter: Filter; now: number; range: TimeRange },
  blocks: readonly DeliveryBlock[],
  requiredBlocks: ReadonlySet<number>,
): Reading<CountedDeliveries> {
  const matching = store.matching(filter, now);
  const isFiltered = !isEverything(filter);
  const counts = noDeliveries();
  const buckets = Array.from({ length: bucketCount(range) }, noDeliveries);
  const depth = createDepth();
  const causes = createCauses();
  const matchingIds = createRowSet();
  for (const { number, after, upTo, first, last } of blocks) {
    const isInRange = first < range.to && last >= range.from;
    if (!isInRange && !(isFiltered && requiredBlocks.has(number))) continue;
    for (let from = after; from < upTo; ) {
      const slice = matching(from, upTo);
      for (const delivery of slice.matching) {
        const [id, createdAt, state, attempts] = delivery;
        if (isFiltered) matchingIds.add(id);
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
