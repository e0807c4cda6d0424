import type { Database } from 'better-sqlite3';

/**
 * One table for all counts, written by the store within each transaction. Replaces all triggers.
 * `deleted` counts deleted deliveries by their last state.
 */
export function up(db: Database): void {
  db.exec(`
    DROP TRIGGER deliveries_counted_over;
    DROP TRIGGER deliveries_counted_out;
    DROP TRIGGER rejected_counted_in;
    DROP TRIGGER rejected_counted_out;

    ALTER TABLE counters RENAME TO counters_before;
    -- scope: the part that is counted, such as a source; empty for the total. hour_at: start of the
    -- hour for counts by time, otherwise 0.
    CREATE TABLE counters (
      name TEXT NOT NULL,
      scope TEXT NOT NULL DEFAULT '',
      hour_at INTEGER NOT NULL DEFAULT 0,
      value INTEGER NOT NULL,
      PRIMARY KEY (name, scope, hour_at)
    ) STRICT, WITHOUT ROWID;
    INSERT INTO counters (name, value) SELECT name, value FROM counters_before;
    INSERT INTO counters (name, scope, hour_at, value)
      SELECT 'accepted', source_id, hour_at, accepted FROM usage;
    INSERT INTO counters (name, scope, value)
      SELECT 'rejected_kept', iif(authenticated, 'authenticated', 'unauthenticated'), requests
      FROM rejected_totals;
    INSERT INTO counters (name, scope, value)
      SELECT 'rejected_kept_bytes', iif(authenticated, 'authenticated', 'unauthenticated'), bytes
      FROM rejected_totals;
    DROP TABLE counters_before;
    DROP TABLE usage;
    DROP TABLE rejected_totals;
  `);
}
