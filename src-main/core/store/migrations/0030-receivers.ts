import type { Database } from 'better-sqlite3';

/** Receivers and their request log. */
export function up(db: Database): void {
  db.exec(`
    -- settings: all but the name and the secret, as JSON. port: its own one, once it needed one.
    CREATE TABLE receivers (
      id TEXT PRIMARY KEY,
      name TEXT NOT NULL,
      secret BLOB NOT NULL,
      settings TEXT NOT NULL,
      port INTEGER,
      created_at INTEGER NOT NULL,
      updated_at INTEGER NOT NULL,
      deleted_at INTEGER
    ) STRICT;
    CREATE UNIQUE INDEX receivers_by_name ON receivers (name) WHERE deleted_at IS NULL;

    -- AUTOINCREMENT: after the log was cleared, numbers of old entries do not come again.
    CREATE TABLE receiver_requests (
      id INTEGER PRIMARY KEY AUTOINCREMENT,
      receiver_id TEXT NOT NULL REFERENCES receivers (id),
      received_at INTEGER NOT NULL,
      kind TEXT NOT NULL,
      method TEXT,
      path TEXT,
      body_bytes INTEGER NOT NULL,
      signature TEXT,
      status INTEGER,
      fault TEXT NOT NULL,
      cause TEXT,
      kept_bytes INTEGER NOT NULL,
      headers TEXT NOT NULL,
      answer TEXT,
      connection TEXT NOT NULL,
      body BLOB NOT NULL
    ) STRICT;
    CREATE INDEX receiver_requests_of_receiver ON receiver_requests (receiver_id);
  `);
}
