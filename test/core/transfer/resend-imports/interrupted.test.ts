/** The program stops during an import: it is reported and can be resumed, and nothing is sent twice. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { expect, it, onTestFinished, vi } from 'vitest';
import { FakeClock } from '#test/support/fake-clock.ts';
import { runCoreProcess } from '#test/support/run-core-process.ts';
import { openCore, startCore } from '#test/support/start-core.ts';
import { reply, when } from '#test/support/target-responses.ts';
import { startTarget } from '#test/support/target-server.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';
import { linesTo, read, resumed, sendAll } from './imported.ts';

// Starting a process takes seconds on a busy machine.
vi.setConfig({ testTimeout: 90_000 });

const never = new Promise<void>(() => undefined);
const count = 12;

const origin = (url: string): string => new URL(url).origin;

const spoolOf = (dataFolder: string, id: string): string =>
  join(dataFolder, 'resend-imports', `${id}.jsonl`);

const everyBody = Array.from({ length: count }, (_, number) => `body ${number}`).sort();

/** Twelve requests, three at a time, killed when two were delivered and three were in flight. */
async function killed() {
  const dataFolder = temporaryFolder();
  const target = await startTarget();
  const first = await openCore({ dataFolder });
  await first.core.settings.update({ webhookConcurrency: 3 });
  await first.stop();
  target.respond(reply(200), reply(200));
  target.always(when(never, reply(200)));
  const child = await runCoreProcess(dataFolder);
  child.importText(linesTo(target.url, everyBody), origin(target.url));
  await target.received(2 + 3);
  await child.kill();
  const bodies = (from = 0) => target.requests.slice(from).map(({ body }) => body.toString());
  return { dataFolder, target, bodies, inFlight: bodies(2).sort() };
}

it('kill -9: counts requests in flight, and sends the rest once', async () => {
  const { dataFolder, target, bodies } = await killed();
  target.always(reply(200));
  const { core, log } = await startCore({ dataFolder });
  const [interrupted] = core.resendImports.list();
  expect(interrupted).toMatchObject({
    name: 'requests.jsonl',
    state: 'interrupted',
    toSend: count,
    sent: 5,
    delivered: 2,
    failed: 0,
    interrupted: 3,
  });
  expect(log.records.some(({ message }) => message.includes('An import was interrupted'))).toBe(
    true,
  );
  const id = interrupted?.id ?? '';
  expect(await resumed(core, id)).toMatchObject({
    state: 'interrupted',
    sent: count,
    delivered: count - 3,
    interrupted: 3,
  });
  expect(bodies().sort()).toEqual(everyBody);
  expect(() => core.resendImports.resume({ id, resendInterrupted: false })).toThrow(
    expect.objectContaining({ code: 'bad_request' }),
  );
  expect(existsSync(spoolOf(dataFolder, id))).toBe(true);
});

it('kill -9: resends interrupted requests on request, also after a second kill', async () => {
  const { dataFolder, target, bodies, inFlight } = await killed();
  const second = await runCoreProcess(dataFolder);
  second.resendInterrupted();
  await target.received(5 + 3);
  await second.kill();
  expect(bodies(5).sort()).toEqual(inFlight);

  target.always(reply(200));
  const third = await openCore({ dataFolder });
  const [again] = third.core.resendImports.list();
  expect(again).toMatchObject({ state: 'interrupted', sent: 5, delivered: 2, interrupted: 3 });
  const id = again?.id ?? '';
  // Only the rest: the interrupted ones are offered again, also at the next start.
  await resumed(third.core, id);
  await third.stop();

  const { core } = await startCore({ dataFolder });
  expect(core.resendImports.get(id)).toMatchObject({ sent: count, interrupted: 3 });
  expect(await resumed(core, id, true)).toMatchObject({
    state: 'done',
    sent: count,
    delivered: count,
    interrupted: 0,
  });
  expect(bodies(8 + count - 5).sort()).toEqual(inFlight);
  expect(bodies().sort()).toEqual([...everyBody, ...inFlight, ...inFlight].sort());
  const { items } = core.resends.pageOfAll({ limit: 50 });
  expect(items.filter(({ state }) => state === 'interrupted')).toHaveLength(3 + 3);
  await vi.waitFor(() => expect(existsSync(spoolOf(dataFolder, id))).toBe(false));
});

