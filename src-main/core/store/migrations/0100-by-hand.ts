import type { Database } from 'better-sqlite3';

/**
 * Runs of bulk actions, and the state of deliveries before they were cancelled or retried by a
 * command.
 */
export function up(db: Database): void {
  db.exec(`
    -- filter: its tree, as JSON. reached: row number that all deliveries from there up have been looked at; 0 when all were.
    CREATE TABLE bulk_runs (
      id INTEGER PRIMARY KEY,
      action TEXT NOT NULL,
      filter TEXT NOT NULL,
      state TEXT NOT NULL,
      per_second REAL,
      planned_at INTEGER NOT NULL,
      match_count INTEGER NOT NULL,
      reached INTEGER NOT NULL,
      done_count INTEGER NOT NULL,
      sending_count INTEGER NOT NULL,
      skipped TEXT NOT NULL,
      delivered INTEGER NOT NULL,
      failed INTEGER NOT NULL,
      refused INTEGER NOT NULL,
      restored_count INTEGER NOT NULL,
      not_restored TEXT NOT NULL,
      started_at INTEGER NOT NULL,
      ended_at INTEGER
    ) STRICT;

    -- The last cancel of a delivery by hand, and the last retry in bulk where one came after it; then
    -- the cancel stands again when the retry is undone. run_id is NULL for one that belongs to no run
    -- that can be undone. state 'sending': it was in the dispatcher's hands, and is cancelled when the
    -- attempt under way has failed, also over a restart.
    CREATE TABLE hand_changes (
      delivery_id INTEGER NOT NULL REFERENCES deliveries (id),
      kind TEXT NOT NULL,
      run_id INTEGER REFERENCES bulk_runs (id),
      state TEXT NOT NULL,
      round INTEGER NOT NULL,
      window_rounds INTEGER NOT NULL,
      first_attempt_at INTEGER,
      next_attempt_at INTEGER,
      webhooks TEXT,
      PRIMARY KEY (delivery_id, kind)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX hand_changes_of_run ON hand_changes (run_id) WHERE run_id IS NOT NULL;
    CREATE INDEX hand_changes_sending ON hand_changes (state) WHERE state = 'sending';
  `);
}
