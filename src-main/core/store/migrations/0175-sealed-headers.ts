import type { Database } from 'better-sqlite3';

/**
 * Seals webhook headers like shared secrets. NULL: they are still in `webhooks`, until the store, which
 * can seal, has opened.
 */
export function up(db: Database): void {
  db.exec('ALTER TABLE destinations ADD COLUMN webhook_headers BLOB');
}
