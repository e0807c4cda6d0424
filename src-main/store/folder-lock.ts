/** One process at a time uses a data folder. */
import { closeSync, existsSync, openSync, realpathSync } from 'node:fs';
import { dirname, join } from 'node:path';
import Database from 'better-sqlite3';
import { StartupProblem } from '#main/kit/ports.ts';

export const databaseName = 'hookwright.sqlite';

export const sqliteCode = (error: unknown): string =>
  error instanceof Database.SqliteError ? error.code : '';

/**
 * Restricts access to the user, because secrets may be stored unencrypted. SQLite uses the same
 * mode for the WAL. An existing file is not opened: closing it would release all locks of this
 * process on it (POSIX).
 */
export function createPrivately(file: string): void {
  if (existsSync(file)) return;
  closeSync(openSync(file, 'a', 0o600));
}

const lockFileIn = (folder: string): string => join(folder, 'hookwright.lock');

/** SQLite keeps the WAL next to the target of a symbolic link. The lock must be there too. */
function lockedFolderOf(dataFolder: string): string {
  const file = join(dataFolder, databaseName);
  return existsSync(file) ? dirname(realpathSync(file)) : dataFolder;
}

const inUse = (dataFolder: string, cause: unknown): StartupProblem =>
  new StartupProblem(
    'data_folder_in_use',
    `Another Hookwright is using the data folder ${dataFolder}. Stop it first, or choose another folder with --data.`,
    { cause },
  );

/**
 * Holds an exclusive lock on a separate file while the process runs. The operating system releases
 * it even after kill -9. Other tools can still read the data file.
 */
export function lockFolder(
  folder: string,
  dataFolder: string,
  timeoutMs: number,
): Database.Database {
  const file = lockFileIn(folder);
  createPrivately(file);
  const lock = new Database(file, { timeout: timeoutMs });
  try {
    lock.pragma('journal_mode = MEMORY');
    lock.exec('BEGIN EXCLUSIVE');
    return lock;
  } catch (cause) {
    lock.close();
    if (!sqliteCode(cause).startsWith('SQLITE_BUSY')) throw cause;
    throw inUse(dataFolder, cause);
  }
}

/** Throws a StartupProblem if a process uses it. It is asked with a shared lock, so that several may ask at once. */
export function requireUnused(dataFolder: string): void {
  const file = lockFileIn(lockedFolderOf(dataFolder));
  if (!existsSync(file)) return;
  const lock = new Database(file, { timeout: 0, readonly: true });
  try {
    lock.exec('BEGIN; SELECT 1 FROM sqlite_schema');
  } catch (cause) {
    throw sqliteCode(cause).startsWith('SQLITE_BUSY') ? inUse(dataFolder, cause) : cause;
  } finally {
    lock.close();
  }
}

/** Whether a process uses it. */
export function isInUse(dataFolder: string): boolean {
  try {
    requireUnused(dataFolder);
    return false;
  } catch (error) {
    return error instanceof StartupProblem && error.code === 'data_folder_in_use';
  }
}
