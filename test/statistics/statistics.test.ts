import type Database from 'better-sqlite3';
import fc from 'fast-check';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { createStatisticsReads } from '#main/statistics/count-statistics.ts';
import { withMocks } from '#main/statistics/mock-outages.ts';
import { createStatisticsStore } from '#main/store/statistics.ts';
import { type AttemptResult, BlockedCode, FailureCode } from '#shared/deliveries/delivery.ts';
import { everything } from '#shared/filter/filter.ts';
import { MockStep, type Outage, OutageWindow } from '#shared/mocks/step.ts';
import {
  type Statistics,
  type StatisticsQuery,
  type StatisticsRange,
  statisticsRanges,
  webhookHealths,
} from '#shared/statistics/statistics.ts';
import { isUpAgain } from '#shared/statistics/webhook-health.ts';
import { filters } from '#test/filter/generated-filters.ts';
import {
  ageMs,
  bodyValue,
  createdTime,
  deliveries,
  destinations,
  fill,
  headerName,
  now,
  number,
  openDatabase,
  originId,
  path,
  type RandomDelivery,
  text,
  word,
} from '#test/store/filter/random-deliveries.ts';
import { resultOf } from '#test/store/reader/result-of.ts';
import { type NaiveAttempt, naiveStatistics, type TimedDelivery } from './naive-statistics.ts';

/** Accepts every request. */
const mock = {
  ...{ name: 'down', nextStep: 0, forward: null },
  ...{ steps: [MockStep.parse({})], rules: [] },
};

/** Fixed, since the test demands that every kind occurs. */
const seed = 1;

const anyFilter = fc.oneof(
  fc.constant(everything),
  filters({ text, word, number, path, bodyValue, headerName, ageMs, createdTime, originId }),
);

const result: fc.Arbitrary<AttemptResult> = fc.oneof(
  fc.constant({ outcome: 'accepted', code: null, params: {} } as const),
  fc.constant({ outcome: 'refused', code: 'client_error', params: { status: 404 } } as const),
  fc
    .constantFrom(...FailureCode.options)
    .map((code) => ({ outcome: 'failed', code, params: {} }) as const),
  fc
    .constantFrom(...BlockedCode.options)
    .map((code) => ({ outcome: 'blocked', code, params: {} }) as const),
);

/** In any order: the clock is fast-forwarded and set back. */
const time = fc.oneof(
  fc.integer({ min: now - 20 * 60_000, max: now + 60_000 }),
  fc.integer({ min: now - 30 * 3_600_000, max: now + 5 * 3_600_000 }),
);

const attemptsOf = (all: readonly RandomDelivery[]): fc.Arbitrary<readonly NaiveAttempt[]> =>
  all.length === 0
    ? fc.constant([])
    : fc.array(
        fc.record({
          deliveryId: fc.constantFrom(...all.map(({ id }) => id)),
          url: fc.constantFrom('https://a.test/hook', 'http://127.0.0.1:3001/', 'http://old.test/'),
          startedAt: time,
          status: fc.option(fc.constantFrom(200, 404, 503)),
          result,
          totalMs: fc.integer({ min: 0, max: 5_100_000 }).map((micros) => micros / 1_000),
          round: fc.integer({ min: 1, max: 4 }),
          windowRound: fc.integer({ min: 1, max: 2 }),
        }),
        { maxLength: 60 },
      );

const history = deliveries
  .chain((all) =>
    fc
      .array(fc.tuple(time, time, fc.option(time), fc.nat(4), fc.nat(1)), {
        minLength: all.length,
        maxLength: all.length,
      })
      .map((times) =>
        all.map((one, n): TimedDelivery => {
          const [createdAt, updatedAt, nextAttemptAt, round, windowRounds] =
            times[n] ?? ([now, now, null, 1, 1] as const);
          const isWaiting = one.state === 'waiting';
          return {
            ...{ ...one, createdAt, updatedAt, round, windowRounds },
            nextAttemptAt: isWaiting ? nextAttemptAt : null,
          };
        }),
      ),
  )
  .chain((all) => attemptsOf(all).map((attempts) => ({ all, attempts })));

