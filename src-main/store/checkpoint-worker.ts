/**
 * Worker thread that checkpoints the WAL on its own connection. PASSIVE never blocks or waits. It
 * skips commits newer than the reader thread's current slice.
 */
import { parentPort, workerData } from 'node:worker_threads';
import Database from 'better-sqlite3';

/** Duration of a reader slice. */
const sliceMs = 5;

/** Maximum slices that the last pass waits for while commits are paused. */
const maxSlices = 10;

const db = new Database(String(workerData), {
  fileMustExist: true,
  timeout: maxSlices * sliceMs,
});
const passive = db.prepare<[], { log: number; checkpointed: number }>(
  'PRAGMA wal_checkpoint(PASSIVE)',
);
const restart = db.prepare('PRAGMA wal_checkpoint(RESTART)');
const sleepCell = new Int32Array(new SharedArrayBuffer(4));

/**
 * The reader's next slice sees all commits, so the whole WAL can be copied. The slice after it
 * reads only the database, so the WAL can restart despite active reads.
 */
function lastPass(): void {
  for (let slice = 0; slice < maxSlices; slice += 1) {
    const { log, checkpointed } = passive.get() ?? { log: 0, checkpointed: 0 };
    if (log === checkpointed) break;
    Atomics.wait(sleepCell, 0, 0, sliceMs);
  }
  restart.get();
}

const passes = { pass: () => void passive.get(), lastPass };

/** The cause of a failed pass; a structured clone would lose its code. */
export interface PassFailure {
  readonly message: string;
  readonly code: string;
}

function run(command: keyof typeof passes): PassFailure | null {
  try {
    passes[command]();
    return null;
  } catch (error) {
    const { message, code } = error as PassFailure;
    return { message, code };
  }
}

parentPort?.on('message', (command: keyof typeof passes | 'close') => {
  if (command !== 'close') return parentPort?.postMessage(run(command));
  db.close();
  parentPort?.close();
});
