import type { Database } from 'better-sqlite3';

/**
 * Headers of webhooks are sealed as shared secrets are. NULL: they still lie in `webhooks`, until the
 * store has opened, which can seal.
 */
export function up(db: Database): void {
  db.exec('ALTER TABLE destinations ADD COLUMN webhook_headers BLOB');
}
