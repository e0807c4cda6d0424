import type { Database } from 'better-sqlite3';

/** Files of requests that are being sent, and how far they are: what a crash cuts off can be gone on with. */
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
