import type { Database } from 'better-sqlite3';

/** Links a resend to its imported request, so that an interrupted one can be sent again. */
export function up(db: Database): void {
  db.exec(`
    -- Counted from 1 in the order of the file. Both NULL once the request was sent again.
    ALTER TABLE resends ADD COLUMN import_id TEXT;
    ALTER TABLE resends ADD COLUMN import_number INTEGER;
    CREATE INDEX resends_interrupted ON resends (import_id, import_number)
      WHERE state = 'interrupted';
  `);
}
