/**
 * Reads that belong together. Each read outside of a transaction is one of its own: locks, and a look
 * at the log's index, which while commits go on take several times as long as the read itself.
 */
import type { Database } from 'better-sqlite3';

/** Does all that `reading` reads in one transaction; within a write, in that. */
export type Read = <T>(reading: () => T) => T;

export function createRead(db: Database): Read {
  const inTransaction = db.transaction((reading: () => unknown) => reading());
  return <T>(reading: () => T) => inTransaction(reading) as T;
}
