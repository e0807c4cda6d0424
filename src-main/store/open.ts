/** Opens the SQLite file of a data folder exclusively, or throws a readable error. */
import {
  accessSync,
  chmodSync,
  closeSync,
  constants,
  fdatasync,
  fsyncSync,
  openSync,
  readdirSync,
  realpathSync,
  renameSync,
  statSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import Database from 'better-sqlite3';
import { makeFolder, syncFolder } from '#main/kit/files.ts';
import { type Log, StartupProblem } from '#main/kit/ports.ts';
import { autoCheckpointPages } from './checkpointer.ts';
import { dataFolderProblem } from './data-folder-problem.ts';
import { createPrivately, databaseName, lockFolder, sqliteCode } from './folder-lock.ts';
import { createSchema, isOlder, rejectOtherSchema } from './schema.ts';
import { defaultZeroing } from './secret.ts';
import { DatabaseWithStablePlans } from './stable-plans.ts';

// Syncs commits to disk off the main thread. SQLite writes its WAL at COMMIT and leaves the sync to us. Work
// after `sync()` is as durable as with `synchronous=FULL`, which syncs within COMMIT: a crash keeps every
// commit in the synced part of the WAL (https://sqlite.org/wal.html).

interface DurableLog {
  /** Resolves when everything committed before the call is on disk. */
  sync(): Promise<void>;
  close(): void;
}

/** Leaves syncing to the system. */
const unsynced: DurableLog = { sync: async () => undefined, close: () => undefined };

/** `file` is the database. Its WAL is in the same folder and remains the same file while open. */
function openDurableLog(file: string): DurableLog {
  const descriptor = openSync(`${file}-wal`, 'r+');
  syncFolder(dirname(file));
  return {
    sync: () => promisify(fdatasync)(descriptor),
    close() {
      fsyncSync(descriptor);
      closeSync(descriptor);
    },
  };
}

export interface OpenedDatabase {
  readonly db: Database.Database;
  readonly file: string;
  readonly log: DurableLog;
  /** Converts a read failure at startup to a StartupProblem where possible. */
  explain(cause: unknown): unknown;
  close(): void;
}

/** Another process may only ask whether the folder is in use. */
const lockTimeoutMs = 200;

function ensureFolder(dataFolder: string): void {
  try {
    makeFolder(dataFolder, 0o700);
    accessSync(dataFolder, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch (cause) {
    throw dataFolderProblem(dataFolder, cause);
  }
}

/** Copies and backups may be readable by other users. */
function restrictAccess(folder: string, log: Log): void {
  // Windows has no file modes.
  if (process.platform === 'win32') return;
  for (const name of readdirSync(folder).filter((fileName) => fileName.startsWith('hookwright.'))) {
    const file = join(folder, name);
    try {
      const { mode } = statSync(file);
      // Keeps the owner's permissions: a read-only file stays read-only.
      if ((mode & 0o077) !== 0) chmodSync(file, mode & 0o700);
    } catch (error) {
      log.warn(`Other users may be able to read ${file}. Remove their permissions.`, { error });
    }
  }
}

function configure(db: Database.Database, isDurable: boolean): void {
  // Before the first write: lets retention free disk space in steps.
  db.pragma('auto_vacuum = INCREMENTAL');
  // FULL would sync within every COMMIT. durable-log syncs off the main thread instead.
  db.pragma(`synchronous = ${isDurable ? 'NORMAL' : 'OFF'}`);
  createSchema(db);
  // Readers don't wait for the writer, and a commit is one sequential write.
  db.pragma('journal_mode = WAL');
  // The first read creates the log, which must exist to be synced.
  db.pragma('schema_version');
  db.pragma('foreign_keys = ON');
  // Another tool may be reading or copying the file. Wait instead of failing.
  db.pragma('busy_timeout = 5000');
  db.pragma(defaultZeroing);
  // 32 MB of pages. A backlog is processed in storage order, so a larger cache is no faster. A run has two stores.
  db.pragma(`cache_size = ${isDurable ? -32_768 : -8_192}`);
  // A worker usually checkpoints before this limit is reached.
  db.pragma(`wal_autocheckpoint = ${autoCheckpointPages}`);
}

/** Opens `hookwright.sqlite` in `dataFolder`. Throws a StartupProblem. */
export function openDatabase(dataFolder: string, log: Log, isDurable = true): OpenedDatabase {
  ensureFolder(dataFolder);
  let file = join(dataFolder, databaseName);
  let lock: Database.Database | undefined;
  let db: Database.Database | undefined;
  try {
    createPrivately(file);
    // SQLite keeps the WAL next to the target of a symbolic link. The lock must be there too.
    file = realpathSync(file);
    const folder = dirname(file);
    lock = lockFolder(folder, dataFolder, lockTimeoutMs);
    restrictAccess(folder, log);
    // Before SQLite opens it, which may change its log.
    rejectOtherSchema(file);
    db = new DatabaseWithStablePlans(file);
    configure(db, isDurable);
    const opened = { db, lock, file, log: isDurable ? openDurableLog(file) : unsynced };
    return {
      db,
      file,
      log: opened.log,
      explain: (cause) => explain(cause, opened.file, dataFolder),
      close() {
        opened.log.close();
        opened.db.close();
        opened.lock.close();
      },
    };
  } catch (cause) {
    db?.close();
    lock?.close();
    throw explain(cause, file, dataFolder);
  }
}

/** Nor is there a log of that name, which SQLite would take for its own. */
function unusedName(folder: string): string {
  const names = readdirSync(folder);
  for (let number = 1; ; number += 1) {
    const name = `hookwright.older-${number}.sqlite`;
    if (!names.some((other) => other.startsWith(name))) return join(folder, name);
  }
}

/**
 * Renames the database of an older build in its folder, so that the next start creates a new one. Does
 * nothing to data of this build. Throws a StartupProblem if a process uses it.
 */
export function moveOlderAside(dataFolder: string): void {
  const file = realpathSync(join(dataFolder, databaseName));
  const lock = lockFolder(dirname(file), dataFolder, lockTimeoutMs);
  try {
    if (!isOlder(file)) return;
    mergeLog(file);
    renameSync(file, unusedName(dirname(file)));
  } finally {
    lock.close();
  }
}

/** Afterwards, one rename moves all of it: an interruption can't separate the database from its log. */
function mergeLog(file: string): void {
  const db = new Database(file, { timeout: 0 });
  try {
    db.pragma('journal_mode = DELETE');
  } catch (cause) {
    if (!sqliteCode(cause).startsWith('SQLITE_BUSY')) throw cause;
    throw new StartupProblem(
      'data_folder_in_use',
      `Another program has the database ${file} open. Close it and start again.`,
      { cause },
    );
  } finally {
    db.close();
  }
}

function explain(cause: unknown, file: string, dataFolder: string): unknown {
  if (cause instanceof StartupProblem) return cause;
  const code = sqliteCode(cause);
  const isDamaged =
    code.startsWith('SQLITE_CORRUPT') || code === 'SQLITE_NOTADB' || cause instanceof SyntaxError;
  if (isDamaged)
    return new StartupProblem(
      'database_corrupt',
      `The database ${file} is damaged. Move it away and start again.`,
      { cause },
    );
  // File system errors also have a code.
  if (cause instanceof Error && 'code' in cause)
    return new StartupProblem(
      'data_folder_unusable',
      `Can't open the data in ${dataFolder}: ${cause.message}. Check permissions and free disk space, or choose another folder with --data.`,
      { cause },
    );
  return cause;
}
