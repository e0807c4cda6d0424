import type { Database } from 'better-sqlite3';

/** Adds what receivers forwarded, and the responses of its target. */
export function up(db: Database): void {
  db.exec('ALTER TABLE receiver_requests ADD COLUMN forwarded TEXT');
}
