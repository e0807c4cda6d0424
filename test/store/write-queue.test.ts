/** Group commit on a real file: which writes share a transaction, and what a failure rolls back. */
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { expect, it, onTestFinished } from 'vitest';
import { createCounterStore } from '#main/store/counters.ts';
import { type Changed, createWriteQueue } from '#main/store/write-queue.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';

function openQueue(
  sync: () => Promise<void> = async () => undefined,
  betweenCommits: () => Promise<void> | null = () => null,
) {
  const db = new Database(join(temporaryFolder(), 'test.sqlite'));
  onTestFinished(() => void db.close());
  db.exec(`
    CREATE TABLE rows (text TEXT NOT NULL UNIQUE) STRICT;
    CREATE TABLE counters (name TEXT, scope TEXT, hour_at INTEGER, value INTEGER,
      PRIMARY KEY (name, scope, hour_at)) STRICT;
    CREATE TRIGGER full BEFORE INSERT ON rows WHEN NEW.text = 'disk full' BEGIN
      SELECT RAISE(ROLLBACK, 'the transaction is over');
    END;`);
  const insert = db.prepare('INSERT INTO rows VALUES (?)');
  const batches: (readonly Changed[])[] = [];
  const counters = createCounterStore(db);
  const queue = createWriteQueue(db, {
    sync,
    betweenCommits,
    // One for every commit.
    beforeCommit: (tx) => tx.count('routed', 1),
    counters,
    committed: (changes) => void batches.push(changes),
  });
  let id = 0;
  const add = (...texts: readonly string[]) =>
    queue.write((tx) => {
      for (const text of texts) {
        insert.run(text);
        id += 1;
        tx.changed({ kind: 'message', id });
        tx.count('accepted', 1);
      }
      return texts.length;
    });
  const rows = () => db.prepare('SELECT text FROM rows ORDER BY rowid').pluck().all();
  return { queue, add, rows, counters, batches };
}

it('writes of one turn share a transaction, in order, and are reported together', async () => {
  const { add, rows, counters, batches } = openQueue();
  expect(await Promise.all([add('a'), add('b', 'c'), add('d')])).toEqual([1, 2, 1]);
  expect(rows()).toEqual(['a', 'b', 'c', 'd']);
  expect(counters.get('accepted')).toBe(4);
  expect(counters.get('routed')).toBe(1);
  expect(batches).toHaveLength(1);
});

it('a write that throws is rolled back alone, and reports nothing', async () => {
  const { add, rows, counters, batches } = openQueue();
  const writes = await Promise.allSettled([add('a'), add('b', 'a'), add('c')]);
  expect(writes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
  expect(rows()).toEqual(['a', 'c']);
  expect(counters.get('accepted')).toBe(2);
  expect(batches.flat()).toHaveLength(2);
});

it('the counts of a transaction are added by part, without those of a write that throws', async () => {
  const { queue, counters } = openQueue();
  const hour = { scope: 'src_1', hourAt: 7_200_000 };
  const counted: number[] = [];
  const count = (by: number, fails: boolean) =>
    queue.write((tx) => {
      tx.count('rejected', by);
      tx.count('rejected', by, hour);
      counted.push(tx.counted('rejected', hour));
      if (fails) throw new Error('no');
    });
  await count(1, false);
  await Promise.allSettled([count(10, false), count(100, true), count(1_000, false)]);
  expect(counters.get('rejected')).toBe(1_011);
  expect(counters.get('rejected', hour)).toBe(1_011);
  expect(counters.get('rejected', { ...hour, scope: 'src_2' })).toBe(0);
  // Both runs see the same state.
  expect(counted).toEqual([1, 11, 111, 11, 111, 1_011]);
});

it('a failed transaction fails all its writes, and the next ones continue', async () => {
  const { add, rows, counters, batches } = openQueue();
  const writes = await Promise.allSettled([add('a'), add('disk full'), add('b')]);
  expect(writes.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected']);
  expect(rows()).toEqual([]);
  expect(batches).toEqual([]);
  await add('a');
  expect(rows()).toEqual(['a']);
  expect(counters.get('accepted')).toBe(1);
});

it('a write resolves only when it is on disk', async () => {
  const synced = Promise.withResolvers<void>();
  const { add } = openQueue(() => synced.promise);
  let isFinished = false;
  const write = add('a').then(() => {
    isFinished = true;
  });
  for (let turn = 0; turn < 5; turn += 1) await new Promise((resolve) => setImmediate(resolve));
  expect(isFinished).toBe(false);
  synced.resolve();
  await write;
  expect(isFinished).toBe(true);
});

it('a write fails when the disk rejects it', async () => {
  let fails = true;
  const { add } = openQueue(async () => {
    if (fails) throw new Error('no space');
  });
  await expect(add('a')).rejects.toThrow('no space');
  fails = false;
  await add('b');
});

it('writes during a commit share the next transaction', async () => {
  const first = Promise.withResolvers<void>();
  let syncs = 0;
  const { add, batches } = openQueue(() => {
    syncs += 1;
    return syncs === 1 ? first.promise : Promise.resolve();
  });
  const writes = [add('a')];
  while (syncs === 0) await new Promise((resolve) => setImmediate(resolve));
  writes.push(add('b'), add('c'), add('d'));
  first.resolve();
  await Promise.all(writes);
  expect(batches.map((batch) => batch.length)).toEqual([1, 3]);
  expect(syncs).toBe(2);
});

it('the next transaction waits for work scheduled between two', async () => {
  let resume: () => void = () => undefined;
  const pauses = [
    new Promise<void>((resolve) => {
      resume = resolve;
    }),
  ];
  const { add, rows } = openQueue(undefined, () => pauses.pop() ?? null);
  await add('a');
  const second = add('b');
  // A turn of the event loop in which it would have been committed.
  await new Promise((resolve) => setImmediate(() => setImmediate(resolve)));
  expect(rows()).toEqual(['a']);
  resume();
  await second;
  expect(rows()).toEqual(['a', 'b']);
});

it('updates in memory run once, after the commit and before any notification', async () => {
  const { queue, add, rows, batches } = openQueue();
  const done: string[] = [];
  const follow = (name: string) => () => {
    done.push(`${name}: ${rows().length} rows, ${batches.length} reported`);
  };
  const undone = queue.write((tx) => {
    tx.whenCommitted(follow('undone'));
    throw new Error('no');
  });
  const kept = queue.write((tx) => tx.whenCommitted(follow('kept')));
  await Promise.allSettled([add('a'), undone, kept]);
  expect(done).toEqual(['kept: 1 rows, 0 reported']);
});
