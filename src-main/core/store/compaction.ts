/**
 * Rewrites databases of older versions once, so that SQLite can free disk space incrementally;
 * auto_vacuum can't be changed otherwise. The copy has no free pages, so remains of deleted secrets
 * are removed.
 */

import { closeSync, openSync, rmSync, statfsSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Database } from 'better-sqlite3';
import { formatBytes } from '#shared/lib/format.ts';
import { publishFile } from '../durable-file.ts';
import type { Log } from '../ports.ts';

const unfinishedSuffix = '.compacted.unfinished';

/** Disk space that must remain free next to the copy. */
const spareBytes = 100_000_000;

/** SQLite's code for incremental auto_vacuum. */
const incremental = 2;

/** For new databases. Must be set before the first write. */
export const incrementalVacuumSetting = 'auto_vacuum = INCREMENTAL';

export const hasIncrementalVacuum = (db: Database): boolean =>
  db.pragma('auto_vacuum', { simple: true }) === incremental;

function canCopy(file: string): boolean {
  const { bavail, bsize } = statfsSync(dirname(file));
  return bavail * bsize > statSync(file).size + spareBytes;
}

/**
 * The WAL remains while another program reads the database. SQLite would apply it to the new file.
 */
const hasLog = (file: string): boolean =>
  statSync(`${file}-wal`, { throwIfNoEntry: false }) != null;

/**
 * Replaces `file` with a compacted copy and returns its connection, opened by `open`. On failure
 * the file is unchanged and the next start retries.
 */
export function compact<Db extends Database>(db: Db, file: string, open: () => Db, log: Log): Db {
  const copy = `${file}${unfinishedSuffix}`;
  rmSync(copy, { force: true });
  if (hasIncrementalVacuum(db)) return db;
  try {
    if (!canCopy(file)) {
      log.warn(
        'Not enough free disk space to compact the database; retrying at the next start. Until then, space of deleted data is reused but not freed.',
      );
      return db;
    }
    log.info(
      `Compacting the database (${formatBytes(statSync(file).size)}) once, to free the disk space of deleted data. This also erases deleted secrets.`,
    );
    closeSync(openSync(copy, 'wx', 0o600));
    db.pragma(incrementalVacuumSetting);
    db.prepare('VACUUM INTO ?').run(copy);
  } catch (error) {
    rmSync(copy, { force: true });
    log.warn("Can't compact the database; retrying at the next start.", { error });
    return db;
  }
  db.close();
  try {
    if (hasLog(file)) throw new Error('Another program is reading the database.');
    publishFile(copy, file);
  } catch (error) {
    rmSync(copy, { force: true });
    log.warn("Can't compact the database; retrying at the next start.", { error });
  }
  return open();
}
