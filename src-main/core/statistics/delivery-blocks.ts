/**
 * Deliveries in blocks of row numbers, with the time in which those of a block were made. Row numbers
 * grow with the clock only until it is set back, so a span of time is found by these and not by
 * bisection. When a delivery was made never changes.
 */
import type { Reading } from '../store/reader/reading.ts';
import type { StatisticsStore } from '../store/statistics.ts';

/** A millisecond to look through. */
export const blockRows = 4_096;

export const blockOf = (deliveryId: number): number => Math.floor(deliveryId / blockRows);

export interface DeliveryBlock {
  readonly number: number;
  /** Row numbers of the block: after this one, … */
  readonly after: number;
  /** … up to this one. */
  readonly upTo: number;
  /** When the first and the last delivery of it were made. */
  readonly first: number;
  readonly last: number;
}

export function createDeliveryBlocks(store: StatisticsStore) {
  let blocks: DeliveryBlock[] = [];
  /** All deliveries up to this one are in the blocks. */
  let known = 0;

  function read(number: number, newest: number): void {
    const after = number * blockRows - 1;
    const upTo = Math.min(after + blockRows, newest);
    const span = store.madeBetween(after, upTo);
    if (span !== null) blocks[number] = { number, after, upTo, ...span };
    known = upTo;
  }

  return {
    /** Reads what came since. */
    *readOn(): Reading<void> {
      const newest = store.newestDelivery();
      // All were deleted, and the row numbers began again.
      if (newest < known) {
        blocks = [];
        known = 0;
      }
      // The last block grew since.
      for (let number = blockOf(known + 1); number <= blockOf(newest); number += 1) {
        read(number, newest);
        yield;
      }
    },
    all: (): readonly DeliveryBlock[] => blocks.filter((block) => block !== undefined),
  };
}
