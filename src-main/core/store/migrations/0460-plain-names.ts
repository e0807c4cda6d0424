import type { Database } from 'better-sqlite3';

/** Renames columns, settings and values according to the glossary. */
export function up(db: Database): void {
  db.exec(`
    ALTER TABLE deletion_users RENAME COLUMN dropped TO cancelled;
    ALTER TABLE resend_imports RENAME COLUMN refused TO blocked;

    UPDATE settings SET name = 'cancelPendingOnDeletion' WHERE name = 'dropOnDeletion';

    UPDATE jobs SET
      params = json_remove(
        json_set(params, '$.cancelPending', json(params -> '$.dropWaiting')), '$.dropWaiting'),
      counts = json_remove(
        json_set(counts, '$.cancelled', COALESCE(counts ->> '$.dropped', 0)), '$.dropped')
    WHERE kind = 'deletion_request';

    UPDATE undo_log SET kind = 'deletion' WHERE kind = 'drop';

    UPDATE resend_imports SET start = json_set(start, '$.to.signing', 're_sign')
      WHERE start ->> '$.to.signing' = 'anew';

    UPDATE receiver_requests
      SET signature = json_remove(
        json_set(signature, '$.received', signature ->> '$.given'), '$.given')
      WHERE signature IS NOT NULL AND json_type(signature, '$.received') IS NULL;
  `);
}
