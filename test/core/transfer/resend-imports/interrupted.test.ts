/** The program stops during an import: it waits to be resumed, and nothing is sent twice by itself. */
import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { expect, it, onTestFinished } from 'vitest';
import { FakeClock } from '#test/support/fake-clock.ts';
import { runCoreProcess } from '#test/support/run-core-process.ts';
import { openCore, startCore } from '#test/support/start-core.ts';
import { reply, when } from '#test/support/target-responses.ts';
import { startTarget } from '#test/support/target-server.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';
import { ended, importJobs, linesTo, read, resumed } from './imported.ts';

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

it('kill -9: waits paused, sends the rest once, and names requests without a response', async () => {
  const { dataFolder, target, bodies } = await killed();
  target.always(reply(200));
  const { core } = await startCore({ dataFolder });
  const [paused] = importJobs(core);
  expect(paused).toMatchObject({
    file: 'requests.jsonl',
    state: 'paused',
    totalCount: count,
    doneCount: 2,
    counts: { delivered: 2, interrupted: 3 },
    error: { code: 'requests_interrupted', params: { count: 3, unsent: count - 5 } },
  });
  const { id, importId } = paused;
  expect(await resumed(core, id)).toMatchObject({
    state: 'paused',
    doneCount: count - 3,
    counts: { delivered: count - 3, interrupted: 3 },
    error: { code: 'requests_interrupted', params: { count: 3, unsent: 0 } },
  });
  expect(bodies().sort()).toEqual(everyBody);
  expect(existsSync(spoolOf(dataFolder, importId))).toBe(true);
});

it('kill -9: resends interrupted requests when nothing else is left, also after a second kill', async () => {
  const { dataFolder, target, bodies, inFlight } = await killed();
  target.always(reply(200));
  const second = await openCore({ dataFolder });
  const [{ id, importId }] = importJobs(second.core);
  await resumed(second.core, id);
  await second.stop();
  const sent = count;

  target.always(when(never, reply(200)));
  const third = await runCoreProcess(dataFolder);
  third.resumeJob(id);
  await target.received(sent + 3);
  await third.kill();
  expect(bodies(sent).sort()).toEqual(inFlight);

  target.always(reply(200));
  const { core } = await startCore({ dataFolder });
  expect(core.jobs.get(id)).toMatchObject({
    state: 'paused',
    doneCount: count - 3,
    error: { code: 'requests_interrupted', params: { count: 3, unsent: 0 } },
  });
  expect(await resumed(core, id)).toMatchObject({
    state: 'completed',
    doneCount: count,
    counts: { delivered: count },
    error: null,
  });
  expect(bodies(sent + 3).sort()).toEqual(inFlight);
  const { items } = core.resends.pageOfAll({ limit: 50 });
  expect(items.filter(({ state }) => state === 'interrupted')).toHaveLength(3 + 3);
  await expect.poll(() => existsSync(spoolOf(dataFolder, importId))).toBe(false);
});

it('a stop: the import waits to be resumed, or is cancelled without a trace', async () => {
  const dataFolder = temporaryFolder();
  const target = await startTarget();
  const clock = new FakeClock();
  const first = await openCore({ dataFolder, clock });
  const { id: importId } = await read(first.core, linesTo(target.url, everyBody));
  const to = { kind: 'file' as const, origins: [origin(target.url)] };
  const { id } = await first.core.resendImports.start({
    id: importId,
    to,
    headers: {},
    perSecond: 20,
  });
  await clock.scheduled(clock.now() + 50);
  clock.advance(50);
  await target.received(2);
  await first.stop();
  expect(existsSync(spoolOf(dataFolder, importId))).toBe(true);

  const { core } = await startCore({ dataFolder });
  expect(core.jobs.get(id)).toMatchObject({
    state: 'paused',
    doneCount: 2,
    counts: { delivered: 2 },
    error: null,
  });
  await core.jobs.command(id, 'cancel');
  await expect.poll(() => existsSync(spoolOf(dataFolder, importId))).toBe(false);
  expect(core.jobs.get(id)).toMatchObject({ state: 'cancelled', commands: [] });
});

it('a lost file: the import is cancelled at the next start', async () => {
  const { dataFolder } = await killed();
  rmSync(join(dataFolder, 'resend-imports'), { recursive: true });
  const { core } = await startCore({ dataFolder });
  expect(importJobs(core)).toMatchObject([{ state: 'cancelled', doneCount: 2 }]);
});

it('a full disk: the import reports it, and continues automatically when there is space', async () => {
  const { core, dataFolder } = await startCore({ expectedErrors: /Can't store .*; retrying/ });
  const target = await startTarget();
  const db = new Database(join(dataFolder, 'hookwright.sqlite'));
  onTestFinished(() => void db.close());
  db.exec(`CREATE TRIGGER refuse BEFORE INSERT ON resends WHEN (SELECT COUNT(*) FROM resends) >= 5
    BEGIN SELECT RAISE(ROLLBACK, 'database or disk is full'); END`);
  await core.settings.update({ webhookConcurrency: 2 });
  const plan = await read(core, linesTo(target.url, everyBody));
  const { id } = await core.resendImports.start({
    id: plan.id,
    to: { kind: 'file', origins: [origin(target.url)] },
    headers: {},
  });
  await expect.poll(() => core.jobs.get(id).error?.code).toBe('storage_failed');
  expect(target.requests.length).toBeLessThanOrEqual(5);
  db.exec('DROP TRIGGER refuse');
  expect(await ended(core, id)).toMatchObject({
    state: 'completed',
    doneCount: count,
    error: null,
  });
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
  expect(core.resendImports.get(id)).toMatchObject({ state: 'planned' });
  clock.advance(2 * 60_000);
  expect(() => core.resendImports.get(id)).toThrow('Import not found');
  expect(core.resendImports.get(half.id)).toMatchObject({ state: 'reading' });
  await expect.poll(() => existsSync(spoolOf(dataFolder, id))).toBe(false);
  clock.advance(60 * 60_000);
  expect(() => core.resendImports.get(half.id)).toThrow('Import not found');
});
