import type { Database } from 'better-sqlite3';
import type { ComputationClass } from '#shared/schemas/computation.ts';
import type { Sync } from '#shared/schemas/sync.ts';
import type { StoredComputation } from './computations.ts';
import { readCursor, toPage } from './cursor.ts';
import type { UserValue } from './members.ts';
import type { Tx } from './write-queue.ts';

/** One user a sync has still to tell. */
export interface SyncChange extends UserValue {
  readonly present: boolean;
}

interface Row {
  id: number;
  class: ComputationClass;
  computation_id: string;
  number: number;
  state: Sync['state'];
  stop_reason: string | null;
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
  computationClass: row.class,
  computationId: row.computation_id,
  number: row.number,
  state: row.state,
  stopReason: row.stop_reason,
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

/** One that was cancelled can be resumed until a later one has begun. */
const query = (condition: string) => `
  SELECT syncs.*, class, computations.id AS computation_id,
    (syncs.state = 'cancelled' AND deleted_at IS NULL
      AND additions_sent + removals_sent < additions + removals
      AND syncs.number = computations.sync_count) AS resumable
  FROM syncs JOIN computations ON computations.row = computation_row WHERE ${condition}`;

export function createSyncStore(db: Database) {
  const one = db.prepare<[number], Row>(query('syncs.id = ?'));
  const page = db.prepare<[number, number, number], Row>(
    query('computation_row = ? AND syncs.id < ? ORDER BY syncs.id DESC LIMIT ?'),
  );
  const running = db
    .prepare<[], number>(`SELECT id FROM syncs INDEXED BY syncs_running WHERE state = 'running'`)
    .pluck();
  const nextNumber = db
    .prepare<[number], number>(
      'UPDATE computations SET sync_count = sync_count + 1 WHERE row = ? RETURNING sync_count',
    )
    .pluck();
  const insert = db.prepare(`
    INSERT INTO syncs (computation_row, number, state, cause, per_second, is_full, user_count,
      additions, additions_sent, removals, removals_sent, told_up_to, started_at)
    VALUES (@row, @number, 'running', @cause, @perSecond, @isFull, @userCount, @additions, 0,
      @removals, 0, '', @now)`);
  // What a cancelled sync left untold stands in the members still.
  const forgetEdited = db.prepare(
    'DELETE FROM edited_during_sync WHERE sync_id IN (SELECT id FROM syncs WHERE computation_row = ?)',
  );
  const untold = 'present = 1 AND value IS NOT last_synced';
  const left = 'present = 0 AND value IS NOT last_synced';
  const everyone = 'present = 1';
  const unedited = (which: string) => `
    SELECT * FROM (SELECT user_id, value, present
      FROM members ${which === everyone ? '' : 'INDEXED BY members_pending'}
      WHERE computation_row = @row AND ${which}
        AND user_id > @toldUpTo AND NOT EXISTS (SELECT 1 FROM edited_during_sync AS edited
          WHERE sync_id = @id AND edited.user_id = members.user_id)
      ORDER BY user_id LIMIT @limit)`;
  const nextOf = (present: string) =>
    db.prepare<[object], { user_id: string; value: string; present: number }>(`
    ${unedited(present)} UNION ALL ${unedited(left)} UNION ALL
    SELECT * FROM (SELECT user_id, value, present FROM edited_during_sync
      WHERE sync_id = @id AND user_id > @toldUpTo AND pending_change = 1 ORDER BY user_id LIMIT @limit)
    ORDER BY user_id LIMIT @limit`);
  const nextUntold = nextOf(untold);
  const nextOfAll = nextOf(everyone);
  const place = db.prepare<[number], { row: number; toldUpTo: string; isFull: number }>(
    'SELECT computation_row AS row, told_up_to AS toldUpTo, is_full AS isFull FROM syncs WHERE id = ?',
  );
  const toldUpTo = db.prepare('UPDATE syncs SET told_up_to = ? WHERE id = ?');
  const forgetTold = db.prepare(
    'DELETE FROM edited_during_sync WHERE sync_id = ? AND user_id <= ?',
  );
  const addSent = db.prepare(
    'UPDATE syncs SET additions_sent = additions_sent + ?, removals_sent = removals_sent + ? WHERE id = ?',
  );
  const setState = db.prepare(
    'UPDATE syncs SET state = ?, stop_reason = ?, ended_at = ? WHERE id = ?',
  );

  return {
    get: (id: number): Sync | undefined => {
      const row = one.get(id);
      return row && toSync(row);
    },
    page: (computationRow: number, limit: number, cursor: string | undefined) =>
      toPage(page.all(computationRow, readCursor(cursor), limit + 1).map(toSync), limit),
    /** The newest of an audience or trait; null before the first. */
    last: (computationRow: number): Sync | null => {
      const row = page.get(computationRow, Number.MAX_SAFE_INTEGER, 1);
      return row === undefined ? null : toSync(row);
    },
    running: (): readonly number[] => running.all(),
    /** Begins one with all that is outstanding now. */
    begin(
      tx: Tx,
      computation: StoredComputation,
      begun: Pick<Sync, 'cause' | 'perSecond' | 'full' | 'additions' | 'removals'>,
      now: number,
    ): number {
      const { row, userCount } = computation;
      forgetEdited.run(row);
      const number = nextNumber.get(row);
      const id = Number(
        insert.run({ ...begun, isFull: Number(begun.full), row, number, userCount, now })
          .lastInsertRowid,
      );
      tx.changed({ kind: 'sync', id });
      tx.changed({ kind: computation.class, id: computation.id });
      return id;
    },
    /** Whom it has to tell next, in the order of their ids, as they were when it began. */
    next(id: number, limit: number): readonly SyncChange[] {
      const from = place.get(id);
      const rows = (from?.isFull === 1 ? nextOfAll : nextUntold).all({ ...from, id, limit });
      return rows.map(({ user_id, value, present }) => ({
        userId: user_id,
        value,
        present: present === 1,
      }));
    },
    /** These were told: all up to the last of them. */
    advance(tx: Tx, id: number, told: readonly SyncChange[]): void {
      const last = told.at(-1)?.userId;
      if (last === undefined) return;
      const additions = told.filter(({ present }) => present).length;
      addSent.run(additions, told.length - additions, id);
      toldUpTo.run(last, id);
      forgetTold.run(id, last);
      tx.changed({ kind: 'sync', id });
    },
    setState(
      tx: Tx,
      computation: Pick<StoredComputation, 'class' | 'id'>,
      id: number,
      state: Sync['state'],
      stopReason: string | null,
      endedAt: number | null,
    ): void {
      setState.run(state, stopReason, endedAt, id);
      tx.changed({ kind: 'sync', id });
      tx.changed({ kind: computation.class, id: computation.id });
    },
  };
}
