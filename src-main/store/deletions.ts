import type { Database } from 'better-sqlite3';
import type { Deletion, DeletionUser } from '#shared/audiences/deletion.ts';
import { readCursor, toPage } from './cursor.ts';
import type { Tx } from './write-queue.ts';

/** Includes the row number that the request's users refer to. */
export type StoredDeletion = Deletion & { readonly row: number };

interface Row {
  row: number;
  id: string;
  job_id: number | null;
  state: Deletion['state'];
  user_count: number;
  forwarded_count: number;
  notices_sent: number;
  cancel_pending: number | null;
  cancelled_count: number;
  created_at: number;
  started_at: number | null;
  completed_at: number | null;
}

interface UserRow {
  user_id: string;
  cancelled: number;
  forwarded_at: number | null;
  notices: number;
  deliveries: number;
  delivered: number;
  ended: number;
}

/** A waiting delivery of a user in a deletion request. */
export interface WaitingDelivery {
  readonly id: number;
  readonly userId: string;
}

/** Position of a scan through all waiting deliveries, by state and then by row number. */
export interface WaitingCursor {
  readonly state: (typeof waitingStates)[number];
  readonly after: number;
}

const waitingStates = ['waiting', 'paused'] as const;

export const firstWaiting: WaitingCursor = { state: waitingStates[0], after: 0 };

/** Deliveries scanned per step. This takes a few milliseconds, so other work isn't delayed. */
const rowsPerChunk = 2_000;

const toDeletion = (row: Row): StoredDeletion => ({
  row: row.row,
  id: row.id,
  jobId: row.job_id,
  state: row.state,
  userCount: row.user_count,
  forwardedCount: row.forwarded_count,
  noticesSent: row.notices_sent,
  cancelPending: row.cancel_pending === null ? null : row.cancel_pending === 1,
  cancelledCount: row.cancelled_count,
  createdAt: row.created_at,
  startedAt: row.started_at,
  completedAt: row.completed_at,
});

function stateOf({ forwarded_at, notices, deliveries, delivered, ended }: UserRow) {
  if (forwarded_at === null) return 'waiting';
  if (notices === 0) return 'unaffected';
  if (ended < deliveries) return 'in_progress';
  return delivered === deliveries ? 'delivered' : 'failed';
}

const toUser = (row: UserRow): DeletionUser => ({
  userId: row.user_id,
  state: stateOf(row),
  notices: row.notices,
  deliveries: row.deliveries,
  delivered: row.delivered,
  cancelled: row.cancelled,
  forwardedAt: row.forwarded_at,
});

/** A draft has no job. */
const query = (condition: string) => `
  SELECT row, deletions.id, job_id, COALESCE(state, 'draft') AS state, user_count,
    COALESCE(done_count, 0) AS forwarded_count,
    COALESCE(counts ->> 'notices', 0) AS notices_sent,
    COALESCE(counts ->> 'cancelled', 0) AS cancelled_count,
    params ->> 'cancelPending' AS cancel_pending,
    deletions.created_at, jobs.created_at AS started_at,
    CASE state WHEN 'completed' THEN ended_at END AS completed_at
  FROM deletions LEFT JOIN jobs ON jobs.id = job_id WHERE ${condition}`;

