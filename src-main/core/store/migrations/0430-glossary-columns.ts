import type { Database } from 'better-sqlite3';

/** Renames columns and codes according to the glossary. */
export function up(db: Database): void {
  db.exec(`
    ALTER TABLE members RENAME COLUMN told TO last_synced;
    DROP INDEX members_outstanding;
    CREATE INDEX members_pending ON members (computation_row, present, user_id)
      WHERE value IS NOT last_synced;
    ALTER TABLE edited_during_sync RENAME COLUMN outstanding TO pending_change;
    UPDATE syncs SET cause = 'manual' WHERE cause = 'hand';
    ALTER TABLE receiver_requests RENAME COLUMN answer TO response;
  `);
}
