/** An upgrade killed while it copies the data leaves no partial backup. */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, watch } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { expect, it, onTestFinished } from 'vitest';
import { migrate, migrations } from '#core/store/migrate.ts';
import { openCore } from '#test/support/start-core.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';
import { databaseName } from '#test/support/used-folder.ts';

const mebibytes = 48;

/** Large enough that the copy takes a while. */
function oldDatabase(dataFolder: string): void {
  const file = join(dataFolder, databaseName);
  const db = new Database(file);
  migrate(db, file, migrations.slice(0, -1));
  const insert = db.prepare('INSERT INTO bodies (bytes) VALUES (zeroblob(1048576))');
  db.transaction(() => {
    for (let count = 0; count < mebibytes; count += 1) insert.run();
  })();
  db.close();
}

const backupsIn = (dataFolder: string) =>
  readdirSync(dataFolder).filter((name) => name.includes('.before-'));

/** Starts an upgrade and kills it while its backup is being written. */
async function killUpgrade(dataFolder: string): Promise<void> {
  const watcher = watch(dataFolder);
  const child = fork(join(import.meta.dirname, '../support/core-process.ts'), [dataFolder], {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    execArgv: [],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  const gone = once(child, 'exit');
  watcher.on('change', (_event, name) => {
    if (String(name).includes('.before-')) child.kill('SIGKILL');
  });
  await gone;
  watcher.close();
}

const rowsIn = (file: string): unknown => {
  const db = new Database(file, { readonly: true });
  try {
    return db.prepare('SELECT COUNT(*) FROM bodies').pluck().get();
  } catch {
    return 'unreadable';
  } finally {
    db.close();
  }
};

it('a killed upgrade leaves no partial backup after the next start', async () => {
  const dataFolder = temporaryFolder();
  oldDatabase(dataFolder);
  await killUpgrade(dataFolder);
  const left = backupsIn(dataFolder);
  expect(left).not.toEqual([]);
  for (const name of left.filter((each) => !each.includes('.unfinished')))
    expect(rowsIn(join(dataFolder, name))).toBe(mebibytes);
  const { stop } = await openCore({ dataFolder });
  await stop();
  const rows = backupsIn(dataFolder).map((name) => rowsIn(join(dataFolder, name)));
  expect(rows.length).toBeGreaterThan(0);
  expect(new Set(rows)).toEqual(new Set([mebibytes]));
});
