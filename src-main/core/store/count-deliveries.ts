/** Counts matching deliveries by state and destination, on the reader thread. */
import type { createDeliveryList, StateCount } from './delivery-list.ts';
import type { createSearch, Search } from './filter/search.ts';
import type { Reading } from './reader/reading.ts';

export interface CountProgress {
  /** Fraction of the list read so far, from 0 to 1. */
  readonly share: number;
  readonly matchCount: number;
}

const idsPerChunk = 500;
const reportMs = 100;

interface Tools {
  readonly search: ReturnType<typeof createSearch>;
  readonly deliveries: Pick<ReturnType<typeof createDeliveryList>, 'countStates'>;
}

/** Counts row numbers in batches. */
function createCounter({ deliveries }: Pick<Tools, 'deliveries'>) {
  const groups = new Map<string, StateCount>();
  let ids: number[] = [];

  function addUp(): void {
    for (const counted of deliveries.countStates(ids)) {
      const key = `${counted.state} ${counted.destinationId}`;
      groups.set(key, { ...counted, count: counted.count + (groups.get(key)?.count ?? 0) });
    }
    ids = [];
  }

  return {
    /** Returns whether a batch was counted. */
    add(id: number): boolean {
      if (ids.push(id) < idsPerChunk) return false;
      addUp();
      return true;
    },
    counts(): readonly StateCount[] {
      addUp();
      return [...groups.values()];
    },
  };
}

/** Counts all deliveries that match a search. */
export function* countMatching(
  { search, deliveries }: Tools,
  query: Search,
): Reading<readonly StateCount[], CountProgress> {
  const counter = createCounter({ deliveries });
  let matchCount = 0;
  let reportedAt = performance.now();
  for (const { id, matches } of search.scan(query)) {
    if (matches) {
      matchCount += 1;
      counter.add(id);
    } else if (performance.now() - reportedAt < reportMs) yield;
    else {
      reportedAt = performance.now();
      yield { share: search.shareAbove(id), matchCount };
    }
  }
  return counter.counts();
}

/** Counts deliveries by row number. */
export function* countIds(
  tools: Pick<Tools, 'deliveries'>,
  ids: readonly number[],
): Reading<readonly StateCount[]> {
  const counter = createCounter(tools);
  for (const id of ids) if (counter.add(id)) yield;
  return counter.counts();
}
