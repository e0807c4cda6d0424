import type { Database } from 'better-sqlite3';

/**
 * Header lines that repeat are stored once. Existing rows keep theirs, so that no row is rewritten:
 * an array of lines as before, or of the id of a head and the values that it leaves open.
 */
export function up(db: Database): void {
  db.exec(`
    -- lines: JSON array of [name, value], or [name, place of the value in the row's array].
    CREATE TABLE heads (
      id INTEGER PRIMARY KEY,
      lines TEXT NOT NULL UNIQUE
    ) STRICT;
  `);
}
