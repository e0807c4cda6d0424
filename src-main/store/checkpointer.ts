/**
 * Checkpoints the WAL on a worker thread. SQLite's automatic checkpoint runs within COMMIT, takes a
 * third of its time and makes all callers wait for the disk. Passes repeat until few pages are
 * left. During the last pass, commits pause for a few milliseconds; otherwise it would never catch
 * up and the WAL would grow without limit. The next commit restarts the WAL
 * (https://sqlite.org/wal.html).
 */
import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { Database } from 'better-sqlite3';
import { diskCodeOf } from '#main/kit/app-error.ts';
import type { Log } from '#main/kit/ports.ts';
import type { PassFailure } from './checkpoint-worker.ts';

/** Number of 4 KB pages in the WAL that triggers a checkpoint: 16 MB. */
const minCheckpointPages = 4_000;

/**
 * Commits between size checks while no checkpoint is running. A check takes as long as storing a
 * message.
 */
const commitsPerCheck = 8;

/** Remaining pages that the last pass copies while commits are paused. */
const maxLastPassPages = 500;

/** WAL pages at which commits wait because the disk is too slow: 48 MB. */
const maxLogPages = 12_000;

/**
 * Threshold for SQLite's checkpoint within COMMIT, in case the worker fails or falls behind: 64 MB.
 */
export const autoCheckpointPages = 16_000;

export interface Checkpointer {
  /** Starts a checkpoint if necessary. The next commit must wait for the returned promise. */
  betweenCommits(): Promise<void> | null;
  /** Checkpoints after the next commit, however short the WAL is, as the disk was full. */
  hurry(): void;
  /** Runs a checkpoint that no commit waits for. Rejects if the disk can't be written. */
  now(): Promise<void>;
  /** Resolves when the worker has closed the file. */
  close(): Promise<void>;
}

/** The built worker is next to the entry points; in the source tree, it is next to this file. */
const workerFile = new URL(
  import.meta.url.endsWith('.ts') ? './checkpoint-worker.ts' : './checkpoint-worker.js',
  import.meta.url,
);

/** The worker only holds a database connection. */
const workerLimits = { maxOldGenerationSizeMb: 32, maxYoungGenerationSizeMb: 2 };

/** `file` is the database of `db`. The worker starts on first use. */
export function createCheckpointer(db: Database, file: string, log: Log): Checkpointer {
  const size = db.prepare<[], { log: number; checkpointed: number }>('PRAGMA wal_checkpoint(NOOP)');
  let worker: Worker | null = null;
  let running: Promise<void> | null = null;
  /** Whether the last pass left pages committed in the meantime. */
  let hasRemaining = false;
  let isHurried = false;
  /** Of the last pass; null if it succeeded. */
  let failure: unknown = null;
  let minPages = minCheckpointPages;
  let commitsSinceCheck = commitsPerCheck;

  /** Never throws. On failure, commits continue and the size is checked again later. */
  function sizes(): { readonly logged: number; readonly remaining: number } {
    try {
      const { log: logged, checkpointed } = size.get() ?? { log: 0, checkpointed: 0 };
      return { logged, remaining: logged - checkpointed };
    } catch (error) {
      log.warn("Can't read the size of the database's WAL.", { error });
      return { logged: 0, remaining: 0 };
    }
  }

  function start(): Worker {
    const started = new Worker(workerFile, { workerData: file, resourceLimits: workerLimits });
    // Report it to callers that wait for the result.
    started.on('error', () => undefined);
    started.once('exit', () => {
      worker = null;
    });
    return started;
  }

  async function request(command: 'pass' | 'lastPass'): Promise<void> {
    worker ??= start();
    worker.postMessage(command);
    const [failed]: (PassFailure | null)[] = await once(worker, 'message');
    if (failed != null) throw Object.assign(new Error(failed.message), { code: failed.code });
  }

  async function pass(isLast: boolean): Promise<void> {
    try {
      await request(isLast ? 'lastPass' : 'pass');
      minPages = minCheckpointPages;
      failure = null;
    } catch (error) {
      // Retried when the WAL has grown. Until then, SQLite checkpoints within COMMIT.
      log.warn("Can't checkpoint the database's WAL.", { error });
      failure = error;
      hasRemaining = false;
      minPages = sizes().remaining + minCheckpointPages;
    }
    running = null;
  }

  return {
    betweenCommits() {
      if (isHurried) {
        isHurried = running !== null;
        running ??= pass(true);
        return running;
      }
      commitsSinceCheck += 1;
      if (running === null && !hasRemaining && commitsSinceCheck < commitsPerCheck) return null;
      commitsSinceCheck = 0;
      const { logged, remaining } = sizes();
      const isTooMuch = logged > maxLogPages;
      if (running !== null) return isTooMuch ? running : null;
      if (remaining < (hasRemaining ? 1 : minPages)) {
        hasRemaining = false;
        return null;
      }
      const isLast = hasRemaining && (remaining <= maxLastPassPages || isTooMuch);
      hasRemaining = !isLast;
      running = pass(isLast);
      return isLast ? running : null;
    },
    hurry() {
      isHurried = true;
    },
    async now() {
      while (running !== null) await running;
      running = pass(false);
      await running;
      if (diskCodeOf(failure) !== null) throw failure;
    },
    async close() {
      await running;
      if (worker === null) return;
      const exited = once(worker, 'exit');
      worker.postMessage('close');
      await exited;
    },
  };
}
