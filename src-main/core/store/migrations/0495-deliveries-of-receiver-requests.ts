import type { Database } from 'better-sqlite3';

/** Requests that Hookwright sent to its own receivers know their delivery; older ones don't. */
export function up(db: Database): void {
  db.exec(`
    ALTER TABLE receiver_requests ADD COLUMN delivery_id INTEGER;
    CREATE INDEX receiver_requests_of_delivery ON receiver_requests (delivery_id)
      WHERE delivery_id IS NOT NULL;
  `);
}
