/** What is logged and shown while the disk takes no writes. */
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { expect, it, onTestFinished, vi } from 'vitest';
import { createDiskState } from '#main/store/disk-state.ts';
import { createWriteQueue } from '#main/store/write-queue.ts';
import { createRecordedLog } from '#test/support/recorded-log.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';

/** A database that can't grow until `free`. */
function openFull() {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const folder = temporaryFolder();
  const db = new Database(join(folder, 'test.sqlite'));
  onTestFinished(() => void db.close());
  db.exec('CREATE TABLE rows (text TEXT) STRICT; PRAGMA max_page_count = 3');
  const { log, records } = createRecordedLog();
  const alerts: unknown[] = [];
  const write = () =>
    queue.write(() => void db.prepare('INSERT INTO rows VALUES (?)').run('x'.repeat(10_000)));
  const disk = createDiskState({
    ...{ log, folder },
    tryWrite: write,
    changed: () => void alerts.push(disk.alert()),
  });
  onTestFinished(disk.close);
  const queue = createWriteQueue(db, {
    ...{ sync: async () => undefined, betweenCommits: () => null, beforeCommit: () => undefined },
    ...{ committed: () => undefined, failed: disk.failed },
    counters: { add: () => undefined, get: () => 0 },
  });
  const free = () => db.pragma('max_page_count = 100');
  return { disk, write, free, alerts, records, log: disk.quiet(log) };
}

const waited = () => vi.advanceTimersByTimeAsync(5_000);

it('says once that it is full, and once that it has space', async () => {
  const { write, free, alerts, records, log } = openFull();
  for (let attempt = 0; attempt < 3; attempt += 1)
    await write().catch((error: unknown) => log.error("Can't store a row.", { error }));
  expect(records.map(({ level, details }) => [level, details.code])).toEqual([
    ['error', 'SQLITE_FULL'],
    ...Array.from({ length: 3 }, () => ['debug', undefined]),
  ]);
  await waited();
  expect(alerts).toEqual(['disk_full']);
  free();
  await waited();
  await expect.poll(() => alerts).toEqual(['disk_full', null]);
  expect(records.at(-1)).toMatchObject({ level: 'info' });
  log.error('Another error.', { error: new Error('no') });
  expect(records.at(-1)).toMatchObject({ level: 'error' });
});

it('is full rather than unwritable if it fails in both ways', () => {
  const { disk, alerts } = openFull();
  for (const code of ['SQLITE_IOERR_WRITE', 'ENOSPC', 'SQLITE_IOERR_WRITE', 'SQLITE_CONSTRAINT'])
    disk.failed(Object.assign(new Error('no'), { code }));
  expect(alerts).toEqual(['write_failed', 'disk_full']);
});

it('looks again after an error of any kind', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const errors = [new Error('no')];
  const tryWrite = async () => {
    const error = errors.pop();
    if (error !== undefined) throw error;
  };
  const { log } = createRecordedLog();
  const disk = createDiskState({ log, folder: temporaryFolder(), tryWrite });
  onTestFinished(disk.close);
  disk.failed(Object.assign(new Error('no'), { code: 'ENOSPC' }));
  await waited();
  expect(errors).toEqual([]);
  expect(disk.alert()).toBe('disk_full');
  await waited();
  await expect.poll(() => disk.alert()).toBeNull();
});
