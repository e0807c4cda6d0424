/**
 * Deliveries in blocks of row numbers, with the time in which those of a block were made. Row numbers
 * grow with the clock only until it is set back, so a span of time is found by these and not by
 * bisection. When a delivery was made never changes.
 */
import type { StatisticsStore } from '../store/statistics.ts';
import type { Turn } from '../turns.ts';

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
  const blocks: DeliveryBlock[] = [];
  /** All deliveries up to this one are in the blocks. */
  let known = 0;
  let reading: Promise<void> = Promise.resolve();

  function read(number: number, newest: number): void {
    const after = number * blockRows - 1;
    const upTo = Math.min(after + blockRows, newest);
    const span = store.madeBetween(after, upTo);
    if (span !== null) blocks[number] = { number, after, upTo, ...span };
    known = upTo;
  }

  async function readRest(turn: Turn): Promise<void> {
    const newest = store.newestDelivery();
    // The last block grew since.
    for (let number = blockOf(known + 1); number <= blockOf(newest); number += 1) {
      read(number, newest);
      await turn();
    }
  }

  return {
    /** Reads what came since; one caller after the other. */
    readOn(turn: Turn): Promise<void> {
      const run = reading.then(() => readRest(turn));
      reading = run.catch(() => undefined);
      return run;
    },
    all: (): readonly DeliveryBlock[] => blocks.filter((block) => block !== undefined),
  };
}
