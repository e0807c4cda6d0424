import type { Database } from 'better-sqlite3';

/** Progress of imported requests, so that an interrupted import can resume. */
export function up(db: Database): void {
  db.exec(`
    CREATE TABLE resend_imports (
      id TEXT PRIMARY KEY,
      plan TEXT NOT NULL,
      start TEXT NOT NULL,
      sent INTEGER NOT NULL DEFAULT 0,
      delivered INTEGER NOT NULL DEFAULT 0,
      failed INTEGER NOT NULL DEFAULT 0,
      refused INTEGER NOT NULL DEFAULT 0
    ) STRICT, WITHOUT ROWID;
  `);
}
