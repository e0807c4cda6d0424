import { hostname } from 'node:os';
import type Database from 'better-sqlite3';
import fc from 'fast-check';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import {
  conditionOf,
  type NamedEntities,
  parametersBetween,
} from '#main/store/filter/condition.ts';
import { indexRangesOf } from '#main/store/filter/index-ranges.ts';
import {
  boundSql,
  createSearch,
  firstPace,
  paceAfter,
  searchSql,
} from '#main/store/filter/search.ts';
import { everything, type Filter } from '#shared/filter/filter.ts';
import { parseFilter } from '#shared/filter/parse.ts';
import { printFilter } from '#shared/filter/print.ts';
import { exactNumberCases } from '#test/filter/exact-number-cases.ts';
import { filters } from '#test/filter/generated-filters.ts';
import { resultOf } from '../reader/result-of.ts';
import {
  ageMs,
  bodyValue,
  createdTime,
  deliveries,
  fill,
  headerName,
  matcherOf,
  now,
  number,
  openDatabase,
  originId,
  path,
  type RandomDelivery,
  text,
  word,
} from './random-deliveries.ts';

const anyFilter = filters({
  text,
  word,
  number,
  path,
  bodyValue,
  headerName,
  ageMs,
  createdTime,
  originId,
});

function read(written: string): Filter {
  const parsed = parseFilter(written);
  if (!parsed.ok) throw new Error(parsed.problem.message);
  return parsed.filter;
}

function oneDelivery(): RandomDelivery {
  const all = fc.sample(
    deliveries.filter(({ length }) => length > 0),
    1,
  );
  const one = all[0]?.[0];
  if (one === undefined) throw new Error('There is no delivery.');
  return one;
}

/** All IDs, page by page. */
function findAll(search: ReturnType<typeof createSearch>, filter: Filter, limit: number): number[] {
  const ids: number[] = [];
  for (let cursor: string | undefined; ; ) {
    const found = resultOf(search.find({ filter, now, cursor, limit }));
    ids.push(...found.ids);
    if (found.nextCursor === null) return ids;
    expect(found.ids).toHaveLength(limit);
    cursor = found.nextCursor;
  }
}

describe('the SQL of a filter', () => {
  it('finds, counts and matches the same rows as matching in memory', () => {
    const db = openDatabase();
    const search = createSearch(db);
    const messages = createSearch(db, 'messages');
    let matched = 0;
    fc.assert(
      fc.property(
        deliveries,
        fc.array(anyFilter, { minLength: 1, maxLength: 20 }),
        fc.integer({ min: 1, max: 40 }),
        (all, some, limit) => {
          fill(db, all);
          for (const filter of some) {
            const expected = all
              .filter(matcherOf(filter, now))
              .map(({ id }) => id)
              .reverse();
            const why = printFilter(filter);
            expect(findAll(search, filter, limit), why).toEqual(expected);
            expect(resultOf(search.count({ filter, now })), why).toBe(expected.length);
            // Each message has one delivery.
            expect(findAll(messages, filter, limit), why).toEqual(expected);
            const ids = all.map(({ id }) => id).reverse();
            expect(resultOf(search.matching({ filter, now, ids })), why).toEqual(expected);
            matched += expected.length > 0 && expected.length < all.length ? 1 : 0;
          }
        },
      ),
      // A fixed seed, since the test demands filters of both kinds.
      { numRuns: 150, seed: 1 },
    );
    expect(matched, 'filters that some rows match and some do not').toBeGreaterThan(100);
  });

  it('compares numbers with all their digits', () => {
    const db = openDatabase();
    const one = oneDelivery();
    fill(db, [{ ...one, body: {} }]);
    const search = createSearch(db);
    const write = db.prepare('UPDATE bodies SET bytes = ?');
    const found = exactNumberCases.map(([body, term]) => {
      write.run(Buffer.from(`{"n":${body}}`));
      return [body, term, findAll(search, read(`body.n${term}`), 10).length === 1];
    });
    expect(found).toEqual(exactNumberCases);
  });

  it('finds text as it is escaped in JSON', () => {
    const db = openDatabase();
    const one = oneDelivery();
    fill(db, [{ ...one, body: { a: 'say "Hi"\n' } }]);
    expect(findAll(createSearch(db), read('"say \\"hi\\""'), 10)).toEqual([1]);
  });

  it('finds keys and texts of a body that are written with escapes', () => {
    const db = openDatabase();
    const one = oneDelivery();
    fill(db, [{ ...one, body: {} }]);
    db.prepare('UPDATE bodies SET bytes = ?').run(Buffer.from('{"\\u0061":"\\u0078"}'));
    expect(findAll(createSearch(db), read('body.a=x'), 10)).toEqual([1]);
  });

  it('treats a body that is not JSON as one without values', () => {
    const db = openDatabase();
    const one = oneDelivery();
    fill(db, [{ ...one, body: {} }]);
    db.prepare('UPDATE bodies SET bytes = ?').run(Buffer.from('{"a": oh'));
    const search = createSearch(db);
    expect(findAll(search, read('body.a>1'), 10)).toEqual([]);
    expect(findAll(search, read('not body.a:x'), 10)).toEqual([1]);
    expect(findAll(search, read('"\\"a\\": oh"'), 10)).toEqual([1]);
  });
});

