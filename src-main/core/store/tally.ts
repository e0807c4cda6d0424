/** How the deliveries that match divide into states and destinations: a read of the reader thread. */
import type { DeliveryState } from '#shared/schemas/delivery.ts';
import type { createDeliveryList } from './delivery-list.ts';
import type { createSearch, Search } from './filter/search.ts';
import type { Reading } from './reader/reading.ts';

/** How many deliveries of a destination are in a state. */
export interface Tally {
  readonly state: DeliveryState;
  readonly destinationId: string;
  readonly count: number;
}

export interface TallyProgress {
  /** How much of the list has been looked at, from 0 to 1. */
  readonly share: number;
  readonly matchCount: number;
}

const countedAtOnce = 500;
const reportMs = 100;

interface Tools {
  readonly search: ReturnType<typeof createSearch>;
  readonly deliveries: Pick<ReturnType<typeof createDeliveryList>, 'tally'>;
}

/** Adds up row numbers, so many at once. */
function createCounter({ deliveries }: Pick<Tools, 'deliveries'>) {
  const groups = new Map<string, Tally>();
  let ids: number[] = [];

  function addUp(): void {
    for (const tally of deliveries.tally(ids)) {
      const key = `${tally.state} ${tally.destinationId}`;
      groups.set(key, { ...tally, count: tally.count + (groups.get(key)?.count ?? 0) });
    }
    ids = [];
  }

  return {
    /** Tells whether they were counted just now. */
    add(id: number): boolean {
      if (ids.push(id) < countedAtOnce) return false;
      addUp();
      return true;
    },
    tallies(): readonly Tally[] {
      addUp();
      return [...groups.values()];
    },
  };
}

/** Of the deliveries that match. */
export function* tallyMatching(
  { search, deliveries }: Tools,
  wanted: Search,
): Reading<readonly Tally[], TallyProgress> {
  const counter = createCounter({ deliveries });
  let matchCount = 0;
  let reportedAt = performance.now();
  for (const { id, matches } of search.scan(wanted)) {
    if (matches) {
      matchCount += 1;
      counter.add(id);
    } else if (performance.now() - reportedAt < reportMs) yield;
    else {
      reportedAt = performance.now();
      yield { share: search.shareAbove(id), matchCount };
    }
  }
  return counter.tallies();
}

/** Of deliveries by their row numbers. */
export function* tallyIds(
  tools: Pick<Tools, 'deliveries'>,
  ids: readonly number[],
): Reading<readonly Tally[]> {
  const counter = createCounter(tools);
  for (const id of ids) if (counter.add(id)) yield;
  return counter.tallies();
}
