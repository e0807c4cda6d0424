/** Searches for deliveries or messages, newest first, in slices of the reader thread. */
import type { Database } from 'better-sqlite3';
import { webhooksOf } from '#shared/connections/destination.ts';
import type { Filter } from '#shared/filter/filter.ts';
import { readCursor, writeCursor } from '../cursor.ts';
import { createSlice, type Reading } from '../reader/reading.ts';
import {
  type Condition,
  conditionOf,
  isDecidedByRow,
  type Listed,
  type NamedEntities,
  parametersBetween,
} from './condition.ts';
import { type IndexRange, indexRangesOf, rangeParameters, rangeSource } from './index-ranges.ts';

interface DestinationRow {
  readonly id: string;
  readonly name: string;
  readonly webhook_url: string;
  readonly webhooks: string;
}

/** Reads the current sources, destinations and mock endpoints that a filter can name. */
export function createNamedEntities(db: Database): (now: number) => NamedEntities {
  const sources = db.prepare<[], { id: string; name: string }>('SELECT id, name FROM sources');
  const destinations = db.prepare<[], DestinationRow>(
    `SELECT id, name, settings ->> 'webhookUrl' AS webhook_url, settings -> 'webhooks' AS webhooks
     FROM destinations`,
  );
  const endpoints = db.prepare<[], string>('SELECT DISTINCT name FROM mocks').pluck();
  const messageRows = db
    .prepare<[number, number], number>(
      'SELECT message_row_id FROM deliveries WHERE id BETWEEN ? AND ?',
    )
    .pluck();
  return (now) => ({
    sources: sources.all(),
    destinations: destinations.all().map(({ id, name, webhook_url, webhooks }) => ({
      id,
      name,
      urls: webhooksOf({ webhookUrl: webhook_url, webhooks: JSON.parse(webhooks) }).map(
        ({ url }) => url,
      ),
    })),
    endpoints: endpoints.all(),
    messageRowsOf: (ranges) => [...new Set(ranges.flatMap((range) => messageRows.all(...range)))],
    now,
  });
}

export interface Search {
  readonly filter: Filter;
  /** Reference time for ages. */
  readonly now: number;
  /** `nextCursor` of the previous page. */
  readonly cursor?: string | undefined;
}

export interface Found {
  /** Newest first. */
  readonly ids: readonly number[];
  /** Start of the next page; null on the last page. */
  readonly nextCursor: string | null;
}

export interface Matching {
  readonly filter: Filter;
  readonly now: number;
  readonly ids: readonly number[];
}

/** A matching row, or the last row scanned in a slice. */
interface Scanned {
  readonly id: number;
  readonly matches: boolean;
}

/**
 * Rows per statement, for about a millisecond of work. Rows with bodies can take a hundred times
 * longer than the ones before.
 */
const rowsPerSlice = { first: 32, byRow: 8_192, byOthers: 128 };

/** How many rows a statement reads. */
export interface Pace {
  readonly rows: number;
  /** What a statement takes however few rows it reads. */
  readonly fixedMs: number;
  /** Duration before the rows were halved; null if they were not. */
  readonly beforeHalvingMs: number | null;
}

export const firstPace: Pace = {
  rows: rowsPerSlice.first,
  fixedMs: 0,
  beforeHalvingMs: null,
};

/** Fewer rows only where that is faster: a list of numbers takes as long for one row as for many. */
export function paceAfter(pace: Pace, durationMs: number, maxRows: number): Pace {
  const { rows, beforeHalvingMs } = pace;
  const fixedMs = Math.min(pace.fixedMs, durationMs);
  const ms = durationMs - fixedMs;
  const steady = { fixedMs, beforeHalvingMs: null };
  if (ms < 1) return { rows: Math.min(maxRows, 2 * rows), ...steady };
  if (ms <= 2 || rows === 1) return { rows, ...steady };
  // Half of the rows took as long.
  if (beforeHalvingMs !== null && ms > 0.75 * beforeHalvingMs)
    return { rows, fixedMs: durationMs, beforeHalvingMs: null };
  return { rows: rows >> 1, fixedMs, beforeHalvingMs: ms };
}

/** Rows of the ranges between `@before` and `@after` (both exclusive), in list order. */
function rowsSql(ranges: readonly IndexRange[]): string {
  const selects = ranges.map((range, n) => `SELECT d.id AS id FROM ${rangeSource(range, n)}`);
  return `${selects.join(' UNION ALL ')} ORDER BY id DESC`;
}

/** The row after the first `@skipped` rows of the ranges. */
export const boundSql = (ranges: readonly IndexRange[]): string =>
  `SELECT id FROM (${rowsSql(ranges)} LIMIT 1 OFFSET @skipped)`;

/**
 * Matching rows of the ranges. Several ranges are merged before testing, because the merge reads
 * ahead in each. LIMIT prevents SQLite from testing them earlier, and CROSS JOIN keeps the order.
 */
export function searchSql(ranges: readonly IndexRange[], condition: string): string {
  const [only, ...others] = ranges;
  if (only !== undefined && others.length === 0)
    return `SELECT d.id AS id FROM ${rangeSource(only, 0)} AND (${condition}) ORDER BY id DESC`;
  return `SELECT d.id FROM (${rowsSql(ranges)} LIMIT -1) AS listed
    CROSS JOIN deliveries AS d ON d.id = listed.id WHERE (${condition})`;
}

