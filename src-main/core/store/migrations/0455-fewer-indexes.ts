import type { Database } from 'better-sqlite3';

/** Deliveries of a destination are read by destination and state, all states merged. */
export function up(db: Database): void {
  db.exec('DROP INDEX deliveries_of_destination');
}
