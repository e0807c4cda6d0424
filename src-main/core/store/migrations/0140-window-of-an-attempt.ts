import type { Database } from 'better-sqlite3';

/** The attempt's round within its retry window; NULL for older attempts, where it is unknown. */
export function up(db: Database): void {
  db.exec('ALTER TABLE attempts ADD COLUMN window_round INTEGER');
}