/** Attempts in addition to those that `fill` creates for headers. */
function addAttempts(db: Database.Database, attempts: readonly NaiveAttempt[]): void {
  const insert =
    db.prepare(`INSERT INTO attempts (delivery_id, url, round, window_round, started_at,
      request_headers, response_status, response_bytes, response_truncated, outcome, code, timings)
    VALUES (@deliveryId, @url, @round, @windowRound, @startedAt, '[]', @status, 0, 0, @outcome, @code, @timings)`);
  for (const { totalMs, result, ...attempt } of attempts)
    insert.run({
      ...attempt,
      outcome: result.outcome,
      code: result.code,
      timings: JSON.stringify({ totalMs }),
    });
}

/** Replaces its attempts with these, whose headers are empty. */
const tried = (
  all: readonly TimedDelivery[],
  attempts: readonly NaiveAttempt[],
): readonly TimedDelivery[] =>
  all.map((one) => ({
    ...one,
    sentHeaders: [],
    attemptedAt: attempts
      .filter(({ deliveryId }) => deliveryId === one.id)
      .map(({ startedAt }) => startedAt),
  }));

function refill(
  db: Database.Database,
  all: readonly (RandomDelivery & Partial<TimedDelivery>)[],
  attempts: readonly NaiveAttempt[],
): void {
  fill(db, all);
  const setTimes = db.prepare(
    'UPDATE deliveries SET updated_at = ?, next_attempt_at = ?, round = ?, window_rounds = ? WHERE id = ?',
  );
  for (const { id, createdAt, updatedAt, nextAttemptAt, round, windowRounds } of all)
    setTimes.run(
      ...[updatedAt ?? createdAt, nextAttemptAt ?? null, round ?? 1, windowRounds ?? 1, id],
    );
  db.exec('DELETE FROM attempts');
  addAttempts(db, attempts);
}

function statisticsOf(db: Database.Database) {
  const reads = createStatisticsReads(createStatisticsStore(db));
  const begin = (query: StatisticsQuery) => reads.get({ ...query, now, realNow: now });
  return { begin, get: (query: StatisticsQuery): Statistics => resultOf(begin(query)) };
}

