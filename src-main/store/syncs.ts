import type { Database } from 'better-sqlite3';
import type { ComputationClass } from '#shared/audiences/computation.ts';
import type { Sync } from '#shared/audiences/sync.ts';
import type { JobState } from '#shared/jobs/job.ts';
import type { StoredComputation } from './computations.ts';
import { readCursor, toPage } from './cursor.ts';
import type { UserValue } from './members.ts';
import type { Tx } from './write-queue.ts';

/** A user that a sync still has to send. */
export interface SyncChange extends UserValue {
  readonly present: boolean;
}

/** Cursor of a sync: all users up to this one are synced. */
export interface SyncCursor {
  readonly syncedUpTo: string;
}

interface Row {
  id: number;
  job_id: number;
  class: ComputationClass;
  computation_id: string;
  number: number;
  state: JobState;
  error: string | null;
  cause: Sync['cause'];
  per_second: number | null;
  is_full: number;
  user_count: number;
  additions: number;
  additions_sent: number;
  removals: number;
  removals_sent: number;
  resumable: number;
  started_at: number;
  ended_at: number | null;
}

const toSync = (row: Row): Sync => ({
  id: row.id,
  jobId: row.job_id,
  computationClass: row.class,
  computationId: row.computation_id,
  number: row.number,
  state: row.state,
  error: row.error === null ? null : JSON.parse(row.error),
  cause: row.cause,
  perSecond: row.per_second,
  full: row.is_full === 1,
  userCount: row.user_count,
  additions: row.additions,
  additionsSent: row.additions_sent,
  removals: row.removals,
  removalsSent: row.removals_sent,
  resumable: row.resumable === 1,
  startedAt: row.started_at,
  endedAt: row.ended_at,
});

/** A stopped sync can be resumed until the next one starts. */
const query = (condition: string) => `
  SELECT syncs.*, class, computations.id AS computation_id, jobs.state, error, per_second,
    COALESCE(counts ->> 'additions', 0) AS additions_sent,
    COALESCE(counts ->> 'removals', 0) AS removals_sent,
    jobs.created_at AS started_at, ended_at,
    (jobs.state IN ('paused', 'cancelled') AND deleted_at IS NULL AND done_count < total_count
      AND syncs.number = computations.sync_count) AS resumable
  FROM syncs JOIN jobs ON jobs.id = job_id JOIN computations ON computations.row = computation_row
  WHERE ${condition}`;

export function createSyncStore(db: Database) {
  const byId = db.prepare<[number], Row>(query('syncs.id = ?'));
  const page = db.prepare<[number, number, number], Row>(
    query('computation_row = ? AND syncs.id < ? ORDER BY syncs.id DESC LIMIT ?'),
  );
  const nextNumber = db
    .prepare<[number], number>(
      'UPDATE computations SET sync_count = sync_count + 1 WHERE row = ? RETURNING sync_count',
    )
    .pluck();
  const insert = db.prepare(`
    INSERT INTO syncs (computation_row, number, cause, is_full, user_count, additions, removals)
    VALUES (@row, @number, @cause, @isFull, @userCount, @additions, @removals)`);
  const setJob = db.prepare('UPDATE syncs SET job_id = ? WHERE id = ?');
  // Changes that a stopped sync didn't send remain in the members.
  const deleteEdited = db.prepare(
    'DELETE FROM edited_during_sync WHERE sync_id IN (SELECT id FROM syncs WHERE computation_row = ?)',
  );
  const unsynced = 'present = 1 AND value IS NOT last_synced';
  const removed = 'present = 0 AND value IS NOT last_synced';
  const allMembers = 'present = 1';
  const unedited = (condition: string) => `
    SELECT * FROM (SELECT user_id, value, present
      FROM members ${condition === allMembers ? '' : 'INDEXED BY members_pending'}
      WHERE computation_row = @row AND ${condition}
        AND user_id > @syncedUpTo AND NOT EXISTS (SELECT 1 FROM edited_during_sync AS edited
          WHERE sync_id = @id AND edited.user_id = members.user_id)
      ORDER BY user_id LIMIT @limit)`;
  const nextOf = (condition: string) =>
    db.prepare<[object], { user_id: string; value: string; present: number }>(`
    ${unedited(condition)} UNION ALL ${unedited(removed)} UNION ALL
    SELECT * FROM (SELECT user_id, value, present FROM edited_during_sync
      WHERE sync_id = @id AND user_id > @syncedUpTo AND pending_change = 1 ORDER BY user_id LIMIT @limit)
    ORDER BY user_id LIMIT @limit`);
  const nextUnsynced = nextOf(unsynced);
  const nextOfAll = nextOf(allMembers);
  const deleteSynced = db.prepare(
    'DELETE FROM edited_during_sync WHERE sync_id = ? AND user_id <= ?',
  );

  return {
    get: (id: number): Sync | undefined => {
      const row = byId.get(id);
      return row && toSync(row);
    },
    page: (computationRow: number, limit: number, cursor: string | undefined) =>
      toPage(page.all(computationRow, readCursor(cursor), limit + 1).map(toSync), limit),
    /** The newest sync of an audience or trait; null if there is none. */
    last: (computationRow: number): Sync | null => {
      const row = page.get(computationRow, Number.MAX_SAFE_INTEGER, 1);
      return row === undefined ? null : toSync(row);
    },
    /** Inserts a sync of all pending changes, creates its job with `start`, and returns its ID. */
    insert(
      _tx: Tx,
      { row, userCount }: StoredComputation,
      sync: Pick<Sync, 'cause' | 'full' | 'additions' | 'removals'>,
      start: (sync: Pick<Sync, 'id' | 'number'>) => number,
    ): number {
      deleteEdited.run(row);
      const number = nextNumber.get(row) ?? 0;
      const isFull = Number(sync.full);
      const id = Number(insert.run({ ...sync, isFull, row, number, userCount }).lastInsertRowid);
      setJob.run(start({ id, number }), id);
      return id;
    },
    /** The next users to sync, ordered by ID, with their values at the start of the sync. */
    next(
      { id, full }: Pick<Sync, 'id' | 'full'>,
      row: number,
      { syncedUpTo }: SyncCursor,
      limit: number,
    ): readonly SyncChange[] {
      const rows = (full ? nextOfAll : nextUnsynced).all({ id, row, syncedUpTo, limit });
      return rows.map(({ user_id, value, present }) => ({
        userId: user_id,
        value,
        present: present === 1,
      }));
    },
    /** Removes kept values of users up to this one, who are synced. */
    deleteSynced: (_tx: Tx, id: number, syncedUpTo: string): void =>
      void deleteSynced.run(id, syncedUpTo),
  };
}
