/**
 * Groups related reads. A read outside a transaction takes its own locks and checks the WAL index.
 * During commits, this takes several times as long as the read itself.
 */
import type { Database } from 'better-sqlite3';

/** Runs all reads of `reading` in one transaction, or in the current write. */
export type Read = <T>(reading: () => T) => T;

export function createRead(db: Database): Read {
  const inTransaction = db.transaction((reading: () => unknown) => reading());
  return <T>(reading: () => T) => inTransaction(reading) as T;
}