describe('statistics', () => {
  it('equal a naive count of random history, for any filter and clock', async () => {
    const db = openDatabase();
    const seen = { health: new Set<string>(), narrowed: 0, ahead: 0, waited: 0, outages: 0 };
    await fc.assert(
      fc.asyncProperty(
        history,
        fc.array(fc.tuple(fc.constantFrom(...statisticsRanges), anyFilter), {
          minLength: 1,
          maxLength: 6,
        }),
        async ({ all, attempts }, asked) => {
          refill(db, all, attempts);
          const statistics = statisticsOf(db);
          for (const [range, filter] of asked) {
            const counted = statistics.get({ range, filter });
            const { from, to, bucketMs } = counted;
            const expected = naiveStatistics(tried(all, attempts), attempts, destinations, {
              filter,
              now,
              range: { from, to, bucketMs },
            });
            expect({ ...counted, webhooks: byUrl(counted.webhooks) }).toEqual({
              ...expected,
              webhooks: byUrl(expected.webhooks),
            });
            if (range === 'all') expect(counted.ahead).toEqual({ deliveries: 0, attempts: 0 });
            for (const { health, outages } of counted.webhooks) {
              seen.health.add(health);
              seen.outages += outages.length;
            }
            seen.waited += counted.buckets.filter(({ waiting }) => waiting > 0).length;
            seen.ahead += counted.ahead.attempts;
            seen.narrowed += filter !== everything && counted.depth.length > 0 ? 1 : 0;
          }
        },
      ),
      { numRuns: 120, seed },
    );
    expect([...seen.health].sort()).toEqual([...webhookHealths].sort());
    expect(seen.ahead, 'attempts ahead of the clock').toBeGreaterThan(0);
    expect(seen.waited, 'buckets with waiting deliveries').toBeGreaterThan(0);
    expect(seen.outages, 'outages').toBeGreaterThan(0);
    expect(seen.narrowed, 'filters that let something through').toBeGreaterThan(0);
  });

  it('continue incrementally: new deliveries are in the next result', async () => {
    const db = openDatabase();
    const [one] = someDeliveries(1);
    const statistics = statisticsOf(db);
    if (one === undefined) throw new Error('There is no delivery.');
    const attempt: NaiveAttempt = {
      deliveryId: one.id,
      url: 'https://a.test/hook',
      startedAt: now,
      status: 503,
      result: { outcome: 'failed', code: 'server_error', params: {} },
      totalMs: 12.345,
      ...{ round: 1, windowRound: 1 },
    };
    refill(db, [{ ...one, state: 'waiting', createdAt: now }], [attempt]);
    expect(statistics.get({ range: '1h' }).attempts.failed).toBe(1);
    addAttempts(db, [
      { ...attempt, result: { outcome: 'accepted', code: null, params: {} }, status: 200 },
    ]);
    db.exec("UPDATE deliveries SET state = 'delivered'");
    const after = statistics.get({ range: '1h' });
    expect(after.attempts).toEqual({ accepted: 1, refused: 0, failed: 1, blocked: 0 });
    expect(after.deliveries).toMatchObject({ delivered: 1, waiting: 0 });
    expect(after.latency).toEqual({ p50: 12.345, p90: 12.345, p99: 12.345 });
  });

  it('pause while they count, and hold no open statement meanwhile', () => {
    // A clock that advances by 3 ms whenever it is read, so that slices end within blocks.
    let elapsedMs = 0;
    const clock = vi.spyOn(performance, 'now').mockImplementation(() => {
      elapsedMs += 3;
      return elapsedMs;
    });
    onTestFinished(() => clock.mockRestore());
    const db = openDatabase();
    const count = 9_000;
    makeMany(db, count);
    const reading = statisticsOf(db).begin({ range: 'all' });
    let pauses = 0;
    let step = reading.next();
    for (; !step.done; step = reading.next()) {
      pauses += 1;
      // Fails while a statement is open.
      db.exec('UPDATE deliveries SET updated_at = updated_at WHERE id = 1');
    }
    expect(step.value.attempts.accepted).toBe(count);
    expect(step.value.latency).toEqual({ p50: 30, p90: 54, p99: 60 });
    // Far more than there are blocks.
    expect(pauses).toBeGreaterThanOrEqual(count / 2);
  });

  it('are complete after others were stopped, and while others are counted', () => {
    const db = openDatabase();
    makeMany(db, 60_000);
    const statistics = statisticsOf(db);
    const [given, other] = [statistics.begin({ range: 'all' }), statistics.begin({ range: 'all' })];
    given.next();
    other.next();
    given.return(undefined as never);
    expect(statistics.get({ range: 'all' }).attempts.accepted).toBe(60_000);
    expect(resultOf(other).attempts.accepted).toBe(60_000);
  });

  it('exclude deleted attempts, and begin with the first kept one', () => {
    const db = openDatabase();
    makeMany(db, 600);
    db.exec(`UPDATE deliveries SET created_at = created_at - 86400000 WHERE id <= 250;
      UPDATE attempts SET started_at = started_at - 86400000 WHERE delivery_id <= 250`);
    const statistics = statisticsOf(db);
    const before = statistics.get({ range: 'all' });
    expect(before.attempts.accepted).toBe(600);
    db.exec(`DELETE FROM attempts WHERE delivery_id <= 250; DELETE FROM deliveries WHERE id <= 250;
      INSERT INTO counters (name, scope, hour_at, value) VALUES ('deleted', 'delivered', 0, 250)`);
    const after = statistics.get({ range: 'all' });
    expect(after.attempts.accepted).toBe(350);
    expect(after.deliveries.delivered).toBe(350);
    expect(after.from).toBeGreaterThan(before.from);
  });

  it('count those that waited at the end of each bucket, however long ago they were created', () => {
    const db = openDatabase();
    makeMany(db, 9_000);
    const minute = 60_000;
    // In different blocks: one waits, one waited until half an hour ago, one was finished before the range.
    db.exec(`UPDATE deliveries SET created_at = ${now - 100 * minute}, updated_at = ${now - 100 * minute};
      UPDATE deliveries SET state = 'waiting', next_attempt_at = ${now + 2 * minute} WHERE id = 5;
      UPDATE deliveries SET updated_at = ${now - 30 * minute} WHERE id = 6000;
      UPDATE deliveries SET updated_at = ${now - 90 * minute} WHERE id = 8500`);
    const statistics = statisticsOf(db);
    const waiting = () => statistics.get({ range: '1h' }).buckets.map((bucket) => bucket.waiting);
    expect(waiting().slice(0, 30)).toEqual(Array(30).fill(2));
    expect(waiting().slice(31)).toEqual(Array(30).fill(1));
    expect(statistics.get({ range: '1h' }).waiting).toMatchObject({
      deliveries: 1,
      since: now - 100 * minute,
      destinations: [{ destinationId: 'dst_1', deliveries: 1, nextAttemptAt: now + 2 * minute }],
      planned: [0, 0, 1, ...Array(8).fill(0)],
    });
    // It is reopened and delivered between two queries; the other one is cancelled.
    db.exec(`UPDATE deliveries SET updated_at = ${now - minute} WHERE id = 8500;
      INSERT INTO attempts (delivery_id, url, round, window_round, started_at, request_headers,
        response_bytes, response_truncated, outcome, timings)
      VALUES (8500, 'https://a.test/hook', 1, 1, ${now - minute}, '[]', 0, 0, 'accepted', '{}');
      UPDATE deliveries SET state = 'cancelled', updated_at = ${now - 2 * minute} WHERE id = 5`);
    expect(waiting().slice(55)).toEqual([2, 2, 2, 1, 0, 0]);
  });

  it('do not count a refused delivery as waiting until it is retried', () => {
    const db = openDatabase();
    makeMany(db, 2);
    const minute = 60_000;
    const at = (minutes: number) => now - minutes * minute;
    const insert =
      db.prepare(`INSERT INTO attempts (delivery_id, url, round, window_round, started_at,
        request_headers, response_status, response_bytes, response_truncated, outcome, code, timings)
      VALUES (1, ?, ?, 1, ?, '[]', 401, 0, 0, 'refused', 'client_error', '{"totalMs":5}')`);
    db.exec(`DELETE FROM attempts;
      UPDATE deliveries SET state = 'refused', round = 1, window_rounds = 1, attempts = 1, created_at = ${at(50)}, updated_at = ${at(50) + 9}`);
    insert.run('https://a.test/hook', 1, at(50));
    const statistics = statisticsOf(db);
    const counted = () => {
      const { buckets, waiting } = statistics.get({ range: '1h' });
      return { waited: buckets.map((bucket) => bucket.waiting), since: waiting.since };
    };
    expect(counted()).toEqual({ waited: Array(61).fill(0), since: null });
    // It is retried, before the first result, and with results of both URLs.
    db.exec(
      `UPDATE deliveries SET state = 'waiting', window_rounds = 0, updated_at = ${at(20)} WHERE id = 1`,
    );
    const waitsNow = [...Array(40).fill(0), ...Array(21).fill(1)];
    expect(counted()).toEqual({ waited: waitsNow, since: at(20) });
    insert.run('https://a.test/hook', 2, at(20));
    insert.run('https://b.test/hook', 2, at(15));
    db.exec(
      `UPDATE deliveries SET state = 'refused', round = 2, window_rounds = 1, updated_at = ${at(10)} WHERE id = 1`,
    );
    const waited = [...Array(40).fill(0), ...Array(10).fill(1), ...Array(11).fill(0)];
    expect(counted()).toEqual({ waited, since: null });
    // Likewise for a query that reads all of it at once.
    const atOnce = statisticsOf(db).get({ range: '1h' }).buckets;
    expect(atOnce.map((bucket) => bucket.waiting)).toEqual(waited);
  });

  it('count those that wait now in every range, however recently they were created', () => {
    const db = openDatabase();
    makeMany(db, 10);
    const minute = 60_000;
    db.exec(`UPDATE deliveries SET created_at = ${now - 100 * minute}, updated_at = ${now - 100 * minute};
      UPDATE deliveries SET state = 'waiting', created_at = ${now - minute} WHERE id = 5`);
    const asked = { range: '1h', from: now - 60 * minute, to: now - 30 * minute } as const;
    const { buckets, waiting } = statisticsOf(db).get(asked);
    expect(waiting).toMatchObject({ deliveries: 1, since: now - minute });
    expect(buckets.some((bucket) => bucket.waiting > 0)).toBe(false);
  });

  it('end the outage of a mock endpoint that would accept again, at its latest attempt or planned end', () => {
    const db = openDatabase();
    makeMany(db, 1);
    db.exec("UPDATE attempts SET outcome = 'failed', code = 'server_error', response_status = 500");
    const statistics = statisticsOf(db).get({ range: 'all' });
    const [webhook] = statistics.webhooks.filter(({ outages }) => outages.length > 0);
    const { url = '', lastAttemptAt } = webhook ?? {};
    const withMock = (settings: Partial<typeof mock>, outage: Outage | null = null) => {
      const { webhooks } = withMocks(statistics, [{ ...mock, url, outage, ...settings }]);
      return webhooks.find((one) => one.url === url);
    };
    const ended = withMock({});
    expect(ended?.outages).toMatchObject([{ to: lastAttemptAt, code: 'server_error' }]);
    expect(ended && isUpAgain(ended, now)).toBe(true);
    const over = OutageWindow.parse({ startsAt: now - 5_000, durationMs: 5_000 });
    expect(withMock({}, over)?.outages).toMatchObject([{ to: now }]);
    const failing = withMock({ steps: [MockStep.parse({ status: 503 })] });
    expect(failing?.outages).toMatchObject([{ to: null }]);
    expect(failing && isUpAgain(failing, now)).toBe(false);
  });

  it('have the current outage of a URL besides the next one of its mock endpoint', () => {
    const db = openDatabase();
    makeMany(db, 1);
    db.exec("UPDATE attempts SET outcome = 'failed', code = 'server_error', response_status = 500");
    const statistics = statisticsOf(db).get({ range: 'all' });
    const [webhook] = statistics.webhooks.filter(({ outages }) => outages.length > 0);
    const hour = 3_600_000;
    const { url = '' } = webhook ?? {};
    const outages = (startsAt: number) => {
      const outage = OutageWindow.parse({ startsAt, durationMs: 2 * hour });
      const { webhooks } = withMocks(statistics, [{ ...mock, url, outage }]);
      return webhooks.find((one) => one.url === url)?.outages;
    };
    expect(outages(now + hour)).toMatchObject([
      { to: null, code: 'server_error' },
      { from: now + hour, to: now + 3 * hour, code: null },
    ]);
    expect(outages(now - hour)).toMatchObject([{ to: now + hour, code: 'server_error' }]);
  });

  it('reads no block again whose deliveries have all finished before the range', () => {
    const db = openDatabase();
    makeMany(db, 20_000);
    db.exec(
      `UPDATE deliveries SET created_at = ${now - 7_200_000}, updated_at = ${now - 7_200_000}`,
    );
    const store = createStatisticsStore(db);
    const timesOf = vi.fn(store.timesOf);
    const reads = createStatisticsReads({ ...store, timesOf });
    resultOf(reads.get({ range: '1h', now, realNow: now }));
    timesOf.mockClear();
    resultOf(reads.get({ range: '1h', now, realNow: now }));
    expect(timesOf).not.toHaveBeenCalled();
  });

  it('include an outage, from its first failed attempt to the next one that did not fail', () => {
    const db = openDatabase();
    const [one] = someDeliveries(1);
    if (one === undefined) throw new Error('There is no delivery.');
    const minute = 60_000;
    const attempt = (minutesAgo: number, code: 'server_error' | null): NaiveAttempt => ({
      deliveryId: one.id,
      url: 'https://a.test/hook',
      startedAt: now - minutesAgo * minute,
      status: code === null ? 200 : 503,
      result:
        code === null
          ? { outcome: 'accepted', code, params: {} }
          : { outcome: 'failed', code, params: {} },
      totalMs: 1,
      ...{ round: 1, windowRound: 1 },
    });
    const down = [40, 39, 38, 37, 36].map((ago) => attempt(ago, 'server_error'));
    refill(db, [one], [attempt(50, null), ...down, attempt(30, null)]);
    const statistics = statisticsOf(db);
    const outages = (range: StatisticsRange = '1h') =>
      statistics.get({ range }).webhooks.flatMap((webhook) => webhook.outages);
    const ended = {
      from: now - 40 * minute,
      to: now - 30 * minute,
      status: 503,
      code: 'server_error',
    };
    expect(outages()).toEqual([ended]);
    addAttempts(
      db,
      [20, 19, 18, 17, 10].map((ago) => attempt(ago, 'server_error')),
    );
    expect(outages()).toEqual([ended, { ...ended, from: now - 20 * minute, to: null }]);
    expect(outages('15m')).toHaveLength(1);
  });

  it('cover another range in buckets that suit it', () => {
    const statistics = statisticsOf(openDatabase());
    const [from, to] = [now - 90_000, now - 30_000];
    expect(statistics.get({ range: '1h', from, to })).toMatchObject({ from, to, bucketMs: 1_000 });
    const day = statistics.get({ range: '1h', from: now - 86_400_000, to: now });
    expect(day.bucketMs).toBe(1_800_000);
  });

  it.each<[StatisticsRange, number, number]>([
    ['recent', 61, 60_000],
    ['15m', 61, 15_000],
    ['1h', 61, 60_000],
    ['4h', 49, 300_000],
    ['all', 1, 15_000],
  ])(
    'of %s have %i buckets of %i ms, which do not move with every tick',
    async (range, buckets, bucketMs) => {
      const db = openDatabase();
      const counted = statisticsOf(db).get({ range });
      expect(counted.buckets).toHaveLength(buckets);
      expect(counted.bucketMs).toBe(bucketMs);
      expect(counted.from % bucketMs).toBe(0);
      expect(counted.to).toBeGreaterThan(now);
      expect(counted.to).toBeLessThanOrEqual(now + bucketMs);
      // The whole range: 4 hours include an attempt 3 h 59 min ago.
      if (range !== 'all') expect(counted.from).toBeLessThanOrEqual(now - (buckets - 1) * bucketMs);
    },
  );
});

