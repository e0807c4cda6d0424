import type { Database } from 'better-sqlite3';

/**
 * A resend may come from a file without a delivery. SQLite can't drop NOT NULL, so the table is
 * recreated.
 */
export function up(db: Database): void {
  db.exec(`
    CREATE TABLE resends_anew (
      id INTEGER PRIMARY KEY,
      delivery_id INTEGER REFERENCES deliveries (id),
      imported_file TEXT,
      imported_entry INTEGER,
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
      timings TEXT,
      CHECK (delivery_id IS NULL OR imported_file IS NULL)
    ) STRICT;
    INSERT INTO resends_anew (id, delivery_id, state, sent_at, url, request_headers, body, signing,
      signature_fit, expected_signature, secret_origin, response_status, response_headers,
      response_body, response_bytes, response_truncated, verdict, timings)
    SELECT id, delivery_id, state, sent_at, url, request_headers, body, signing,
      signature_fit, expected_signature, secret_origin, response_status, response_headers,
      response_body, response_bytes, response_truncated, verdict, timings FROM resends;
    DROP TABLE resends;
    ALTER TABLE resends_anew RENAME TO resends;
    CREATE INDEX resends_of_delivery ON resends (delivery_id);
    CREATE INDEX resends_sending ON resends (state) WHERE state = 'sending';
  `);
}
