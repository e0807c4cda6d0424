import type { Database } from 'better-sqlite3';

/**
 * Seals webhook headers like shared secrets. NULL means that the headers are still in `webhooks`
 * until the store, which can seal them, opens.
 */
export function up(db: Database): void {
  db.exec('ALTER TABLE destinations ADD COLUMN webhook_headers BLOB');
}
