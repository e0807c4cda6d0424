import type { Database } from 'better-sqlite3';

/** Imports that were sending become paused jobs, which hold their state and progress. */
export function up(db: Database): void {
  db.exec(`
    INSERT INTO jobs (kind, state, undoing, params, cursor, total_count, done_count, skipped, counts,
      undone_count, not_undone, per_second, error, created_at, started_at, ended_at)
    SELECT 'resend_import', 'paused', 0, json_object('importId', id, 'file', plan ->> '$.name'),
      json_object('reached', sent), plan ->> '$.toSend', sent, '{}',
      json_object('delivered', delivered, 'failed', failed, 'blocked', blocked), 0, '{}',
      start ->> '$.perSecond', NULL, COALESCE(plan ->> '$.startedAt', 0), plan ->> '$.startedAt', NULL
    FROM resend_imports ORDER BY id;

    ALTER TABLE resend_imports ADD COLUMN job_id INTEGER REFERENCES jobs (id);
    UPDATE resend_imports SET job_id =
      (SELECT jobs.id FROM jobs WHERE params ->> '$.importId' = resend_imports.id);
    ALTER TABLE resend_imports DROP COLUMN sent;
    ALTER TABLE resend_imports DROP COLUMN delivered;
    ALTER TABLE resend_imports DROP COLUMN failed;
    ALTER TABLE resend_imports DROP COLUMN blocked;
  `);
}
