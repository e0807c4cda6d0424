/** Looking for deliveries, newest first: reads of the reader thread, in slices. */
import type { Database } from 'better-sqlite3';
import type { Filter } from '#shared/filter/filter.ts';
import { readCursor, writeCursor } from '../cursor.ts';
import { createSlice, type Reading } from '../reader/reading.ts';
import { conditionOf } from './condition.ts';
import { type Lane, laneParameters, laneSource, lanesOf } from './lanes.ts';
import { createNamedThings } from './named-things.ts';

export interface Search {
  readonly filter: Filter;
  /** What ages are measured against. */
  readonly now: number;
  /** `nextCursor` of the page before. */
  readonly cursor?: string | undefined;
}

export interface Found {
  /** Newest first. */
  readonly ids: readonly number[];
  /** Where the next page begins; null when there is none. */
  readonly nextCursor: string | null;
}

export interface Matching {
  readonly filter: Filter;
  readonly now: number;
  readonly ids: readonly number[];
}

/** A row that was looked at: one that matches, or the last one of a slice. */
interface Looked {
  readonly id: number;
  readonly matches: boolean;
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

  /** The rows that match, newest first, and where each slice has ended. */
  function* look({ filter, now, cursor }: Search): Generator<Looked, void, void> {
    const things = named(now);
    const lanes = lanesOf(filter, things);
    if (lanes.length === 0) return;
    const condition = conditionOf(filter, things);
    const rows = db.prepare<[object], [number, 0 | 1]>(searchSql(lanes, condition.sql)).raw();
    const parameters = { ...condition.parameters, ...laneParameters(lanes) };
    for (let before: number | null = readCursor(cursor); before !== null; ) {
      const isOver = createSlice();
      let last: number | null = null;
      for (const [id, matches] of rows.iterate({ ...parameters, before })) {
        if (matches === 1) yield { id, matches: true };
        if (isOver()) {
          last = id;
          break;
        }
      }
      if (last !== null) yield { id: last, matches: false };
      before = last;
    }
  }

  return {
    /** At most `limit` of them; fewer only where there are no more. */
    *find({ limit, ...search }: Search & { readonly limit: number }): Reading<Found> {
      const ids: number[] = [];
      for (const { id, matches } of look(search)) {
        if (!matches) yield;
        // One more than asked tells whether there is another page.
        else if (ids.push(id) > limit)
          return { ids: ids.slice(0, limit), nextCursor: writeCursor(ids[limit - 1] ?? 0) };
      }
      return { ids, nextCursor: null };
    },
    *count(search: Search): Reading<number> {
      let count = 0;
      for (const { matches } of look(search)) {
        if (matches) count += 1;
        else yield;
      }
      return count;
    },
    look,
    /** How much of the list lies above a row, from 0 to 1. */
    shareAbove(id: number): number {
      const [oldest, newest] = ends.get() ?? [null, null];
      if (oldest === null || newest === null) return 1;
      return Math.min(1, Math.max(0, (newest - id + 1) / (newest - oldest + 1)));
    },
    /** Which of some deliveries match. */
    *matching({ filter, now, ids }: Matching): Reading<number[]> {
      const condition = conditionOf(filter, named(now));
      const test = db
        .prepare<[object], 1>(
          `SELECT 1 FROM deliveries AS d WHERE d.id = @id AND (${condition.sql})`,
        )
        .pluck();
      const matching: number[] = [];
      let isOver = createSlice();
      for (const id of ids) {
        if (test.get({ ...condition.parameters, id }) !== undefined) matching.push(id);
        if (!isOver()) continue;
        yield;
        isOver = createSlice();
      }
      return matching;
    },
  };
}
