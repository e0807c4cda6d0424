import type { Database } from 'better-sqlite3';

/** The reason a sync was stopped was a sentence. Only reasons about its source are kept. */
function errorOf(reason: unknown): string | null {
  if (typeof reason !== 'string') return null;
  const source = /^Its source "(.*)" is switched off/s.exec(reason)?.[1];
  if (source !== undefined) return JSON.stringify({ code: 'source_disabled', params: { source } });
  return reason.startsWith('Its source was deleted')
    ? JSON.stringify({ code: 'source_deleted', params: {} })
    : null;
}

/**
 * Syncs and deletion requests become jobs, which hold their state and progress. Also renames the
 * undo reason `begun` to `started`.
 */
export function up(db: Database): void {
  db.function('sync_error', { deterministic: true }, errorOf);
  db.exec(`
    -- A row names its job before that is there.
    PRAGMA defer_foreign_keys = ON;

    UPDATE jobs SET not_undone = replace(not_undone, '"begun":', '"started":');

    ALTER TABLE syncs ADD COLUMN job_id INTEGER REFERENCES jobs (id);
    UPDATE syncs SET job_id = id + (SELECT COALESCE(MAX(id), 0) FROM jobs);
    -- One that its source stopped is paused with the reason, as long as no later one has begun.
    INSERT INTO jobs (id, kind, state, undoing, params, cursor, total_count, done_count, skipped,
      counts, undone_count, not_undone, per_second, error, created_at, started_at, ended_at)
    SELECT job_id, 'sync',
      CASE WHEN is_paused THEN 'paused' ELSE state END, 0,
      json_object('syncId', syncs.id, 'computationClass', class, 'computationId', computations.id,
        'computationName', name, 'number', number),
      json_object('syncedUpTo', told_up_to),
      additions + removals, additions_sent + removals_sent, '{}',
      json_object('additions', additions_sent, 'removals', removals_sent), 0, '{}', per_second,
      CASE WHEN is_paused THEN sync_error(stop_reason) END,
      started_at, started_at, CASE WHEN is_paused THEN NULL ELSE ended_at END
    FROM (SELECT *, state = 'cancelled' AND sync_error(stop_reason) IS NOT NULL
        AND additions_sent + removals_sent < additions + removals
        AND number = (SELECT sync_count FROM computations WHERE row = computation_row)
        AS is_paused FROM syncs) AS syncs
      JOIN computations ON computations.row = computation_row;
    DROP INDEX syncs_running;
    ALTER TABLE syncs DROP COLUMN state;
    ALTER TABLE syncs DROP COLUMN stop_reason;
    ALTER TABLE syncs DROP COLUMN per_second;
    ALTER TABLE syncs DROP COLUMN additions_sent;
    ALTER TABLE syncs DROP COLUMN removals_sent;
    ALTER TABLE syncs DROP COLUMN told_up_to;
    ALTER TABLE syncs DROP COLUMN started_at;
    ALTER TABLE syncs DROP COLUMN ended_at;

    ALTER TABLE deletions ADD COLUMN job_id INTEGER REFERENCES jobs (id);
    UPDATE deletions SET job_id = row + (SELECT COALESCE(MAX(id), 0) FROM jobs)
    WHERE state <> 'draft';
    INSERT INTO jobs (id, kind, state, undoing, params, cursor, total_count, done_count, skipped,
      counts, undone_count, not_undone, per_second, error, created_at, started_at, ended_at)
    SELECT job_id, 'deletion_request', state, 0,
      json_object('deletionId', id, 'dropWaiting', json(iif(drop_waiting, 'true', 'false'))),
      iif(drop_waiting AND forwarded_count = 0 AND state = 'running',
        '{"state":"pending","after":0}', 'null'),
      user_count, forwarded_count, '{}',
      json_object('notices', notice_count, 'dropped', dropped_count), 0, '{}', NULL, NULL,
      started_at, started_at, completed_at
    FROM deletions WHERE job_id IS NOT NULL;
    ALTER TABLE deletions DROP COLUMN state;
    ALTER TABLE deletions DROP COLUMN forwarded_count;
    ALTER TABLE deletions DROP COLUMN notice_count;
    ALTER TABLE deletions DROP COLUMN drop_waiting;
    ALTER TABLE deletions DROP COLUMN dropped_count;
    ALTER TABLE deletions DROP COLUMN started_at;
    ALTER TABLE deletions DROP COLUMN completed_at;
  `);
}