const things: NamedEntities = {
  sources: [],
  destinations: ['One', 'Two', 'Two b'].map((name, n) => ({ id: `dst_${n}`, name, urls: [] })),
  endpoints: [],
  messageRowsOf: () => [],
  now,
};

function planOf(db: Database.Database, filter: Filter): readonly string[] {
  const ranges = indexRangesOf(filter, things);
  return [boundSql(ranges), searchSql(ranges, conditionOf(filter, things).sql)].flatMap((sql) =>
    db
      .prepare<[], { detail: string }>(`EXPLAIN QUERY PLAN ${sql.replaceAll(/@\w+/g, '1')}`)
      .all()
      .map(({ detail }) => detail),
  );
}

describe('the query plan of a filter', () => {
  it.each([
    ['', 'SEARCH d USING INTEGER PRIMARY KEY (rowid>? AND rowid<?)'],
    [
      'state:waiting',
      'SEARCH d USING COVERING INDEX deliveries_by_state (state=? AND rowid>? AND rowid<?)',
    ],
    ['origin:send', 'deliveries_of_origin (origin=? AND rowid>? AND rowid<?)'],
    [
      'origin:sync:17 state:delivered',
      'deliveries_of_origin_id (origin=? AND origin_id=? AND rowid>? AND rowid<?)',
    ],
    [
      'destination=dst_1',
      'deliveries_by_destination (destination_id=? AND state=? AND rowid>? AND rowid<?)',
    ],
    [
      'destination:two state:waiting body.x>1',
      'deliveries_by_destination (destination_id=? AND state=? AND rowid>? AND rowid<?)',
    ],
    [
      'destination=dst_1 state:waiting code:server_error status=503',
      'deliveries_by_code (destination_id=? AND state=? AND last_code=? AND rowid>? AND rowid<?)',
    ],
    ['not state:delivered type:track', 'deliveries_by_state (state=? AND rowid>? AND rowid<?)'],
    ['(state:paused or state:waiting) not destination:one', 'deliveries_by_destination'],
    ['state:paused or attempts>3', 'SEARCH d USING INTEGER PRIMARY KEY (rowid>? AND rowid<?)'],
  ])('of "%s" reads rows in list order, by %s', (written, step) => {
    const plan = planOf(openDatabase(), read(written));
    expect(plan.join('\n')).toContain(step);
    expect(plan.join('\n')).not.toMatch(/TEMP B-TREE|SCAN (d|m|b|a)\b/);
  });

  it('reaches every other table by a key', () => {
    const plan = planOf(
      openDatabase(),
      read('a type:track event:x user:x source:x url:x endpoint:x body.x:1 header[a]=1 age<1h'),
    ).join('\n');
    for (const step of ['SEARCH m', 'SEARCH b', 'SEARCH a']) expect(plan).toContain(step);
    expect(plan).not.toMatch(/SCAN (d|m|b|a)\b/);
  });

  it('has no ranges when nothing can match', () => {
    expect(indexRangesOf(read('state:paused state:waiting'), things)).toEqual([]);
    expect(indexRangesOf(read('destination:three'), things)).toEqual([]);
    expect(indexRangesOf(everything, things)).toEqual([{}]);
  });
});

