/**
 * Copies the log (WAL) back into the database on a thread of its own: within COMMIT, where SQLite
 * does it by itself, it takes a third of the commits' time and lets everybody wait for the disk.
 *
 * While commits go on, a pass never catches up with them, and the log would grow without end. So
 * passes follow each other until little is left, and for the last one the commits pause for the few
 * milliseconds it takes; the next commit then restarts the log (https://sqlite.org/wal.html).
 */
import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { Database } from 'better-sqlite3';
import type { Log } from '../ports.ts';

/** Pages of 4 KB in the log that make a checkpoint worth while: 16 MB. */
const worthPages = 4_000;

/** Commits between two looks at the log while nothing is copied: a look takes as long as storing a message. */
const commitsPerLook = 8;

/** Pages left that a last pass copies while commits pause. */
const lastPages = 500;

/** Pages in the log at which commits wait for a pass, because the disk is slower than they are: 48 MB. */
const tooManyPages = 12_000;

/** Where SQLite does it within COMMIT after all, because the thread failed or fell behind: 64 MB. */
export const checkpointedByCommitPages = 16_000;

export interface Checkpointer {
  /** Looks whether there is something to do; what it returns is awaited before the next commit. */
  betweenCommits(): Promise<void> | null;
  /** Resolves when the thread has let go of the file. */
  close(): Promise<void>;
}

/** Built, the worker lies beside the entries; in the sources, beside this file. */
const workerFile = new URL(
  import.meta.url.endsWith('.ts') ? './checkpoint-worker.ts' : './checkpoint-worker.js',
  import.meta.url,
);

/** It holds nothing but a connection. */
const workerLimits = { maxOldGenerationSizeMb: 32, maxYoungGenerationSizeMb: 2 };

/** `file` is the database that `db` is a connection to. The thread begins when it is first needed. */
export function createCheckpointer(db: Database, file: string, log: Log): Checkpointer {
  const size = db.prepare<[], { log: number; checkpointed: number }>('PRAGMA wal_checkpoint(NOOP)');
  let worker: Worker | null = null;
  let running: Promise<void> | null = null;
  /** Whether a pass has left something that came in meanwhile. */
  let goesOn = false;
  let worthwhile = worthPages;
  let commitsSinceLook = commitsPerLook;

  /** Never throws: the commits go on, and look again after the next one. */
  function sizes(): { readonly logged: number; readonly left: number } {
    try {
      const { log: logged, checkpointed } = size.get() ?? { log: 0, checkpointed: 0 };
      return { logged, left: logged - checkpointed };
    } catch (error) {
      log.warn("Can't read the size of the database's WAL.", { error });
      return { logged: 0, left: 0 };
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

  async function ask(order: 'pass' | 'lastPass'): Promise<void> {
    worker ??= start();
    worker.postMessage(order);
    const [failure] = await once(worker, 'message');
    if (failure !== null) throw new Error(failure);
  }

  async function pass(isLast: boolean): Promise<void> {
    try {
      await ask(isLast ? 'lastPass' : 'pass');
      worthwhile = worthPages;
    } catch (error) {
      // It is tried again when the log has grown; until then the commits look after it themselves.
      log.warn("Can't checkpoint the database's WAL.", { error });
      goesOn = false;
      worthwhile = sizes().left + worthPages;
    }
    running = null;
  }

  return {
    betweenCommits() {
      commitsSinceLook += 1;
      if (running === null && !goesOn && commitsSinceLook < commitsPerLook) return null;
      commitsSinceLook = 0;
      const { logged, left } = sizes();
      const isTooMuch = logged > tooManyPages;
      if (running !== null) return isTooMuch ? running : null;
      if (left < (goesOn ? 1 : worthwhile)) {
        goesOn = false;
        return null;
      }
      const isLast = goesOn && (left <= lastPages || isTooMuch);
      goesOn = !isLast;
      running = pass(isLast);
      return isLast ? running : null;
    },
    async close() {
      await running;
      if (worker === null) return;
      const gone = once(worker, 'exit');
      worker.postMessage('close');
      await gone;
    },
  };
}
