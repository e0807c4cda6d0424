import type { Database } from 'better-sqlite3';

/**
 * A new delivery is counted with all others of its transaction (see `Tx.count`): a trigger made
 * SQLite keep a copy of every page that an insert touches, which took a third of its time.
 */
export function up(db: Database): void {
  db.exec('DROP TRIGGER deliveries_counted_in');
}
