import type { Database } from 'better-sqlite3';

/** Rejected messages have the reason as a code with parameters; older ones keep their text. */
export function up(db: Database): void {
  db.exec(`
    ALTER TABLE rejected RENAME COLUMN message TO problem;
    UPDATE rejected SET problem =
      json_object('code', 'other', 'params', json_object('detail', problem));
  `);
}
