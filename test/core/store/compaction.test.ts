/** Databases of older versions are rewritten once, so that disk space can be released (D49). */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync, statSync, watch } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { expect, it, onTestFinished } from 'vitest';
import { migrate, migrations } from '#core/store/migrate.ts';
import { openCore, startCore } from '#test/support/start-core.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';
import { databaseName } from '#test/support/used-folder.ts';

const remains = 'whsec_left-in-a-free-page';

/** A database of an older version, with a deleted row in its free pages. */
function oldDatabase(megabytes = 1): string {
  const dataFolder = temporaryFolder();
  const file = join(dataFolder, databaseName);
  const db = new Database(file);
  db.pragma('journal_mode = WAL');
  migrate(db, file, migrations.slice(0, -1));
  const insert = db.prepare('INSERT INTO bodies (id, bytes) VALUES (?, ?)');
  db.transaction(() => {
    for (let id = 1; id <= megabytes * 16; id += 1) insert.run(id, Buffer.alloc(65_536, remains));
  })();
  db.exec('DELETE FROM bodies WHERE id % 2 = 0');
  db.exec('UPDATE bodies SET bytes = zeroblob(65536)');
  db.close();
  expect(readFileSync(file).includes(remains)).toBe(true);
  return dataFolder;
}

const contentOf = (dataFolder: string) => {
  const db = new Database(join(dataFolder, databaseName), { readonly: true });
  try {
    return {
      bodies: db.prepare('SELECT COUNT(*) FROM bodies').pluck().get(),
      autoVacuum: db.pragma('auto_vacuum', { simple: true }),
      integrity: db.pragma('integrity_check', { simple: true }),
    };
  } finally {
    db.close();
  }
};

const compacted = (bodies: number) => ({ bodies, autoVacuum: 2, integrity: 'ok' });

it('a new database can release space', async () => {
  const { dataFolder } = await startCore();
  expect(contentOf(dataFolder)).toEqual(compacted(0));
});

it('an old one is compacted at its first start, which removes remains of deleted secrets', async () => {
  const dataFolder = oldDatabase();
  const file = join(dataFolder, databaseName);
  const { size } = statSync(file);
  const { stop, log } = await openCore({ dataFolder });
  await stop();
  expect(contentOf(dataFolder)).toEqual(compacted(8));
  expect(statSync(file).size).toBeLessThan(size);
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(readFileSync(file).includes(remains)).toBe(false);
  expect(log.records.filter(({ message }) => message.startsWith('Compacting'))).toHaveLength(1);
  const again = await openCore({ dataFolder });
  await again.stop();
  expect(again.log.records.some(({ message }) => message.startsWith('Compacting'))).toBe(false);
});

/** For a process that never replaces the file, so that it is killed in time. */
const neverReplacing = `data:text/javascript,
  import fs from 'node:fs';
  import { syncBuiltinESMExports } from 'node:module';
  const rename = fs.renameSync;
  fs.renameSync = (from, to) => {
    if (from.includes('.compacted')) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
    rename(from, to);
  };
  syncBuiltinESMExports();`;

it('a killed compaction leaves the old file, and the next start compacts it', async () => {
  const dataFolder = oldDatabase(16);
  const watcher = watch(dataFolder);
  const child = fork(join(import.meta.dirname, '../../support/core-process.ts'), [dataFolder], {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    execArgv: ['--import', neverReplacing],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  const gone = once(child, 'exit');
  watcher.on('change', (_event, name) => {
    if (String(name).includes('.compacted')) child.kill('SIGKILL');
  });
  await gone;
  watcher.close();
  expect(readdirSync(dataFolder).some((name) => name.includes('.compacted'))).toBe(true);
  expect(contentOf(dataFolder)).toMatchObject({ bodies: 16 * 8, autoVacuum: 0 });
  const { stop } = await openCore({ dataFolder });
  await stop();
  expect(contentOf(dataFolder)).toEqual(compacted(16 * 8));
  expect(readdirSync(dataFolder).some((name) => name.includes('.compacted'))).toBe(false);
});

it('a database that another program reads is not compacted', async () => {
  const dataFolder = oldDatabase();
  const reader = new Database(join(dataFolder, databaseName), { readonly: true });
  onTestFinished(() => void reader.close());
  expect(reader.prepare('SELECT COUNT(*) FROM bodies').pluck().get()).toBe(8);
  const { stop, log } = await openCore({ dataFolder });
  await stop();
  expect(contentOf(dataFolder)).toMatchObject({ bodies: 8, autoVacuum: 0, integrity: 'ok' });
  expect(log.records.some(({ message }) => /Can't compact the database/.test(message))).toBe(true);
  reader.close();
  const again = await openCore({ dataFolder });
  await again.stop();
  expect(contentOf(dataFolder)).toEqual(compacted(8));
});
