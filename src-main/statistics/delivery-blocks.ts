/**
 * Deliveries in blocks of row numbers, with the time range of each block. Row numbers don't follow
 * the clock if it is set back, so a time range can't be found by bisection. Creation times never
 * change.
 */
import type { Reading } from '#main/store/reader/reading.ts';
import type { StatisticsStore } from '#main/store/statistics.ts';

/** Takes about a millisecond to scan. */
export const blockRows = 4_096;

export const blockOf = (deliveryId: number): number => Math.floor(deliveryId / blockRows);

export interface DeliveryBlock {
  readonly number: number;
  /** Row numbers after this one (exclusive). */
  readonly after: number;
  /** Row numbers up to this one (inclusive). */
  readonly upTo: number;
  /** Creation time of the earliest and latest delivery in the block. */
  readonly first: number;
  readonly last: number;
  /** Time of the latest change, for a block without a waiting delivery. */
  readonly changed: number;
}

export function createDeliveryBlocks(store: StatisticsStore) {
  let blocks: DeliveryBlock[] = [];
  /** All deliveries up to this one are in the blocks. */
  let lastReadId = 0;
  /** Blocks without a waiting delivery, whose deliveries haven't changed since they were read. */
  const finishedBlocks = new Set<number>();

  function readBlock(number: number, newest: number): DeliveryBlock | undefined {
    const after = number * blockRows - 1;
    const upTo = Math.min(after + blockRows, newest);
    // Before the times: a delivery that finishes in between is included in them.
    if (store.hasWaiting(after, upTo)) finishedBlocks.delete(number);
    else finishedBlocks.add(number);
    const times = store.timesOf(after, upTo);
    if (times !== null) blocks[number] = { number, after, upTo, ...times };
    return blocks[number];
  }

  const all = (): readonly DeliveryBlock[] => blocks.filter((block) => block !== undefined);

  return {
    /** Reads new deliveries. */
    *readNew(): Reading<void> {
      const newest = store.newestDelivery();
      // The last block may have grown. Another query may clear the blocks between reads.
      while (lastReadId < newest) {
        const number = blockOf(lastReadId + 1);
        readBlock(number, newest);
        lastReadId = Math.min((number + 1) * blockRows - 1, newest);
        yield;
      }
    },
    all,
    /** After an attempt: a retry may have reopened the delivery. */
    attempted: (deliveryId: number): void => void finishedBlocks.delete(blockOf(deliveryId)),
    /** Blocks with deliveries that wait, or that may have waited at a time or later. */
    *waitingSince(time: number): Reading<ReadonlySet<number>> {
      const found = new Set<number>();
      for (const block of all()) {
        const { number, after, upTo } = block;
        if (store.hasWaiting(after, upTo)) {
          finishedBlocks.delete(number);
          found.add(number);
          continue;
        }
        const current = finishedBlocks.has(number) ? block : readBlock(number, upTo);
        if (current !== block) yield;
        if (current !== undefined && current.changed >= time) found.add(number);
      }
      return found;
    },
    clear(): void {
      blocks = [];
      finishedBlocks.clear();
      lastReadId = 0;
    },
  };
}
