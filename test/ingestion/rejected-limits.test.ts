/** Storage limits of rejected requests, which anyone can send. */
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { Core } from '#main/app.ts';
import { createBatchRequestStore } from '#main/store/batch-requests.ts';
import { createCounterStore } from '#main/store/counters.ts';
import { createRejectedStore, type NewRejected } from '#main/store/rejected.ts';
import { createRowNumbers } from '#main/store/row-numbers.ts';
import { createSchema } from '#main/store/schema.ts';
import { createWriteQueue } from '#main/store/write-queue.ts';
import { NewSource } from '#shared/connections/source.ts';
import { theSource, writeKey } from '#test/support/builders.ts';
import { basic, postBytes } from '#test/support/ingest-client.ts';
import { startCore } from '#test/support/start-core.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';
import { databaseBytes, databaseName } from '#test/support/used-folder.ts';

const maxUnauthenticatedBytes = 1_024;

const newest = (core: Core) => {
  const [rejected] = core.rejected.list({ limit: 1 }).items;
  return core.rejected.get({ id: rejected?.id ?? 0 });
};

describe('a request without a valid write key', () => {
  const pad = { 'x-first': 'a', 'x-long': 'h'.repeat(5_000), 'x-longer': 'é'.repeat(2_000) };
  it.each<[string, number, string, Readonly<Record<string, string>>]>([
    ['without any', 401, '/v1/track', { authorization: '' }],
    ['with an unknown one', 401, '/v1/track', { authorization: basic('unknown') }],
    ['of a disabled source', 403, '/v1/track', { authorization: basic('off') }],
    ['to an unknown path', 404, `/${'p'.repeat(3_000)}`, { authorization: basic(writeKey) }],
  ])('(%s) is truncated, and marked as such', async (_, status, path, headers) => {
    const { core, dataFolder } = await startCore();
    await theSource(core);
    await core.sources.create(NewSource.parse({ name: 'Off', writeKey: 'off', enabled: false }));
    const body = 'x'.repeat(64_000);
    expect((await postBytes(core, path, body, { ...pad, ...headers })).status).toBe(status);
    const rejected = newest(core);
    expect(rejected).toMatchObject({
      status,
      headTruncated: true,
      bodyTruncated: true,
      bodyBytes: body.length,
    });
    expect(rejected.headBytes).toBeGreaterThan(7_000);
    expect(body.startsWith(rejected.bodyText)).toBe(true);
    expect(rejected.bodyText.length).toBeGreaterThan(0);
    const db = new Database(join(dataFolder, databaseName), { readonly: true });
    const kept = db.prepare(`SELECT octet_length(request) + octet_length(problem)
      + octet_length(body) FROM rejected`);
    expect(kept.pluck().get()).toBeLessThanOrEqual(maxUnauthenticatedBytes);
    db.close();
  });

  it('is kept completely if it is small', async () => {
    const { core } = await startCore();
    await postBytes(core, '/v1/track', '{"userId":"u"}', { authorization: '' });
    expect(newest(core)).toMatchObject({
      headTruncated: false,
      bodyTruncated: false,
      bodyText: '{"userId":"u"}',
    });
  });

  it('uses little disk space, however large it is', async () => {
    const { core, dataFolder } = await startCore();
    const before = databaseBytes(dataFolder);
    const body = 'x'.repeat(64_000);
    for (let sent = 0; sent < 300; sent += 20)
      await Promise.all(
        Array.from({ length: 20 }, () => postBytes(core, '/v1/track', body, { authorization: '' })),
      );
    expect(core.ledger.get().rejected).toBe(300);
    expect((databaseBytes(dataFolder) - before) / 300).toBeLessThan(8_000);
  });
});

describe('the store of rejected requests', () => {
  const limit = { requests: 5, bytes: 2_000 };
  const request = {
    method: 'POST',
    path: '/v1/batch',
    headers: [],
    remoteAddress: '127.0.0.1',
    bodyBytes: 1,
    batchIndex: null,
  };

  function open() {
    const file = join(temporaryFolder(), databaseName);
    const db = new Database(file);
    onTestFinished(() => void db.close());
    db.pragma('foreign_keys = ON');
    createSchema(db);
    const limits = { authenticated: limit, unauthenticated: limit };
    const store = createRejectedStore(db, createRowNumbers(db).rejected, limits);
    const batchRequests = createBatchRequestStore(db);
    const rejected = (more: Partial<NewRejected> = {}): NewRejected => ({
      receivedAt: 1,
      sourceId: null,
      authenticated: true,
      type: null,
      status: 400,
      code: 'bad_request',
      problem: { code: 'type_missing', params: {} },
      request,
      truncatedHeadBytes: null,
      body: Buffer.alloc(1),
      bodyBytes: 1,
      ...more,
    });
    const ids = () => store.page(500, undefined).items.map(({ id }) => id);
    const counters = createCounterStore(db);
    const { write } = createWriteQueue(db, {
      sync: async () => undefined,
      betweenCommits: () => null,
      counters,
      beforeCommit: () => undefined,
      committed: () => undefined,
    });
    const add = (...items: readonly NewRejected[]) => write((tx) => store.insert(tx, items));
    return { db, write, add, counters, batchRequests, rejected, ids };
  }

  it('removes the oldest beyond the maximum count', async () => {
    const { add, rejected, ids } = open();
    for (let count = 0; count < 12; count += 1) await add(rejected());
    expect(ids()).toEqual([12, 11, 10, 9, 8]);
  });

  it('removes no more than that when many share a transaction', async () => {
    const { add, rejected, ids, counters } = open();
    await Promise.all(Array.from({ length: 12 }, () => add(rejected())));
    expect(ids()).toEqual([12, 11, 10, 9, 8]);
    expect(counters.get('rejected_kept', { scope: 'authenticated' })).toBe(5);
  });

  it('removes the oldest beyond the maximum size', async () => {
    const { add, rejected, ids } = open();
    for (let count = 0; count < 4; count += 1)
      await add(rejected({ body: Buffer.alloc(700), bodyBytes: 700 }));
    expect(ids()).toEqual([4, 3]);
  });

  it('keeps those of sources, however many arrive without a write key', async () => {
    const { add, rejected, ids } = open();
    await add(rejected());
    for (let count = 0; count < 20; count += 1) await add(rejected({ authenticated: false }));
    expect(ids()).toEqual([21, 20, 19, 18, 17, 1]);
  });

  it('removes the request of a batch with its last item', async () => {
    const { db, write, add, counters, batchRequests, rejected } = open();
    const requests = () => db.prepare('SELECT id FROM batch_requests ORDER BY id').pluck().all();
    for (let batch = 0; batch < 3; batch += 1) {
      const requestId = await write((tx) => batchRequests.insert(tx, request, 3));
      const items = [0, 1, 2].map((batchIndex) => rejected({ request: { requestId, batchIndex } }));
      await add(...items);
    }
    expect(requests()).toEqual([2, 3]);
    for (let count = 0; count < 5; count += 1) await add(rejected());
    expect(requests()).toEqual([]);
    const kept = (scope: string) => [
      counters.get('rejected_kept', { scope }),
      counters.get('rejected_kept_bytes', { scope }),
    ];
    expect(kept('unauthenticated')).toEqual([0, 0]);
    expect(kept('authenticated')).toEqual([
      5,
      db.prepare('SELECT SUM(kept_bytes) FROM rejected').pluck().get(),
    ]);
  });
});
