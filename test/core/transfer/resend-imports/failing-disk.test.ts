/** The disk fails during an import: reports match what is stored, and nothing is sent twice. */
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { expect, it, onTestFinished } from 'vitest';
import { StartResendImport } from '#shared/schemas/resend-import.ts';
import { failSyncOnce } from '#test/support/failing-sync.ts';
import { openCore } from '#test/support/start-core.ts';
import { startTarget } from '#test/support/target-server.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';
import { ended, importJobs, linesTo, read, sendAll } from './imported.ts';

const count = 6;
const everyBody = Array.from({ length: count }, (_, number) => `body ${number}`);

/** One request at a time, on a disk that can be made to fail. */
async function planned(dataFolder = temporaryFolder()) {
  const started = await openCore({ dataFolder, expectedErrors: /Can't/ });
  onTestFinished(() => started.stop());
  const { core } = started;
  await core.settings.update({ webhookConcurrency: 1 });
  const target = await startTarget();
  const { id } = await read(core, linesTo(target.url, everyBody));
  const db = new Database(join(dataFolder, 'hookwright.sqlite'));
  onTestFinished(() => void db.close());
  const start = StartResendImport.parse({
    id,
    to: { kind: 'file', origins: [new URL(target.url).origin] },
  });
  const bodies = () => target.requests.map(({ body }) => body.toString());
  return { ...started, db, id, start, bodies };
}

const completed = { state: 'completed', doneCount: count, counts: { delivered: count } };

it('a request that was stored but not synced is sent, and the rest continues', async () => {
  const { core, start, bodies } = await planned();
  failSyncOnce(() => importJobs(core)[0].doneCount === 3);
  expect(await sendAll(core, start)).toMatchObject(completed);
  expect(bodies()).toEqual(everyBody);
  const { items } = core.resends.pageOfAll({ limit: 50 });
  expect(items.map(({ state }) => state)).toEqual(everyBody.map(() => 'delivered'));
});

it('a response that was stored but not synced counts once', async () => {
  const { core, start, bodies } = await planned();
  failSyncOnce(() => importJobs(core)[0].counts.delivered === 2);
  expect(await sendAll(core, start)).toMatchObject(completed);
  expect(bodies()).toEqual(everyBody);
});

it('a start that cannot be stored sends nothing, and can be repeated', async () => {
  const { core, db, id, start, bodies } = await planned();
  db.exec(`CREATE TRIGGER refuse BEFORE INSERT ON resend_imports
    BEGIN SELECT RAISE(ABORT, 'database or disk is full'); END`);
  await expect(core.resendImports.start(start)).rejects.toThrow('disk is full');
  expect(core.resendImports.get(id)).toMatchObject({ state: 'planned' });
  expect(core.jobs.page({ limit: 1 }).items).toEqual([]);
  expect(bodies()).toEqual([]);
  db.exec('DROP TRIGGER refuse');
  expect(await sendAll(core, start)).toMatchObject(completed);
});

it('a response that cannot be stored is stored when there is space', async () => {
  const { core, db, start, bodies } = await planned();
  db.exec(`CREATE TRIGGER refuse BEFORE UPDATE ON resends
    BEGIN SELECT RAISE(ABORT, 'database or disk is full'); END`);
  const { id } = await core.resendImports.start(start);
  await expect.poll(() => bodies().length).toBe(1);
  expect(core.jobs.get(id)).toMatchObject({ state: 'running', doneCount: 1, counts: {} });
  db.exec('DROP TRIGGER refuse');
  expect(await ended(core, id)).toMatchObject(completed);
  expect(bodies()).toEqual(everyBody);
});

it('a cancel during a disk failure takes effect', async () => {
  const { core, db, start, bodies } = await planned();
  db.exec(`CREATE TRIGGER refuse BEFORE UPDATE ON resends
    BEGIN SELECT RAISE(ABORT, 'database or disk is full'); END`);
  const { id } = await core.resendImports.start(start);
  await expect.poll(() => bodies().length).toBe(1);
  await core.jobs.command(id, 'cancel');
  db.exec('DROP TRIGGER refuse');
  await expect.poll(() => core.jobs.get(id).counts.delivered).toBe(1);
  expect(core.jobs.get(id)).toMatchObject({ state: 'cancelled', doneCount: 1 });
  expect(bodies()).toEqual(everyBody.slice(0, 1));
  expect(db.prepare('SELECT COUNT(*) FROM resend_imports').pluck().get()).toBe(0);
});
