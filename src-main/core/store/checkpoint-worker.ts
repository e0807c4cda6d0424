/**
 * Runs on its own thread: copies the log (WAL) back into the database on request, over
 * a connection of its own. PASSIVE waits for nobody and blocks nobody, and leaves what was committed
 * after the slice began that the reader thread is in.
 */
import { parentPort, workerData } from 'node:worker_threads';
import Database from 'better-sqlite3';

/** A slice of the reader thread. */
const sliceMs = 5;

/** Slices that a last pass waits for, while the commits pause. */
const maxSlices = 10;

const db = new Database(String(workerData), {
  fileMustExist: true,
  timeout: maxSlices * sliceMs,
});
const passive = db.prepare<[], { log: number; checkpointed: number }>(
  'PRAGMA wal_checkpoint(PASSIVE)',
);
const restart = db.prepare('PRAGMA wal_checkpoint(RESTART)');
const never = new Int32Array(new SharedArrayBuffer(4));

/**
 * The slice after the one that is read now knows all commits, so that all of the log can be copied; the
 * one after that reads the database alone, and the log can restart regardless of active reads.
 */
function lastPass(): void {
  for (let slice = 0; slice < maxSlices; slice += 1) {
    const { log, checkpointed } = passive.get() ?? { log: 0, checkpointed: 0 };
    if (log === checkpointed) break;
    Atomics.wait(never, 0, 0, sliceMs);
  }
  restart.get();
}

const passes = { pass: () => void passive.get(), lastPass };

function run(order: keyof typeof passes): string | null {
  try {
    passes[order]();
    return null;
  } catch (error) {
    return (error as Error).message;
  }
}

parentPort?.on('message', (order: keyof typeof passes | 'close') => {
  if (order !== 'close') return parentPort?.postMessage(run(order));
  db.close();
  parentPort?.close();
});
