import type { Database } from 'better-sqlite3';

/** Failed attempts said that they "are tried again", also where that was not so any more. */
export function up(db: Database): void {
  db.exec(`UPDATE attempts SET verdict = replace(verdict, ' It is tried again.', '')
    WHERE verdict LIKE '% It is tried again.%'`);
}
