import type { Database } from 'better-sqlite3';

/** Saved filters for deliveries. */
export function up(db: Database): void {
  db.exec(`
    CREATE TABLE saved_filters (
      id TEXT PRIMARY KEY,
      name TEXT NOT NULL UNIQUE,
      filter TEXT NOT NULL,
      created_at INTEGER NOT NULL
    ) STRICT;
  `);
}
