import type { Database } from 'better-sqlite3';

/** Queries of a destination use the index by destination and state, and merge all states. */
export function up(db: Database): void {
  db.exec('DROP INDEX deliveries_of_destination');
}
