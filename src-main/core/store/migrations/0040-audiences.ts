import type { Database } from 'better-sqlite3';

/** Audiences, computed traits, their syncs, and deletion requests. */
export function up(db: Database): void {
  db.exec(`
    CREATE TABLE computations (
      row INTEGER PRIMARY KEY,
      id TEXT NOT NULL UNIQUE,
      class TEXT NOT NULL,
      name TEXT NOT NULL,
      key TEXT NOT NULL,
      source_id TEXT NOT NULL REFERENCES sources (id),
      integrations TEXT NOT NULL,
      every_minutes INTEGER,
      next_sync_at INTEGER,
      user_count INTEGER NOT NULL,
      sync_count INTEGER NOT NULL,
      replacement_count INTEGER NOT NULL,
      created_at INTEGER NOT NULL,
      updated_at INTEGER NOT NULL,
      deleted_at INTEGER
    ) STRICT;
    CREATE UNIQUE INDEX computations_by_name ON computations (class, name) WHERE deleted_at IS NULL;
    CREATE UNIQUE INDEX computations_by_key ON computations (key) WHERE deleted_at IS NULL;

    -- value is what receivers shall be told, as JSON; told is what they were told last, NULL before the
    -- first time. One who left stays, as not present, until receivers were told that too.
    CREATE TABLE members (
      computation_row INTEGER NOT NULL,
      user_id TEXT NOT NULL,
      value TEXT NOT NULL,
      present INTEGER NOT NULL,
      told TEXT,
      replacement INTEGER,
      PRIMARY KEY (computation_row, user_id)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX members_outstanding ON members (computation_row, present, user_id)
      WHERE value IS NOT told;

    CREATE TABLE syncs (
      id INTEGER PRIMARY KEY,
      computation_row INTEGER NOT NULL REFERENCES computations (row),
      number INTEGER NOT NULL,
      state TEXT NOT NULL,
      stop_reason TEXT,
      cause TEXT NOT NULL,
      per_second REAL,
      user_count INTEGER NOT NULL,
      additions INTEGER NOT NULL,
      additions_sent INTEGER NOT NULL,
      removals INTEGER NOT NULL,
      removals_sent INTEGER NOT NULL,
      told_up_to TEXT NOT NULL,
      started_at INTEGER NOT NULL,
      ended_at INTEGER
    ) STRICT;
    CREATE INDEX syncs_of_computation ON syncs (computation_row);
    CREATE INDEX syncs_running ON syncs (id) WHERE state = 'running';

    -- Users who were edited before an open sync came to them, as they were when it began: it tells this,
    -- and the edits belong to the next one. Not outstanding: there was nothing to tell of them then.
    CREATE TABLE edited_during_sync (
      sync_id INTEGER NOT NULL REFERENCES syncs (id),
      user_id TEXT NOT NULL,
      value TEXT NOT NULL,
      present INTEGER NOT NULL,
      outstanding INTEGER NOT NULL,
      PRIMARY KEY (sync_id, user_id)
    ) STRICT, WITHOUT ROWID;

    CREATE TABLE deletions (
      row INTEGER PRIMARY KEY,
      id TEXT NOT NULL UNIQUE,
      state TEXT NOT NULL,
      user_count INTEGER NOT NULL,
      forwarded_count INTEGER NOT NULL,
      notice_count INTEGER NOT NULL,
      drop_waiting INTEGER NOT NULL,
      dropped_count INTEGER NOT NULL,
      created_at INTEGER NOT NULL,
      started_at INTEGER,
      completed_at INTEGER
    ) STRICT;

    CREATE TABLE deletion_users (
      deletion_row INTEGER NOT NULL REFERENCES deletions (row),
      user_id TEXT NOT NULL,
      dropped INTEGER NOT NULL,
      forwarded_at INTEGER,
      PRIMARY KEY (deletion_row, user_id)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX deletion_users_waiting ON deletion_users (deletion_row, user_id)
      WHERE forwarded_at IS NULL;
    CREATE INDEX deletions_of_user ON deletion_users (user_id);

    CREATE TABLE deletion_notices (
      deletion_row INTEGER NOT NULL REFERENCES deletions (row),
      user_id TEXT NOT NULL,
      message_row_id INTEGER NOT NULL REFERENCES messages (id),
      PRIMARY KEY (deletion_row, user_id, message_row_id)
    ) STRICT, WITHOUT ROWID;
  `);
}
