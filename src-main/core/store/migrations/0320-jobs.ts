import type { Database } from 'better-sqlite3';

/** Converts runs of bulk actions to jobs with the same IDs, and their undo data to the undo log. */
export function up(db: Database): void {
  db.exec(`
    -- params and cursor belong to the kind. skipped, counts and not_undone: JSON objects of counts.
    CREATE TABLE jobs (
      id INTEGER PRIMARY KEY,
      kind TEXT NOT NULL,
      state TEXT NOT NULL,
      undoing INTEGER NOT NULL,
      params TEXT NOT NULL,
      cursor TEXT NOT NULL,
      total_count INTEGER,
      done_count INTEGER NOT NULL,
      skipped TEXT NOT NULL,
      counts TEXT NOT NULL,
      undone_count INTEGER NOT NULL,
      not_undone TEXT NOT NULL,
      per_second REAL,
      error TEXT,
      created_at INTEGER NOT NULL,
      started_at INTEGER,
      ended_at INTEGER
    ) STRICT;
    CREATE INDEX jobs_open ON jobs (id) WHERE state IN ('planned', 'running');
    CREATE INDEX jobs_of_kind ON jobs (kind, id);

    -- Interrupted by an end of the program, or running or being undone when it ended: waits for the user.
    INSERT INTO jobs
    SELECT id, action,
      CASE WHEN state IN ('interrupted', 'running', 'undoing') THEN 'paused' ELSE state END,
      state = 'undoing',
      json_object('filter', json(filter), 'now', planned_at),
      json_object('reached', reached),
      match_count, done_count,
      (SELECT COALESCE(json_group_object(value ->> 'reason', value -> 'count'), '{}') FROM json_each(skipped)),
      CASE action
        WHEN 'resend' THEN json_object('delivered', delivered, 'failed', failed, 'blocked', refused)
        WHEN 'cancel' THEN json_object('sending', sending_count)
        ELSE '{}' END,
      restored_count,
      (SELECT COALESCE(json_group_object(value ->> 'reason', value -> 'count'), '{}') FROM json_each(not_restored)),
      per_second, NULL, started_at, started_at, ended_at
    FROM bulk_runs;

    -- The last cancel of a delivery, and the last retry by a job where one came after it; then the
    -- cancel stands again when the retry is undone. job_id is NULL for one that belongs to no job that
    -- can be undone. state 'sending': it was in flight, and is cancelled when the attempt under way has
    -- failed, also over a restart.
    CREATE TABLE undo_log (
      delivery_id INTEGER NOT NULL REFERENCES deliveries (id),
      kind TEXT NOT NULL,
      job_id INTEGER REFERENCES jobs (id),
      state TEXT NOT NULL,
      round INTEGER NOT NULL,
      window_rounds INTEGER NOT NULL,
      first_attempt_at INTEGER,
      next_attempt_at INTEGER,
      webhooks TEXT,
      PRIMARY KEY (delivery_id, kind)
    ) STRICT, WITHOUT ROWID;
    INSERT INTO undo_log SELECT * FROM hand_changes;
    DROP TABLE hand_changes;
    DROP TABLE bulk_runs;
    CREATE INDEX undo_log_of_job ON undo_log (job_id) WHERE job_id IS NOT NULL;
    CREATE INDEX undo_log_sending ON undo_log (state) WHERE state = 'sending';
  `);
}