export function createDeletionStore(db: Database) {
  const page = db.prepare<[number, number], Row>(query('row < ? ORDER BY row DESC LIMIT ?'));
  const byId = db.prepare<[string], Row>(query('deletions.id = ?'));
  const insert = db.prepare('INSERT INTO deletions (id, user_count, created_at) VALUES (?, 0, ?)');
  const addUser = db.prepare(`
    INSERT INTO deletion_users (deletion_row, user_id, cancelled) VALUES (?, ?, 0)
    ON CONFLICT DO NOTHING`);
  const removeUser = db.prepare(
    'DELETE FROM deletion_users WHERE deletion_row = ? AND user_id = ?',
  );
  const addToCount = db.prepare('UPDATE deletions SET user_count = user_count + ? WHERE row = ?');
  const setJob = db.prepare('UPDATE deletions SET job_id = ? WHERE row = ?');
  const removeAllUsers = db.prepare('DELETE FROM deletion_users WHERE deletion_row = ?');
  const remove = db.prepare('DELETE FROM deletions WHERE row = ?');
  const waiting = db
    .prepare<[number, number], string>(
      `SELECT user_id FROM deletion_users INDEXED BY deletion_users_waiting
       WHERE deletion_row = ? AND forwarded_at IS NULL ORDER BY user_id LIMIT ?`,
    )
    .pluck();
  const firstUser = db
    .prepare<[number], string>(
      'SELECT user_id FROM deletion_users WHERE deletion_row = ? ORDER BY user_id LIMIT 1',
    )
    .pluck();
  const notice = db.prepare(
    'INSERT INTO deletion_notices (deletion_row, user_id, message_row_id) VALUES (?, ?, ?)',
  );
  const forwarded = db.prepare(
    'UPDATE deletion_users SET forwarded_at = ? WHERE deletion_row = ? AND user_id = ?',
  );
  const cancelled = db.prepare(
    'UPDATE deletion_users SET cancelled = cancelled + 1 WHERE deletion_row = ? AND user_id = ?',
  );
  // Limits the number of scanned deliveries even if few match, so that a step stays short.
  const lastScanned = db
    .prepare<[object], number | null>(
      `SELECT MAX(id) FROM (SELECT id FROM deliveries INDEXED BY deliveries_by_state
       WHERE state = @state AND id > @after ORDER BY id LIMIT @limit)`,
    )
    .pluck();
  const waitingDeliveries = db.prepare<[object], WaitingDelivery>(`
    SELECT d.id, m.user_id AS userId FROM deliveries AS d INDEXED BY deliveries_by_state
    CROSS JOIN messages AS m ON m.id = d.message_row_id
    CROSS JOIN deletion_users AS u ON u.deletion_row = @row AND u.user_id = m.user_id
    WHERE d.state = @state AND d.id > @after AND d.id <= @last AND m.type <> 'delete'`);
  const users = db.prepare<[object], UserRow>(`
    WITH page AS (
      SELECT user_id, cancelled, forwarded_at, past_notices, past_deliveries, past_delivered
      FROM deletion_users
      WHERE deletion_row = @row AND user_id > @after AND user_id >= @search AND user_id < @end
      ORDER BY user_id LIMIT @limit)
    SELECT page.user_id, page.cancelled, page.forwarded_at,
      past_notices + COUNT(DISTINCT n.message_row_id) AS notices,
      past_deliveries + COUNT(d.id) AS deliveries,
      past_delivered + COUNT(d.id) FILTER (WHERE d.state = 'delivered') AS delivered,
      past_deliveries + COUNT(d.id)
        FILTER (WHERE d.state NOT IN ('waiting', 'paused')) AS ended
    FROM page
    LEFT JOIN deletion_notices AS n ON n.deletion_row = @row AND n.user_id = page.user_id
    LEFT JOIN deliveries AS d ON d.message_row_id = n.message_row_id
    GROUP BY page.user_id ORDER BY page.user_id`);
  const startedBetween = db.prepare<
    [string, number, number],
    { id: string; startedAt: number; cancelPending: number }
  >(`
    SELECT deletions.id, jobs.created_at AS startedAt, params ->> 'cancelPending' AS cancelPending
    FROM deletion_users INDEXED BY deletions_of_user
    JOIN deletions ON deletions.row = deletion_row JOIN jobs ON jobs.id = job_id
    WHERE user_id = ? AND jobs.created_at BETWEEN ? AND ? ORDER BY jobs.created_at, deletions.row`);

  const changed = (tx: Tx, { id }: Pick<Deletion, 'id'>) => tx.changed({ kind: 'deletion', id });

  return {
    page(limit: number, cursor: string | undefined) {
      const rows = page.all(readCursor(cursor), limit + 1);
      const { items, nextCursor } = toPage(
        rows.map((row) => ({ id: row.row, deletion: toDeletion(row) })),
        limit,
      );
      return { items: items.map(({ deletion }) => deletion), nextCursor };
    },
    get: (id: string): StoredDeletion | undefined => {
      const row = byId.get(id);
      return row && toDeletion(row);
    },
    /** Inserts a draft without users. */
    insert(tx: Tx, id: string, now: number): void {
      insert.run(id, now);
      changed(tx, { id });
    },
    /** Returns how many users were added. */
    addUsers(tx: Tx, deletion: StoredDeletion, userIds: readonly string[]): number {
      const added = userIds.filter(
        (userId) => addUser.run(deletion.row, userId).changes > 0,
      ).length;
      addToCount.run(added, deletion.row);
      changed(tx, deletion);
      return added;
    },
    /** Returns how many users were removed. */
    removeUsers(tx: Tx, deletion: StoredDeletion, userIds: readonly string[]): number {
      const removed = userIds.filter(
        (userId) => removeUser.run(deletion.row, userId).changes > 0,
      ).length;
      addToCount.run(-removed, deletion.row);
      changed(tx, deletion);
      return removed;
    },
    /** Links the job, which holds the state from now on. */
    start: (_tx: Tx, { row }: StoredDeletion, jobId: number): void => void setJob.run(jobId, row),
    remove(tx: Tx, deletion: StoredDeletion): void {
      removeAllUsers.run(deletion.row);
      remove.run(deletion.row);
      tx.changed({ kind: 'removed', noun: 'deletion', id: deletion.id });
    },
    /** Users whose notices have not been sent, ordered by ID. */
    waiting: (row: number, limit: number): readonly string[] => waiting.all(row, limit),
    firstUser: (row: number): string | undefined => firstUser.get(row),
    /** Stores a user's notices; there are none if no source was affected. */
    markForwarded(
      _tx: Tx,
      { row }: StoredDeletion,
      userId: string,
      messageRowIds: readonly number[],
      now: number,
    ): void {
      for (const id of messageRowIds) notice.run(row, userId, id);
      forwarded.run(now, row, userId);
    },
    /** Counts one cancelled delivery per entry. */
    addCancelled(_tx: Tx, { row }: StoredDeletion, userIds: readonly string[]): void {
      for (const userId of userIds) cancelled.run(row, userId);
    },
    /**
     * Waiting deliveries of the request's users in the next chunk. `next` is null at the end of the
     * scan.
     */
    waitingDeliveries(
      row: number,
      { state, after }: WaitingCursor,
    ): { readonly deliveries: readonly WaitingDelivery[]; readonly next: WaitingCursor | null } {
      const last = lastScanned.get({ state, after, limit: rowsPerChunk }) ?? null;
      if (last !== null)
        return {
          deliveries: waitingDeliveries.all({ row, state, after, last }),
          next: { state, after: last },
        };
      const nextState = waitingStates[waitingStates.indexOf(state) + 1];
      return {
        deliveries: [],
        next: nextState === undefined ? null : { state: nextState, after: 0 },
      };
    },
    users(row: number, search: string, cursor: string | undefined, limit: number) {
      const rows = users.all({
        row,
        search,
        end: `${search}\u{10FFFF}`,
        after: cursor ?? '',
        limit: limit + 1,
      });
      const items = rows.slice(0, limit).map(toUser);
      return { items, nextCursor: rows.length > limit ? (items.at(-1)?.userId ?? null) : null };
    },
    /** A user's deletion requests started within a time range (inclusive), oldest first. */
    startedBetween: (userId: string, from: number, to: number) =>
      startedBetween
        .all(userId, from, to)
        .map((row) => ({ ...row, cancelPending: row.cancelPending === 1 })),
  };
}
