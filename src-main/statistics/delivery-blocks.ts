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
}

export function createDeliveryBlocks(store: StatisticsStore) {
  let blocks: DeliveryBlock[] = [];
  /** All deliveries up to this one are in the blocks. */
  let lastReadId = 0;

  function readBlock(number: number, newest: number): void {
    const after = number * blockRows - 1;
    const upTo = Math.min(after + blockRows, newest);
    const span = store.createdBetween(after, upTo);
    if (span !== null) blocks[number] = { number, after, upTo, ...span };
    lastReadId = upTo;
  }

  return {
    /** Reads new deliveries. */
    *readNew(): Reading<void> {
      const newest = store.newestDelivery();
      // The last block may have grown. Another query may clear the blocks between reads.
      while (lastReadId < newest) {
        readBlock(blockOf(lastReadId + 1), newest);
        yield;
      }
    },
    all: (): readonly DeliveryBlock[] => blocks.filter((block) => block !== undefined),
    clear(): void {
      blocks = [];
      lastReadId = 0;
    },
  };
}
