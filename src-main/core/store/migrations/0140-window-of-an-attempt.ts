import type { Database } from 'better-sqlite3';

/** Which round of its window an attempt belongs to. Of those made before, nobody knows: NULL. */
export function up(db: Database): void {
  db.exec('ALTER TABLE attempts ADD COLUMN window_round INTEGER');
}
