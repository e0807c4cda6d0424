import type { Database } from 'better-sqlite3';

/**
 * Number of deliveries a bulk action applied to when it was planned. Older runs only have the
 * number of matches.
 */
export function up(db: Database): void {
  db.exec(`
    ALTER TABLE bulk_runs ADD COLUMN apply_count INTEGER NOT NULL DEFAULT 0;
    UPDATE bulk_runs SET apply_count = match_count;
  `);
}
