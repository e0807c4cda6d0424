/**
 * Runs on a thread of its own: copies the log (WAL) back into the database when it is told to, over
 * a connection of its own. PASSIVE waits for nobody and blocks nobody. RESTART, while commits pause,
 * waits for the slice that the reader thread is in: its next one reads the database alone, so that the
 * log can begin anew however much is being read.
 */
import { parentPort, workerData } from 'node:worker_threads';
import Database from 'better-sqlite3';

/** Some slices of the reader thread. */
const longestWaitMs = 50;

const db = new Database(String(workerData), { fileMustExist: true, timeout: longestWaitMs });
const passes = {
  pass: db.prepare('PRAGMA wal_checkpoint(PASSIVE)'),
  lastPass: db.prepare('PRAGMA wal_checkpoint(RESTART)'),
};

function run(order: keyof typeof passes): string | null {
  try {
    passes[order].get();
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
