/**
 * Looking for deliveries, newest first, in steps: a call looks at rows for a bounded time and says
 * how far it came, so that no filter keeps the event loop from its work for long.
 */
import type { Database } from 'better-sqlite3';
import type { Filter } from '#shared/filter/filter.ts';
import { readCursor, writeCursor } from '../cursor.ts';
import { conditionOf, isToldByRow } from './condition.ts';
import { type Lane, laneParameters, laneSource, lanesOf } from './lanes.ts';
import { createNamedThings } from './named-things.ts';

/** Long enough for 15,000 rows of the list or some thousand bodies; an answer of a webhook can wait it. */
const longestLookMs = 25;

/** Looked at whatever time it takes, so that every step gets on: a row may be costly by itself. */
const fewestLooked = 1;

/** Counted whatever time it takes, where the rows themselves tell. */
const fewestCounted = 100;

export interface Search {
  readonly filter: Filter;
  readonly now: number;
  /** `nextCursor` of the step before. */
  readonly cursor: string | undefined;
}

export interface Found {
  /** Newest first. */
  readonly ids: readonly number[];
  /** Where the next step begins; null when every delivery has been looked at. */
  readonly nextCursor: string | null;
  /** All deliveries from this row number up have been looked at; 0: all there are. */
  readonly downTo: number;
  /** How much of the list has been looked at, from 0 to 1. */
  readonly share: number;
}

/**
 * Every row of the lanes from `@before` down, and whether it matches. Several lanes are merged before
 * they are tested: the merge reads ahead in each of them. LIMIT keeps SQLite from testing them earlier,
 * and CROSS JOIN their order.
 */
export function searchSql(lanes: readonly Lane[], condition: string): string {
  const test = `CASE WHEN ${condition} THEN 1 ELSE 0 END`;
  const [first, ...others] = lanes.map(laneSource);
  if (others.length === 0) return `SELECT d.id AS id, ${test} FROM ${first} ORDER BY id DESC`;
  const runs = [first, ...others].map((source) => `SELECT d.id AS id FROM ${source}`);
  return `SELECT d.id, ${test}
    FROM (${runs.join(' UNION ALL ')} ORDER BY id DESC LIMIT -1) AS lane
    CROSS JOIN deliveries AS d ON d.id = lane.id`;
}

export function createSearch(db: Database) {
  const named = createNamedThings(db);
  // Asked for both at once, SQLite would read a whole index instead of its two ends.
  const ends = db
    .prepare<[], [number | null, number | null]>(
      'SELECT (SELECT MIN(id) FROM deliveries), (SELECT MAX(id) FROM deliveries)',
    )
    .raw();

  function shareOf(downTo: number): number {
    const [oldest, newest] = ends.get() ?? [null, null];
    if (downTo === 0 || oldest === null || newest === null) return 1;
    return Math.min(1, Math.max(0, (newest - downTo + 1) / (newest - oldest + 1)));
  }

  /**
   * Rows one by one until `visit` has enough, or the time is over. `cheap` are looked at before that
   * where the rows themselves tell. The last one; null where all were.
   */
  function look(
    { filter, now, cursor }: Search,
    cheap: number,
    visit: (id: number) => boolean,
  ): number | null {
    const things = named(now);
    const lanes = lanesOf(filter, things);
    if (lanes.length === 0) return null;
    const condition = conditionOf(filter, things);
    const rows = db
      .prepare<[object], [number, 0 | 1]>(searchSql(lanes, condition.sql))
      .raw()
      .iterate({
        ...condition.parameters,
        ...laneParameters(lanes),
        before: readCursor(cursor),
      });
    const fewest = isToldByRow(filter) ? cheap : fewestLooked;
    const endsAt = performance.now() + longestLookMs;
    let looked = 0;
    for (const [id, matches] of rows) {
      looked += 1;
      const isEnough = matches === 1 && visit(id);
      if (isEnough || (looked >= fewest && performance.now() > endsAt)) return id;
    }
    return null;
  }

  return {
    /** At most `limit` of them; fewer, even none, when the time was over before. */
    find(search: Search, limit: number): Found {
      const ids: number[] = [];
      // One more than asked tells whether there is another page. As many are looked at where it is
      // cheap, so that a page that need not be searched for is whole.
      const last = look(search, limit + 1, (id) => ids.push(id) > limit);
      const hasMore = ids.length > limit;
      const downTo = (hasMore ? ids[limit - 1] : last) ?? 0;
      return {
        ids: ids.slice(0, limit),
        nextCursor: downTo === 0 ? null : writeCursor(downTo),
        downTo,
        share: shareOf(downTo),
      };
    },
    /** How many match among those that the time was enough for. */
    count(search: Search): { count: number; nextCursor: string | null; share: number } {
      let count = 0;
      const last = look(search, fewestCounted, () => {
        count += 1;
        return false;
      });
      return {
        count,
        nextCursor: last === null ? null : writeCursor(last),
        share: shareOf(last ?? 0),
      };
    },
    /** How to tell of one delivery after the other whether it matches. */
    matcher(filter: Filter, now: number): (id: number) => boolean {
      const condition = conditionOf(filter, named(now));
      const test = db
        .prepare<[object], 1>(
          `SELECT 1 FROM deliveries AS d WHERE d.id = @id AND (${condition.sql})`,
        )
        .pluck();
      return (id) => test.get({ ...condition.parameters, id }) !== undefined;
    },
  };
}
