import type { Database } from 'better-sqlite3';

/** Removes "It is tried again." from failed attempts, because it may no longer be true. */
export function up(db: Database): void {
  db.exec(`UPDATE attempts SET verdict = replace(verdict, ' It is tried again.', '')
    WHERE verdict LIKE '% It is tried again.%'`);
}
