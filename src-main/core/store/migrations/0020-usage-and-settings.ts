import type { Database } from 'better-sqlite3';

/** Accepted messages per source and hour; settings; the app's own development authority. */
export function up(db: Database): void {
  db.exec(`
    CREATE TABLE usage (
      source_id TEXT NOT NULL REFERENCES sources (id),
      hour_at INTEGER NOT NULL,
      accepted INTEGER NOT NULL,
      PRIMARY KEY (source_id, hour_at)
    ) STRICT, WITHOUT ROWID;
    INSERT INTO usage (source_id, hour_at, accepted)
      SELECT source_id, received_at - received_at % 3600000, COUNT(*) FROM messages
      WHERE outcome <> 'duplicate' GROUP BY 1, 2;

    CREATE TABLE settings (
      name TEXT PRIMARY KEY,
      value TEXT NOT NULL
    ) STRICT, WITHOUT ROWID;

    CREATE TABLE development_authority (
      only INTEGER PRIMARY KEY CHECK (only = 1),
      certificate TEXT NOT NULL,
      private_key BLOB NOT NULL
    ) STRICT;
  `);
}
