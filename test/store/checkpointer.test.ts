/** The log is written back on another thread: it stays short during commits. */

import { once } from 'node:events';
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import Database from 'better-sqlite3';
import { expect, it, onTestFinished } from 'vitest';
import { autoCheckpointPages, createCheckpointer } from '#main/store/checkpointer.ts';
import { createRecordedLog } from '#test/support/recorded-log.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';

const pageBytes = 4_096;
const megabyte = 1_048_576;

function openDatabase() {
  const file = join(temporaryFolder(), 'test.sqlite');
  const db = new Database(file);
  onTestFinished(() => void db.close());
  db.pragma('journal_mode = WAL');
  db.pragma('synchronous = NORMAL');
  // Only the thread writes it back.
  db.pragma('wal_autocheckpoint = 0');
  db.exec('CREATE TABLE rows (bytes BLOB NOT NULL) STRICT');
  const insert = db.prepare('INSERT INTO rows VALUES (?)');
  return {
    db,
    file,
    logBytes: () => statSync(`${file}-wal`).size,
    /** A commit of 100 KB. */
    commit: () => insert.run(Buffer.alloc(100_000, 'x')),
    rows: () => db.prepare('SELECT COUNT(*) FROM rows').pluck().get(),
  };
}

it('keeps the log short during continuous commits', async () => {
  const { db, file, commit, rows, logBytes } = openDatabase();
  const { log } = createRecordedLog();
  const checkpointer = createCheckpointer(db, file, log);
  let waits = 0;
  for (let n = 0; n < 800; n += 1) {
    commit();
    const pause = checkpointer.betweenCommits();
    if (pause !== null) waits += 1;
    // Like the queue, which yields to the event loop between commits.
    await pause;
    await new Promise((resolve) => setImmediate(resolve));
  }
  await checkpointer.close();
  expect(rows()).toBe(800);
  expect(waits).toBeGreaterThan(0);
  // 80 MB were written.
  expect(logBytes()).toBeLessThan(autoCheckpointPages * pageBytes);
  expect(statSync(file).size).toBeGreaterThan(40 * megabyte);
  expect(db.pragma('integrity_check', { simple: true })).toBe('ok');
});

it('keeps the log short while another connection reads continuously', async () => {
  const { db, file, commit, logBytes } = openDatabase();
  commit();
  const reader = new Worker(
    `const { workerData, parentPort } = require('node:worker_threads');
     const Database = require('better-sqlite3');
     const db = new Database(workerData, { readonly: true });
     const slice = db.prepare('WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 20000) SELECT SUM(i), (SELECT MAX(rowid) FROM rows) FROM n');
     const next = () => { slice.get(); setImmediate(next); };
     next();
     parentPort.postMessage('reading');`,
    { eval: true, workerData: file },
  );
  onTestFinished(async () => void (await reader.terminate()));
  await once(reader, 'message');
  const checkpointer = createCheckpointer(db, file, createRecordedLog().log);
  for (let n = 0; n < 800; n += 1) {
    commit();
    await checkpointer.betweenCommits();
    await new Promise((resolve) => setImmediate(resolve));
  }
  await checkpointer.close();
  // 80 MB were written.
  expect(logBytes()).toBeLessThan(autoCheckpointPages * pageBytes);
});

it('starts no thread before there is work', async () => {
  const { db, file, commit, logBytes } = openDatabase();
  const checkpointer = createCheckpointer(db, file, createRecordedLog().log);
  commit();
  expect(checkpointer.betweenCommits()).toBeNull();
  await checkpointer.close();
  expect(logBytes()).toBeGreaterThan(0);
});

it('continues without the thread when it fails, and reports it', async () => {
  const { db, file, commit, rows } = openDatabase();
  const { log, records } = createRecordedLog();
  const checkpointer = createCheckpointer(db, `${file}-elsewhere`, log);
  for (let n = 0; n < 200; n += 1) {
    commit();
    await checkpointer.betweenCommits();
  }
  await checkpointer.close();
  expect(rows()).toBe(200);
  expect(records.map(({ message }) => message)).toEqual(["Can't checkpoint the database's WAL."]);
});

it('is made after the next commit if the disk was full, also of a short log', async () => {
  const { db, file, commit } = openDatabase();
  const checkpointer = createCheckpointer(db, file, createRecordedLog().log);
  commit();
  expect(checkpointer.betweenCommits()).toBeNull();
  checkpointer.hurry();
  commit();
  await checkpointer.betweenCommits();
  const [{ log, checkpointed } = {}] = db.pragma('wal_checkpoint(NOOP)') as {
    log?: number;
    checkpointed?: number;
  }[];
  expect(checkpointed).toBe(log);
  commit();
  expect(checkpointer.betweenCommits()).toBeNull();
  await checkpointer.close();
});

it('does not block commits if the log cannot be read', async () => {
  const { db, file } = openDatabase();
  const { log, records } = createRecordedLog();
  const checkpointer = createCheckpointer(db, file, log);
  db.close();
  expect(checkpointer.betweenCommits()).toBeNull();
  expect(records).toHaveLength(1);
  await checkpointer.close();
});
