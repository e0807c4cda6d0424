/**
 * Runs on a thread of its own: copies the log (WAL) back into the database when it is told to, over
 * a connection of its own. PASSIVE waits for nobody and blocks nobody.
 */
import { parentPort, workerData } from 'node:worker_threads';
import Database from 'better-sqlite3';

const db = new Database(String(workerData), { fileMustExist: true });
const checkpoint = db.prepare('PRAGMA wal_checkpoint(PASSIVE)');

function run(): string | null {
  try {
    checkpoint.get();
    return null;
  } catch (error) {
    return (error as Error).message;
  }
}

parentPort?.on('message', (order: 'run' | 'close') => {
  if (order === 'run') return parentPort?.postMessage(run());
  db.close();
  parentPort?.close();
});