describe('endpoint', () => {
  it.each([
    ['http://127.0.0.1:8379', 1],
    ['http://LOCALHOST.:1', 1],
    ['https://[::1]:8379', 1],
    ['http://127.1:8379', 1],
    ['http://0.0.0.0:8379', 1],
    [`http://${hostname().toLowerCase()}:8379`, 1],
    ['https://example.com', 0],
    ['https://example.com:8379', 0],
    ['http://user@example.com', 0],
    ['http://127.0.0.1.example.com', 0],
    ['http://192.0.2.1:8379', 0],
  ])('at %s/mock/Web: %i', (origin, count) => {
    const db = openDatabase();
    db.exec(`INSERT INTO messages (id, message_id, source_id, type, label, timestamp, received_at,
        outcome, delivery_count, request, received, normalized)
      VALUES (1, 'm', 'src_0', 'track', 'x', '', 0, 'routed', 1, '{}', '{}', '{}');
      INSERT INTO bodies VALUES (1, x'7b7d')`);
    db.prepare(`INSERT INTO deliveries (id, message_row_id, destination_id, state, body_id, body_bytes, webhooks,
        round, window_rounds, attempts, sending, number_precision, created_at, updated_at)
      VALUES (1, 1, 'dst_0', 'gave_up', 1, 0, ?, 0, 0, 0, 0, 0, 0, 0)`).run(
      JSON.stringify([{ url: `${origin}/mock/Web/orders` }]),
    );
    const search = createSearch(db);
    expect(resultOf(search.count({ filter: read('endpoint=Web'), now }))).toBe(count);
  });
});

describe('a search through a long list', () => {
  /** Rows that are slow to match: a fake clock advances by 3 ms per step. */
  function slowRows() {
    let now = 0;
    const clock = vi.spyOn(performance, 'now').mockImplementation(() => {
      now += 3;
      return now;
    });
    onTestFinished(() => clock.mockRestore());
    const db = openDatabase();
    const count = 300;
    db.exec(`INSERT INTO messages (id, message_id, source_id, type, label, timestamp, received_at,
        outcome, delivery_count, request, received, normalized)
      VALUES (1, 'm', 'src_0', 'track', 'x', '', 0, 'routed', 1, '{}', '{}', '{}')`);
    db.prepare('INSERT INTO bodies VALUES (1, ?)').run(Buffer.from('{}'));
    db.exec(`WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${count})
      INSERT INTO deliveries (id, message_row_id, destination_id, state, body_id, body_bytes, webhooks,
        round, window_rounds, attempts, sending, number_precision, created_at, updated_at)
      SELECT i, 1, 'dst_0', CASE i % 3 WHEN 0 THEN 'waiting' WHEN 1 THEN 'refused' ELSE 'gave_up' END,
        1, 0, '[]', 0, 0, 0, 0, 0, 0, 0 FROM n`);
    const terms = Array.from({ length: 5 }, (_, n) => `not body.k${n}:v`).join(' ');
    return { db, search: createSearch(db), terms, count };
  }

  it.each(['', ' not state:delivered'])('pauses in between, and misses nothing%s', (ranges) => {
    const { search, terms, count } = slowRows();
    const filter = read(terms + ranges);
    const reading = search.find({ filter, now, limit: count + 1 });
    let pauses = 0;
    let step = reading.next();
    for (; !step.done; step = reading.next()) pauses += 1;
    expect(pauses).toBeGreaterThan(3);
    expect(step.value).toEqual({
      ids: Array.from({ length: count }, (_, index) => count - index),
      nextCursor: null,
    });
    expect(resultOf(search.count({ filter, now }))).toBe(count);
  });

  it('holds no open statement while it pauses, so that the log can be written back', () => {
    const { db, search, terms } = slowRows();
    const reading = search.count({ filter: read(terms), now });
    expect(reading.next().done).toBe(false);
    // Fails while a statement is open.
    db.exec('UPDATE deliveries SET attempts = 1 WHERE id = 1');
    expect(resultOf(reading)).toBe(300);
  });

  it.each([
    ['each row takes long', (rows: number) => 5 * rows, 1],
    ['rows take 0.1 ms', (rows: number) => rows / 10, 16],
    ['each statement takes long', () => 20, 8_192],
    ['statements and rows take long', (rows: number) => 20 + rows / 10, 32],
  ])('reads as many rows per statement as pay if %s', (_, durationOf, rows) => {
    let pace = firstPace;
    for (let step = 0; step < 40; step += 1) pace = paceAfter(pace, durationOf(pace.rows), 8_192);
    expect(pace.rows).toBe(rows);
  });
});

it.each([
  ['deliveries', [8, 9, 20, 30]],
  ['messages', [9, 12]],
] as const)(
  'numbers in a list of %s are bound only for the rows that a statement reads',
  (listed, numbers) => {
    const entities = { ...things, messageRowsOf: () => [9, 12, 40] };
    const condition = conditionOf(read('not id:1-9,20,30-31'), entities, listed);
    const listIn = (after: number, before: number) =>
      Object.values(parametersBetween(condition, after, before)).map((list) =>
        JSON.parse(String(list)),
      );
    expect(listIn(7, 31)).toEqual([numbers]);
    expect(listIn(13, 20)).toEqual([[]]);
  },
);
