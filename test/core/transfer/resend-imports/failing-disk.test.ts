/** The disk fails during an import: reports match what is stored, and nothing is sent twice. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { expect, it, onTestFinished, vi } from 'vitest';
import { StartResendImport } from '#shared/schemas/resend-import.ts';
import { failSyncOnce, syncAgain } from '#test/support/failing-sync.ts';
import { openCore, startCore } from '#test/support/start-core.ts';
import { startTarget } from '#test/support/target-server.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';
import { linesTo, read, resumed, sendAll } from './imported.ts';

vi.mock('node:fs', async (original) => {
  const { withFailingSync } = await import('#test/support/failing-sync.ts');
  return withFailingSync(await original());
});

const count = 6;
const everyBody = Array.from({ length: count }, (_, number) => `body ${number}`);

/** One request at a time, on a disk that can be made to fail. */
async function planned(dataFolder = temporaryFolder()) {
  const started = await openCore({ dataFolder, expectedErrors: /Can't|interrupted/ });
  onTestFinished(() => started.stop());
  const { core } = started;
  await core.settings.update({ webhookConcurrency: 1 });
  const target = await startTarget();
  const { id } = await read(core, linesTo(target.url, everyBody));
  const db = new Database(join(dataFolder, 'hookwright.sqlite'));
  onTestFinished(() => {
    syncAgain();
    db.close();
  });
  const start = StartResendImport.parse({
    id,
    to: { kind: 'file', origins: [new URL(target.url).origin] },
  });
  const stored = () =>
    db
      .prepare<[], { sent: number; delivered: number }>(
        'SELECT sent, delivered FROM resend_imports',
      )
      .get();
  const bodies = () => target.requests.map(({ body }) => body.toString());
  return { ...started, dataFolder, db, id, start, stored, bodies };
}

it('a request that was stored but not synced is sent, and the rest continues', async () => {
  const { core, id, start, stored, bodies } = await planned();
  failSyncOnce(() => stored()?.sent === 3);
  const interrupted = await sendAll(core, start);
  expect(interrupted).toMatchObject({
    state: 'interrupted',
    sent: 3,
    delivered: 3,
    problem: { code: 'storage_failed' },
  });
  expect(bodies()).toEqual(everyBody.slice(0, 3));
  expect(await resumed(core, id)).toMatchObject({ state: 'done', sent: count, delivered: count });
  expect(bodies()).toEqual(everyBody);
  const { items } = core.resends.pageOfAll({ limit: 50 });
  expect(items.map(({ state }) => state)).toEqual(everyBody.map(() => 'delivered'));
});

it('a response that was stored but not synced counts once', async () => {
  const { core, id, start, stored } = await planned();
  failSyncOnce(() => stored()?.delivered === 2);
  expect(await sendAll(core, start)).toMatchObject({ state: 'interrupted', sent: 2, delivered: 1 });
  await vi.waitFor(() => expect(core.resendImports.get(id).delivered).toBe(2), 5_000);
  expect(stored()).toMatchObject({ sent: 2, delivered: 2 });
  expect(await resumed(core, id)).toMatchObject({ state: 'done', sent: count, delivered: count });
});

it('a start that cannot be stored sends nothing, reports it, and can be repeated', async () => {
  const { core, db, start, bodies } = await planned();
  db.exec(`CREATE TRIGGER refuse BEFORE INSERT ON resend_imports
    BEGIN SELECT RAISE(ABORT, 'database or disk is full'); END`);
  await expect(core.resendImports.start(start)).rejects.toThrow('Nothing was sent');
  expect(core.resendImports.list()).toMatchObject([
    { state: 'planned', toSend: 0, startedAt: null },
  ]);
  expect(bodies()).toEqual([]);
  db.exec('DROP TRIGGER refuse');
  expect(await sendAll(core, start)).toMatchObject({ state: 'done', delivered: count });
});

it('a response that cannot be stored interrupts the import, and is reported once it is', async () => {
  const { core, db, id, start, stored } = await planned();
  db.exec(`CREATE TRIGGER refuse BEFORE UPDATE ON resends
    BEGIN SELECT RAISE(ABORT, 'database or disk is full'); END`);
  const interrupted = await sendAll(core, start);
  expect(interrupted).toMatchObject({
    state: 'interrupted',
    sent: 1,
    delivered: 0,
    problem: { code: 'storage_failed' },
  });
  db.exec('DROP TRIGGER refuse');
  await vi.waitFor(() => expect(core.resendImports.get(id).delivered).toBe(1), 5_000);
  expect(stored()).toMatchObject({ sent: 1, delivered: 1 });
  expect(await resumed(core, id)).toMatchObject({ state: 'done', sent: count, delivered: count });
});

it('a cancel during a disk failure takes effect, also at the next start', async () => {
  const { core, db, dataFolder, id, start, stop } = await planned();
  db.exec(`CREATE TRIGGER refuse BEFORE UPDATE ON resends
    BEGIN SELECT RAISE(ABORT, 'database or disk is full'); END;
    CREATE TRIGGER keep BEFORE DELETE ON resend_imports
    BEGIN SELECT RAISE(ABORT, 'database or disk is full'); END`);
  await sendAll(core, start);
  await core.resendImports.cancel(id);
  expect(core.resendImports.list()).toEqual([]);
  await vi.waitFor(() =>
    expect(existsSync(join(dataFolder, 'resend-imports', `${id}.jsonl`))).toBe(false),
  );
  await stop();
  db.exec('DROP TRIGGER refuse; DROP TRIGGER keep');
  const next = await startCore({ dataFolder });
  expect(next.core.resendImports.list()).toEqual([]);
  expect(db.prepare('SELECT COUNT(*) FROM resend_imports').pluck().get()).toBe(0);
});
