import { getEventListeners } from 'node:events';
import Database from 'better-sqlite3';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { Core } from '#main/app.ts';
import { createChangeFeed } from '#main/store/change-feed.ts';
import type { ChangesRequest } from '#shared/changes.ts';
import { connect, theSource } from '#test/support/builders.ts';
import { post, send, track } from '#test/support/ingest-client.ts';
import { createRecordedLog } from '#test/support/recorded-log.ts';
import { startCore } from '#test/support/start-core.ts';

/** A subscriber that reads its batches one by one. */
function reader(core: Core, request: ChangesRequest = {}) {
  const stopping = new AbortController();
  const batches = core.changes.follow(request, stopping.signal);
  onTestFinished(() => stopping.abort());
  return {
    signal: stopping.signal,
    stop: () => stopping.abort(),
    batches,
    async next() {
      const { value } = await batches.next();
      if (!value) throw new Error('The feed has ended.');
      return value;
    },
  };
}

const rename = (core: Core, id: string, name: string) => core.sources.update({ id, name });

describe('the change feed', () => {
  it('starts at the current number without changes', async () => {
    const { core } = await startCore();
    await theSource(core);
    const first = await reader(core).next();
    expect(first).toMatchObject({ resync: false, changes: [], ledger: core.ledger.get() });
    expect(first.epoch).toBe(core.system.get().epoch);
    expect(first.number).toBeGreaterThan(0);
  });

  it('sends each change with a number, the current value and the ledger', async () => {
    const { core } = await startCore();
    const feed = reader(core);
    const { number } = await feed.next();
    const source = await theSource(core);
    const created = await feed.next();
    expect(created).toMatchObject({ number: number + 1, changes: [{ kind: 'source', source }] });
    await core.sources.remove({ id: source.id });
    expect((await feed.next()).changes).toEqual([
      { kind: 'removed', noun: 'source', id: source.id },
    ]);
  });

  it('sends messages, deliveries and rejected requests as they arrive', async () => {
    const { core } = await startCore();
    await connect(core);
    const feed = reader(core);
    await feed.next();
    await send(core, track());
    const kinds = new Set<string>();
    const collect = async () => {
      for (const { kind } of (await feed.next()).changes) kinds.add(kind);
    };
    while (kinds.size < 2) await collect();
    expect([...kinds].sort()).toEqual(['delivery', 'message']);
    await post(core, '/v1/track', {});
    while (kinds.size < 3) await collect();
    expect(kinds).toContain('rejected');
  });

  it('combines changes between two batches: the last value of each item, once', async () => {
    const { core } = await startCore();
    const source = await theSource(core);
    const feed = reader(core);
    const { number } = await feed.next();
    await Promise.all(
      Array.from({ length: 20 }, (_, index) => rename(core, source.id, `Name ${index}`)),
    );
    const batch = await feed.next();
    expect(batch.number).toBe(number + 20);
    expect(batch.changes).toMatchObject([{ kind: 'source', source: { name: 'Name 19' } }]);
  });

  it('continues after a number, with no change missing or repeated', async () => {
    const { core } = await startCore();
    const source = await theSource(core);
    const { epoch, number } = await reader(core).next();
    await rename(core, source.id, 'Missed');
    const resumed = reader(core, { after: { epoch, number } });
    expect(await resumed.next()).toMatchObject({
      resync: false,
      number: number + 1,
      changes: [{ source: { name: 'Missed' } }],
    });
    await rename(core, source.id, 'Next');
    expect(await resumed.next()).toMatchObject({
      number: number + 2,
      changes: [{ source: { name: 'Next' } }],
    });
  });

  it('asks for a reload when the number is of another run, or in the future', async () => {
    const { core } = await startCore();
    await theSource(core);
    const { epoch, number } = await reader(core).next();
    const other = await reader(core, { after: { epoch: 'another', number } }).next();
    expect(other).toMatchObject({ resync: true, changes: [], number, epoch });
    const future = await reader(core, { after: { epoch, number: number + 1 } }).next();
    expect(future).toMatchObject({ resync: true, changes: [], number });
  });

  it('asks for a reload when more changes were missed than fit in one batch', async () => {
    const { core } = await startCore();
    await connect(core);
    const { epoch, number } = await reader(core).next();
    await post(core, '/v1/batch', { batch: Array.from({ length: 600 }, () => track()) });
    const batch = await reader(core, { after: { epoch, number } }).next();
    expect(batch).toMatchObject({ resync: true, changes: [], ledger: { accepted: 600 } });
  });

  it('serves many subscribers, and forgets those that leave', async () => {
    const { core } = await startCore();
    const source = await theSource(core);
    const feeds = Array.from({ length: 10 }, () => reader(core));
    await Promise.all(feeds.map((feed) => feed.next()));
    const [leaving, ...staying] = feeds;
    const ended = leaving?.batches.next();
    leaving?.stop();
    expect(await ended).toMatchObject({ done: true });
    await rename(core, source.id, 'New');
    for (const feed of staying) expect((await feed.next()).changes).toHaveLength(1);
  });

  it('keeps a single listener over any number of batches', async () => {
    const { core } = await startCore();
    const source = await theSource(core);
    const feed = reader(core);
    await feed.next();
    for (let count = 0; count < 5; count += 1) {
      await rename(core, source.id, `Name ${count}`);
      await feed.next();
    }
    expect(getEventListeners(feed.signal, 'abort').length).toBeLessThanOrEqual(1);
  });

  it('ends for all when the database fails, and then works again', async () => {
    const { core } = await startCore();
    const { ledger, clock } = await reader(core).next();
    const { log, errors } = createRecordedLog();
    const database = new Database(':memory:');
    database.exec('CREATE TABLE sources (id TEXT)');
    onTestFinished(() => void database.close());
    const load = () => {
      database.prepare('SELECT id FROM sources').all();
      return [];
    };
    const feed = createChangeFeed({
      epoch: 'e',
      load,
      ledger: () => ledger,
      clock: () => clock,
      log,
    });
    const changed = { kind: 'source', id: 's' } as const;
    const waiting = feed.stream({});
    const between = feed.stream({});
    await between.next();
    await waiting.next();
    const ended = waiting.next();
    const other = new Promise<void>((resolve) =>
      feed.subscribe({}).start(() => undefined, resolve),
    );
    database.exec('ALTER TABLE sources RENAME TO moved');
    feed.append([changed]);
    expect(await ended).toMatchObject({ done: true });
    expect(await between.next()).toMatchObject({ done: true });
    await other;
    expect(errors()).toMatchObject([{ error: { code: 'SQLITE_ERROR' } }]);
    database.exec('ALTER TABLE moved RENAME TO sources');
    const again = feed.stream({ after: { epoch: 'e', number: 0 } });
    expect((await again.next()).value).toMatchObject({ number: 1, resync: false });
    feed.append([changed]);
    expect((await again.next()).value).toMatchObject({ number: 2, resync: false });
    feed.close();
  });

  it('ends for all when the core stops', async () => {
    const { core, stop } = await startCore();
    const feed = reader(core);
    await feed.next();
    const ended = feed.batches.next();
    await stop();
    expect(await ended).toMatchObject({ done: true });
  });
});
