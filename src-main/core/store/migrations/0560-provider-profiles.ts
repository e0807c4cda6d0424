import type { Database } from 'better-sqlite3';

/** The provider profile of each destination (D55): the ID of a built-in one, or a definition, as JSON. */
export function up(db: Database): void {
  db.exec(`ALTER TABLE destinations ADD COLUMN profile TEXT NOT NULL DEFAULT '"segment-classic"'`);
}
