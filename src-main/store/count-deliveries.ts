/** Counts matching deliveries by state, destination and URL, on the reader thread. */
import type { CodeCount, createDeliveryList, StateCount, UrlCount } from './delivery-list.ts';
import type { createSearch, Search } from './filter/search.ts';
import type { Reading } from './reader/reading.ts';

export interface CountProgress {
  /** Fraction of the list read so far, from 0 to 1. */
  readonly share: number;
  readonly matchCount: number;
}

export interface MatchCounts {
  readonly states: readonly StateCount[];
  /** URLs that deliveries were sent to, including removed ones. */
  readonly urls: readonly UrlCount[];
}

const idsPerChunk = 500;
const reportMs = 100;

type List = ReturnType<typeof createDeliveryList>;

const stateKey = ({ state, sending, destinationId }: StateCount): string =>
  `${state} ${sending} ${destinationId}`;

const urlKey = (counted: UrlCount): string =>
  JSON.stringify([stateKey(counted), counted.url, counted.outcome]);

/** Adds up the groups of batches. Of a URL, the latest response is kept. */
function createGroups<Count extends { readonly count: number }>(
  keyOf: (count: Count) => string,
  isLater: (one: Count, other: Count) => boolean = () => true,
) {
  const groups = new Map<string, Count>();
  return {
    add(counts: readonly Count[]): void {
      for (const counted of counts) {
        const key = keyOf(counted);
        const before = groups.get(key) ?? { ...counted, count: 0 };
        const latest = isLater(counted, before) ? counted : before;
        groups.set(key, { ...latest, count: before.count + counted.count });
      }
    },
    all: (): readonly Count[] => [...groups.values()],
  };
}

/** Passes row numbers in batches; returns whether one was passed. */
function createBatches(count: (ids: readonly number[]) => void) {
  let ids: number[] = [];
  const flush = (): void => {
    count(ids);
    ids = [];
  };
  return {
    add(id: number): boolean {
      if (ids.push(id) < idsPerChunk) return false;
      flush();
      return true;
    },
    flush,
  };
}

interface Tools {
  readonly search: ReturnType<typeof createSearch>;
  readonly deliveries: Pick<List, 'countStates' | 'countUrls'>;
}

/** Counts all deliveries that match a search. */
export function* countMatching(
  { search, deliveries }: Tools,
  query: Search,
): Reading<MatchCounts, CountProgress> {
  const states = createGroups(stateKey);
  const urls = createGroups(
    urlKey,
    (one, other) => (one.lastResultAt ?? 0) >= (other.lastResultAt ?? 0),
  );
  const batches = createBatches((ids) => {
    states.add(deliveries.countStates(ids));
    urls.add(deliveries.countUrls(ids));
  });
  let matchCount = 0;
  let reportedAt = performance.now();
  for (const { id, matches } of search.scan(query)) {
    if (matches) {
      matchCount += 1;
      batches.add(id);
    } else if (performance.now() - reportedAt < reportMs) yield;
    else {
      reportedAt = performance.now();
      yield { share: search.shareAbove(id), matchCount };
    }
  }
  batches.flush();
  return { states: states.all(), urls: urls.all() };
}

/** Counts deliveries by row number. */
export function* countIds(
  { deliveries }: { readonly deliveries: Pick<List, 'countStates'> },
  ids: readonly number[],
): Reading<readonly StateCount[]> {
  const states = createGroups(stateKey);
  const batches = createBatches((batch) => states.add(deliveries.countStates(batch)));
  for (const id of ids) if (batches.add(id)) yield;
  batches.flush();
  return states.all();
}

const codeKey = ({ destinationId, state, lastStatus, lastCode }: CodeCount): string =>
  `${destinationId} ${state} ${lastStatus} ${lastCode}`;

/** Counts all deliveries that match a search by destination, state, status and code. */
export function* countCodes(
  { search, deliveries }: Pick<Tools, 'search'> & { readonly deliveries: Pick<List, 'countCodes'> },
  query: Search,
): Reading<readonly CodeCount[]> {
  const groups = createGroups(codeKey, (one, other) => one.latestId >= other.latestId);
  const batches = createBatches((ids) => groups.add(deliveries.countCodes(ids)));
  for (const { id, matches } of search.scan(query))
    if (matches) batches.add(id);
    else yield;
  batches.flush();
  return groups.all();
}
