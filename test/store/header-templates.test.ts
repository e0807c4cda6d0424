/** Repeated header lines are stored once, and read unchanged. */
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, it, onTestFinished } from 'vitest';
import { createCounterStore } from '#main/store/counters.ts';
import { createHeaderTemplates } from '#main/store/header-templates.ts';
import { createSchema } from '#main/store/schema.ts';
import { DatabaseWithStablePlans } from '#main/store/stable-plans.ts';
import { createWriteQueue } from '#main/store/write-queue.ts';
import type { HeaderLines } from '#shared/ingestion/message.ts';
import { connect } from '#test/support/builders.ts';
import { send, track } from '#test/support/ingest-client.ts';
import { startCore } from '#test/support/start-core.ts';
import { startTarget } from '#test/support/target-server.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';

function openTemplates() {
  const file = join(temporaryFolder(), 'test.sqlite');
  const db = new DatabaseWithStablePlans(file);
  onTestFinished(() => void db.close());
  createSchema(db);
  const { write } = createWriteQueue(db, {
    sync: async () => undefined,
    betweenCommits: () => null,
    beforeCommit: () => undefined,
    counters: createCounterStore(db),
    committed: () => undefined,
  });
  const count = () => db.prepare('SELECT COUNT(*) FROM header_templates').pluck().get();
  const texts = () => db.prepare('SELECT lines FROM header_templates').pluck().all().join('\n');
  return { db, write, count, texts };
}

const request = (signature: string, host = 'a.test'): HeaderLines => [
  ['host', host],
  ['Content-Type', 'application/json'],
  ['X-Signature', signature],
  ['Authorization', 'Bearer t0p'],
  ['content-length', '12'],
];

const lines = fc.array(
  fc
    .tuple(
      fc.constantFrom('Accept', 'accept', 'Server', 'Date', 'x-a', 'Set-Cookie'),
      fc.constantFrom('', '0', 'a', 'b: c', '"', '[1]'),
    )
    .map(([name, value]): [string, string] => [name, value]),
  { maxLength: 5 },
);

it('header lines are read as stored, also by another connection and after a restart', async () => {
  const { db, write, count } = openTemplates();
  const templates = createHeaderTemplates(db);
  await fc.assert(
    fc.asyncProperty(lines, async (one) => {
      const stored = JSON.parse(JSON.stringify(await write((tx) => templates.store(tx, one))));
      expect(templates.read(stored)).toEqual(one);
      expect(createHeaderTemplates(db).read(stored)).toEqual(one);
      const before = count();
      expect(await write((tx) => createHeaderTemplates(db).store(tx, one))).toEqual(stored);
      expect(count()).toBe(before);
    }),
  );
  // As stored beyond the maximum number of templates.
  expect(templates.read(request('a'))).toEqual(request('a'));
});

it('requests that differ only in their signature share a template, which contains no secret', async () => {
  const { db, write, count, texts } = openTemplates();
  const templates = createHeaderTemplates(db);
  await write((tx) => {
    for (const signature of ['a1', 'b2', 'c3']) templates.store(tx, request(signature));
  });
  expect(count()).toBe(1);
  await write((tx) => templates.store(tx, request('d4', 'b.test')));
  expect(count()).toBe(2);
  expect(texts()).not.toMatch(/t0p|a1/);
});

it('a template whose write was rolled back is stored with the next one', async () => {
  const { db, write, count } = openTemplates();
  const templates = createHeaderTemplates(db);
  const failing = write((tx) => {
    templates.store(tx, request('a'));
    throw new Error('undone');
  });
  await expect(failing).rejects.toThrow('undone');
  expect(count()).toBe(0);
  const stored = await write((tx) => templates.store(tx, request('b')));
  expect(templates.read(stored)).toEqual(request('b'));
});

it('unique header lines are stored with their rows beyond a maximum number of templates', async () => {
  const { db, write, count } = openTemplates();
  const templates = createHeaderTemplates(db);
  const stored = await write((tx) =>
    Array.from({ length: 10 }, (_, n) => templates.store(tx, [[`x-${n}`, 'a']])),
  );
  expect(count()).toBe(10);
  expect(stored.map((one) => templates.read(one)[0]?.[0])).toContain('x-9');
  for (let n = 0; n < 3; n += 1)
    await write((tx) => {
      for (let i = 0; i < 400; i += 1) templates.store(tx, [[`y-${n}-${i}`, 'a']]);
    });
  expect(count()).toBeLessThan(1_400);
  const before = count();
  const beyond = await write((tx) => templates.store(tx, [['z', 'a']]));
  expect(count()).toBe(before);
  expect(templates.read(beyond)).toEqual([['z', 'a']]);
});

it('messages and attempts of one sender and one receiver share their templates', async () => {
  const { core, followed, dataFolder } = await startCore();
  const target = await startTarget();
  await connect(core, { urls: [target.url], sharedSecret: 's' });
  for (let n = 0; n < 3; n += 1) {
    const { delivery } = await send(core, track());
    const { headers } = await target.received(n + 1);
    await followed.state(delivery.id, 'delivered');
    const { attemptList, request } = core.deliveries.get({ id: delivery.id });
    expect(attemptList.map((attempt) => attempt.request.headers)).toEqual([headers]);
    expect(request?.headers.map(([name]) => name.toLowerCase())).toContain('authorization');
  }
  const db = new DatabaseWithStablePlans(join(dataFolder, 'hookwright.sqlite'), { readonly: true });
  onTestFinished(() => void db.close());
  const templates = db.prepare<[], string>('SELECT lines FROM header_templates').pluck().all();
  expect(templates).toHaveLength(3);
  const kept = db.prepare<[], string>('SELECT request_headers FROM attempts').pluck().all();
  for (const text of kept) expect(text).toMatch(/^\[\d+,"[0-9a-f]{40}","\d+"\]$/);
});