function byUrl<Webhook extends { readonly destinationId: string; readonly url: string }>(
  webhooks: readonly Webhook[],
): readonly Webhook[] {
  const key = ({ destinationId, url }: Webhook) => `${destinationId} ${url}`;
  return [...webhooks].sort((one, other) => key(one).localeCompare(key(other)));
}

function someDeliveries(count: number): readonly RandomDelivery[] {
  const [all = []] = fc.sample(
    deliveries.filter((some) => some.length >= count),
    1,
  );
  return all.slice(0, count);
}

/** Attempts that took 1 ms, 2 ms … 60 ms, repeatedly. */
function makeMany(db: Database.Database, count: number): void {
  const numbers = `WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${count})`;
  db.exec(`INSERT INTO messages (id, message_id, source_id, type, label, timestamp, received_at,
      outcome, delivery_count, request, received, normalized)
    VALUES (1, 'm', 'src_0', 'track', 'x', '', 0, 'routed', 1, '{}', '{}', '{}');
    ${numbers} INSERT INTO deliveries (id, message_row_id, destination_id, state, body_bytes, webhooks,
      round, window_rounds, attempts, sending, number_precision, created_at, updated_at)
    SELECT i, 1, 'dst_1', 'delivered', 0, '[]', 0, 0, 1, 0, 0, ${now} - i, 0 FROM n;
    ${numbers} INSERT INTO attempts (delivery_id, url, round, window_round, started_at, request_headers,
      response_bytes, response_truncated, outcome, timings)
    SELECT i, 'https://a.test/hook', 1, 1, ${now} - i, '[]', 0, 0, 'accepted',
      '{"totalMs":' || (i % 60 + 1) || '}' FROM n`);
}
