import type { Database } from 'better-sqlite3';

/**
 * Stores repeated header lines once. Existing rows aren't rewritten: a row holds an array of lines
 * as before, or a head ID with the missing values.
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
