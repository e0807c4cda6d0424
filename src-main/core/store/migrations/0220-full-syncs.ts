import type { Database } from 'better-sqlite3';

/** Whether a sync sends all current users again, including those already synced. */
export function up(db: Database): void {
  db.exec('ALTER TABLE syncs ADD COLUMN is_full INTEGER NOT NULL DEFAULT 0');
}
