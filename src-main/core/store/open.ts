/** Opens the one SQLite file of a data folder, alone, or says in a sentence why it cannot. */
import {
  accessSync,
  chmodSync,
  closeSync,
  constants,
  mkdirSync,
  openSync,
  readdirSync,
  realpathSync,
  statSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import Database from 'better-sqlite3';
import { type Log, StartupProblem } from '../ports.ts';
import { checkpointedByCommitPages } from './checkpointer.ts';
import { compact, givesSpaceBack } from './compaction.ts';
import { type DurableLog, openDurableLog } from './durable-log.ts';
import { migrate, refuseNewer } from './migrate.ts';
import { usualZeroing } from './secret.ts';
import { DatabaseWithStablePlans } from './stable-plans.ts';

export interface OpenedDatabase {
  readonly db: Database.Database;
  readonly file: string;
  readonly log: DurableLog;
  /** A failure to read it at the start, as a StartupProblem where it is one. */
  explain(cause: unknown): unknown;
  close(): void;
}

const sqliteCode = (error: unknown): string =>
  error instanceof Database.SqliteError ? error.code : '';

function ensureFolder(dataFolder: string): void {
  try {
    mkdirSync(dataFolder, { recursive: true, mode: 0o700 });
    accessSync(dataFolder, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch (cause) {
    throw new StartupProblem(
      'data_folder_unusable',
      `Can't write to the data folder ${dataFolder}: ${(cause as Error).message}. Grant write permission, or choose another folder with --data.`,
      { cause },
    );
  }
}

/** For the user alone: secrets may lie in it in the clear. SQLite gives its log the same mode. */
function createPrivately(file: string): void {
  closeSync(openSync(file, 'a', 0o600));
}

/** Created by an older version, restored or copied, they and backups may be readable by others. */
function keepPrivate(folder: string, log: Log): void {
  // Windows has no file modes.
  if (process.platform === 'win32') return;
  for (const name of readdirSync(folder).filter((each) => each.startsWith('hookwright.'))) {
    const file = join(folder, name);
    try {
      const { mode } = statSync(file);
      // The owner's own permissions stay: a read-only file is not made writable.
      if ((mode & 0o077) !== 0) chmodSync(file, mode & 0o700);
    } catch (error) {
      log.warn(`Other users may be able to read ${file}. Remove their permissions.`, { error });
    }
  }
}

/**
 * Holds an exclusive lock on a file of its own while the process lives; the operating system frees
 * it even after kill -9. The data file itself stays readable for other tools.
 */
function lockFolder(folder: string, dataFolder: string): Database.Database {
  const file = join(folder, 'hookwright.lock');
  createPrivately(file);
  const lock = new Database(file, { timeout: 0 });
  try {
    lock.pragma('journal_mode = MEMORY');
    lock.exec('BEGIN EXCLUSIVE');
    return lock;
  } catch (cause) {
    lock.close();
    if (!sqliteCode(cause).startsWith('SQLITE_BUSY')) throw cause;
    throw new StartupProblem(
      'data_folder_in_use',
      `Another Hookwright is using the data folder ${dataFolder}. Stop it first, or choose another folder with --data.`,
      { cause },
    );
  }
}

function configure(db: Database.Database): void {
  db.pragma(givesSpaceBack);
  // Readers do not wait for the writer, and a commit is one sequential write.
  db.pragma('journal_mode = WAL');
  // The sync that FULL does within every COMMIT is awaited off the main thread: see durable-log.
  db.pragma('synchronous = NORMAL');
  db.pragma('foreign_keys = ON');
  // Another tool may be reading or copying the file: wait for it rather than fail.
  db.pragma('busy_timeout = 5000');
  db.pragma(usualZeroing);
  // 32 MB of pages. A backlog is drained in the order it is stored in, so that more is no faster.
  db.pragma('cache_size = -32768');
  // Checkpoints are made on a thread of their own, before it comes to this.
  db.pragma(`wal_autocheckpoint = ${checkpointedByCommitPages}`);
}

function openConfigured(file: string): Database.Database {
  const db = new DatabaseWithStablePlans(file);
  configure(db);
  // SQLite creates its log with the first read.
  db.pragma('user_version');
  return db;
}

/** Opens, checks and migrates `hookwright.sqlite` in `dataFolder`. Throws a StartupProblem. */
export function openDatabase(dataFolder: string, log: Log): OpenedDatabase {
  ensureFolder(dataFolder);
  let file = join(dataFolder, 'hookwright.sqlite');
  let lock: Database.Database | undefined;
  let db: Database.Database | undefined;
  try {
    createPrivately(file);
    // SQLite keeps its log next to the target of a symbolic link; the lock belongs there, too.
    file = realpathSync(file);
    const folder = dirname(file);
    lock = lockFolder(folder, dataFolder);
    keepPrivate(folder, log);
    db = new DatabaseWithStablePlans(file);
    // Before anything that writes, even the journal mode.
    refuseNewer(db, file);
    configure(db);
    migrate(db, file);
    db = compact(db, file, () => openConfigured(file), log);
    const opened = { db, lock, file, log: openDurableLog(file) };
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

function explain(cause: unknown, file: string, dataFolder: string): unknown {
  if (cause instanceof StartupProblem) return cause;
  const code = sqliteCode(cause);
  const isDamaged =
    code.startsWith('SQLITE_CORRUPT') || code === 'SQLITE_NOTADB' || cause instanceof SyntaxError;
  if (isDamaged)
    return new StartupProblem(
      'database_corrupt',
      `The database ${file} is damaged. Move it away and start again; a copy from before the last upgrade may be in the same folder.`,
      { cause },
    );
  // What the file system refuses has a code as well.
  if (cause instanceof Error && 'code' in cause)
    return new StartupProblem(
      'data_folder_unusable',
      `Can't open the data in ${dataFolder}: ${cause.message}. Check permissions and free disk space, or choose another folder with --data.`,
      { cause },
    );
  return cause;
}
