import type { Database } from 'better-sqlite3';

/**
 * Resends of a delivery. A separate table, so that no ledger trigger counts them and no delivery
 * changes.
 */
export function up(db: Database): void {
  db.exec(`
    -- The answer's columns stay empty while it is on its way, and when the program ended before it came.
    CREATE TABLE resends (
      id INTEGER PRIMARY KEY,
      delivery_id INTEGER NOT NULL REFERENCES deliveries (id),
      state TEXT NOT NULL,
      sent_at INTEGER NOT NULL,
      url TEXT NOT NULL,
      request_headers TEXT NOT NULL,
      body BLOB NOT NULL,
      signing TEXT NOT NULL,
      signature_fit TEXT NOT NULL,
      expected_signature TEXT,
      secret_origin TEXT NOT NULL,
      response_status INTEGER,
      response_headers TEXT,
      response_body BLOB,
      response_bytes INTEGER,
      response_truncated INTEGER,
      verdict TEXT,
      timings TEXT
    ) STRICT;
    CREATE INDEX resends_of_delivery ON resends (delivery_id);
    CREATE INDEX resends_sending ON resends (state) WHERE state = 'sending';
  `);
}