/** Messages have no indexes for filters, so every row is tested. */
const messageRows = 'messages AS m WHERE m.id < @before AND m.id > @after';
const messageBoundSql = `SELECT m.id FROM ${messageRows} ORDER BY m.id DESC LIMIT 1 OFFSET @skipped`;
const messageSearchSql = (condition: string): string =>
  `SELECT m.id FROM ${messageRows} AND (${condition}) ORDER BY m.id DESC`;

/** Statements of a search, and their parameters. */
interface Plan {
  readonly boundSql: string;
  readonly searchSql: string;
  readonly bounds: Readonly<Record<string, string>>;
  readonly valuesBetween: (after: number, before: number) => Condition['parameters'];
  readonly maxRows: number;
}

/** Null if no row can match. */
function planOf(filter: Filter, entities: NamedEntities, listed: Listed): Plan | null {
  const condition = conditionOf(filter, entities, listed);
  const { sql } = condition;
  const valuesBetween = (after: number, before: number) =>
    parametersBetween(condition, after, before);
  if (listed === 'messages')
    return {
      boundSql: messageBoundSql,
      searchSql: messageSearchSql(sql),
      bounds: {},
      valuesBetween,
      maxRows: rowsPerSlice.byOthers,
    };
  const ranges = indexRangesOf(filter, entities);
  if (ranges.length === 0) return null;
  return {
    boundSql: boundSql(ranges),
    searchSql: searchSql(ranges, sql),
    bounds: rangeParameters(ranges),
    valuesBetween,
    maxRows: isDecidedByRow(filter) ? rowsPerSlice.byRow : rowsPerSlice.byOthers,
  };
}

export function createSearch(db: Database, listed: Listed = 'deliveries') {
  const readEntities = createNamedEntities(db);
  // With both in one SELECT, SQLite would read the whole index instead of its two ends.
  const ends = db
    .prepare<[], [number | null, number | null]>(
      'SELECT (SELECT MIN(id) FROM deliveries), (SELECT MAX(id) FROM deliveries)',
    )
    .raw();

  /** Yields matching rows, newest first, and the position at the end of each slice. */
  function* scan({ filter, now, cursor }: Search): Generator<Scanned, void, void> {
    const plan = planOf(filter, readEntities(now), listed);
    if (plan === null) return;
    const { bounds, valuesBetween, maxRows } = plan;
    const bound = db.prepare<[object], number>(plan.boundSql).pluck();
    const matching = db.prepare<[object], number>(plan.searchSql).pluck();
    let pace = firstPace;
    let isSliceOver = createSlice();
    for (let before = readCursor(cursor); ; ) {
      const startedAt = performance.now();
      const next = bound.get({ ...bounds, before, after: 0, skipped: pace.rows });
      const part = { before, after: next ?? 0 };
      const values = valuesBetween(part.after, before);
      for (const id of matching.iterate({ ...values, ...bounds, ...part }))
        yield { id, matches: true };
      if (next === undefined) return;
      before = next + 1;
      pace = paceAfter(pace, performance.now() - startedAt, maxRows);
      if (!isSliceOver()) continue;
      yield { id: before, matches: false };
      isSliceOver = createSlice();
    }
  }

  return {
    /** Returns up to `limit` rows. Fewer means there are no more. */
    *find({ limit, ...search }: Search & { readonly limit: number }): Reading<Found> {
      const ids: number[] = [];
      for (const { id, matches } of scan(search)) {
        if (!matches) yield;
        // One extra row indicates another page.
        else if (ids.push(id) > limit)
          return { ids: ids.slice(0, limit), nextCursor: writeCursor(ids[limit - 1] ?? 0) };
      }
      return { ids, nextCursor: null };
    },
    *count(search: Search): Reading<number> {
      let count = 0;
      for (const { matches } of scan(search)) {
        if (matches) count += 1;
        else yield;
      }
      return count;
    },
    scan,
    /** Fraction of the list above a row, from 0 to 1. */
    shareAbove(id: number): number {
      const [oldest, newest] = ends.get() ?? [null, null];
      if (oldest === null || newest === null) return 1;
      return Math.min(1, Math.max(0, (newest - id + 1) / (newest - oldest + 1)));
    },
    /** Returns the given rows that match. */
    *matching({ filter, now, ids }: Matching): Reading<number[]> {
      const condition = conditionOf(filter, readEntities(now), listed);
      const row =
        listed === 'deliveries' ? 'deliveries AS d WHERE d.id' : 'messages AS m WHERE m.id';
      const test = db
        .prepare<[object], 1>(`SELECT 1 FROM ${row} = @id AND (${condition.sql})`)
        .pluck();
      const matching: number[] = [];
      let isSliceOver = createSlice();
      for (const id of ids) {
        const values = parametersBetween(condition, id - 1, id + 1);
        if (test.get({ ...values, id }) !== undefined) matching.push(id);
        if (!isSliceOver()) continue;
        yield;
        isSliceOver = createSlice();
      }
      return matching;
    },
  };
}
