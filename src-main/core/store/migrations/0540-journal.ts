import type { Database } from 'better-sqlite3';

/** Operations that changed something. */
export function up(db: Database): void {
  db.exec(`
    CREATE TABLE journal (
      id INTEGER PRIMARY KEY AUTOINCREMENT,
      at INTEGER NOT NULL,
      ended_at INTEGER NOT NULL,
      recorded_at INTEGER NOT NULL,
      after_message_id INTEGER NOT NULL,
      operation TEXT NOT NULL,
      input TEXT,
      before TEXT,
      result_id TEXT
    ) STRICT;
    CREATE INDEX journal_by_time ON journal (recorded_at);
  `);
}