it('a stop: the import waits to be resumed, or is cancelled without a trace', async () => {
  const dataFolder = temporaryFolder();
  const target = await startTarget();
  const first = await openCore({ dataFolder });
  const { id } = await read(first.core, linesTo(target.url, everyBody));
  const to = { kind: 'file' as const, origins: [origin(target.url)] };
  await first.core.resendImports.start({ id, to, headers: {}, perSecond: 20 });
  await target.received(2);
  await first.stop();
  expect(existsSync(spoolOf(dataFolder, id))).toBe(true);

  const second = await openCore({ dataFolder });
  const [reported] = second.core.resendImports.list();
  expect(reported).toMatchObject({ id, state: 'interrupted' });
  expect(reported?.sent).toBe(target.requests.length);
  await expect(second.core.resendImports.start({ id, to, headers: {} })).rejects.toThrow(
    'It was interrupted',
  );
  await second.core.resendImports.cancel(id);
  expect(existsSync(spoolOf(dataFolder, id))).toBe(false);
  expect(second.core.resendImports.list()).toEqual([]);
  await second.stop();
  const { core } = await startCore({ dataFolder });
  expect(core.resendImports.list()).toEqual([]);
});

it('a full disk: the import reports it, and continues where it was when there is space', async () => {
  // A response that arrived during the failed write is stored again.
  const expectedErrors = /An import was interrupted|Can't store .*; retrying/;
  const { core, dataFolder } = await startCore({ expectedErrors });
  const target = await startTarget();
  const db = new Database(join(dataFolder, 'hookwright.sqlite'));
  onTestFinished(() => void db.close());
  db.exec(`CREATE TRIGGER refuse BEFORE INSERT ON resends WHEN (SELECT COUNT(*) FROM resends) >= 5
    BEGIN SELECT RAISE(ROLLBACK, 'database or disk is full'); END`);
  await core.settings.update({ webhookConcurrency: 2 });
  const { id } = await read(core, linesTo(target.url, everyBody));
  const interrupted = await sendAll(core, {
    id,
    to: { kind: 'file', origins: [origin(target.url)] },
  });
  expect(interrupted).toMatchObject({
    state: 'interrupted',
    problem: { code: 'storage_failed' },
  });
  expect(interrupted.sent).toBe(target.requests.length);
  expect(interrupted.sent).toBeGreaterThan(2);
  db.exec('DROP TRIGGER refuse');
  expect(await resumed(core, id)).toMatchObject({ state: 'done', sent: count, problem: null });
  expect(target.requests.map(({ body }) => body.toString()).sort()).toEqual(everyBody);
});

it('an uploaded file that was never started is removed after an hour', async () => {
  const clock = new FakeClock();
  const { core, dataFolder } = await startCore({ clock });
  const target = await startTarget();
  const { id } = await read(core, linesTo(target.url, everyBody));
  const half = core.resendImports.create({ name: 'half.jsonl' });
  clock.advance(59 * 60_000);
  await core.resendImports.append({ id: half.id, text: '{}', last: false });
  expect(core.resendImports.list().map((reported) => reported.id)).toEqual([half.id, id]);
  clock.advance(2 * 60_000);
  expect(core.resendImports.list().map((reported) => reported.id)).toEqual([half.id]);
  await vi.waitFor(() => expect(existsSync(spoolOf(dataFolder, id))).toBe(false));
  clock.advance(60 * 60_000);
  expect(() => core.resendImports.get(half.id)).toThrow('Import not found');
});
