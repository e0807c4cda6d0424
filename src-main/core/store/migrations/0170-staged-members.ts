import type { Database } from 'better-sqlite3';

/** Users of an unfinished replacement, which later replaces all users in one step. */
export function up(db: Database): void {
  db.exec(`
    CREATE TABLE staged_members (
      computation_row INTEGER NOT NULL,
      replacement INTEGER NOT NULL,
      user_id TEXT NOT NULL,
      value TEXT NOT NULL,
      PRIMARY KEY (computation_row, replacement, user_id)
    ) STRICT, WITHOUT ROWID;
  `);
}
