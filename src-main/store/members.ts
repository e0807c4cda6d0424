/** Members of audiences and values of traits, with their last synced values. */
import { isDeepStrictEqual } from 'node:util';
import type { Database } from 'better-sqlite3';
import type { MembershipChange, PendingChange } from '#shared/audiences/computation.ts';
import { parseExact } from '#shared/kit/exact-json.ts';
import type { StoredComputation } from './computations.ts';
import type { Tx } from './write-queue.ts';

// Compares user values, whose JSON may differ in key order.

/** Whether two compact JSON texts are equal apart from key order (D38). */
export const isSameValue = (a: string, b: string): boolean =>
  a === b ||
  (a.length === b.length &&
    /[[{]/.test(a[0] ?? '') &&
    isDeepStrictEqual(parseExact(a), parseExact(b)));

/** A user with the value to sync, as JSON. */
export interface UserValue {
  readonly userId: string;
  readonly value: string;
}

export interface ListedUser extends UserValue {
  readonly pendingChange: PendingChange;
}

/** Users to sync, and the first of them. */
export interface PendingUsers {
  readonly additions: number;
  readonly removals: number;
  readonly first: (UserValue & { readonly present: boolean }) | null;
}

/** The value synced for a removed user (spec 6, D38). */
export const removedValue = { audience: 'false', trait: 'null' } as const;

export const noChange: MembershipChange = { added: 0, changed: 0, removed: 0, unchanged: 0 };

interface Row {
  user_id: string;
  value: string;
  present: number;
  last_synced: string | null;
}

/** A sync with remaining users, and the last user it synced. */
interface OpenSync {
  readonly id: number;
  readonly syncedUpTo: string;
  readonly isFull: number;
}

const pendingChangeOf = ({ value, present, last_synced }: Row): PendingChange =>
  value === last_synced ? 'none' : present === 1 ? 'addition' : 'removal';

/** Sorts in SQLite's byte order. */
const byUserId = (rows: readonly Row[]): Row[] =>
  rows.toSorted((a, b) => Buffer.from(a.user_id).compare(Buffer.from(b.user_id)));

/** Upper bound for all IDs with this prefix: no character sorts after this one. */
const endOf = (prefix: string): string => `${prefix}\u{10FFFF}`;

const listed = `SELECT user_id, value, present, last_synced FROM members`;
const between =
  'user_id > @after AND user_id >= @search AND user_id < @end ORDER BY user_id LIMIT @limit';

/** Finds the sync of a computation that has users left to send. */
export const prepareOpenSync = (db: Database) =>
  db.prepare<[number], OpenSync>(`
    SELECT syncs.id, cursor ->> 'syncedUpTo' AS syncedUpTo, is_full AS isFull
    FROM computations JOIN syncs ON computation_row = computations.row AND number = sync_count
    JOIN jobs ON jobs.id = job_id
    WHERE computations.row = ? AND done_count < total_count`);

export function createMemberStore(db: Database) {
  const get = db.prepare<[number, string], Row>(
    'SELECT user_id, value, present, last_synced FROM members WHERE computation_row = ? AND user_id = ?',
  );
  const insert = db.prepare(
    'INSERT INTO members (computation_row, user_id, value, present) VALUES (?, ?, ?, 1)',
  );
  const save = db.prepare(
    'UPDATE members SET value = ?, present = ? WHERE computation_row = ? AND user_id = ?',
  );
  const deleteMember = db.prepare('DELETE FROM members WHERE computation_row = ? AND user_id = ?');
  const setLastSynced = db.prepare(
    'UPDATE members SET last_synced = ? WHERE computation_row = ? AND user_id = ?',
  );
  const insertAbsent = db.prepare(`
    INSERT INTO members (computation_row, user_id, value, present, last_synced)
    VALUES (@row, @userId, @absent, 0, @value)`);
  const deleteAbsent = db.prepare(`
    DELETE FROM members WHERE computation_row = ? AND user_id = ? AND present = 0 AND value IS last_synced`);
  const present = db
    .prepare<[number, string, number], string>(
      `SELECT user_id FROM members WHERE computation_row = ? AND user_id > ? AND present = 1
       ORDER BY user_id LIMIT ?`,
    )
    .pluck();
  const users = db.prepare<[object], Row>(
    `${listed} WHERE computation_row = @row AND present = 1 AND ${between}`,
  );
  const pending = db.prepare<[object], Row>(
    `${listed} INDEXED BY members_pending
     WHERE computation_row = @row AND present = @present AND value IS NOT last_synced AND ${between}`,
  );
  const count = db
    .prepare<[number, number], number>(
      `SELECT COUNT(*) FROM members INDEXED BY members_pending
       WHERE computation_row = ? AND present = ? AND value IS NOT last_synced`,
    )
    .pluck();

  const openSync = prepareOpenSync(db);
  const insertSnapshot = db.prepare(`
    INSERT INTO edited_during_sync (sync_id, user_id, value, present, pending_change)
    SELECT @id, @userId, COALESCE(value, ''), COALESCE(present, 0),
      value IS NOT NULL AND (value IS NOT last_synced OR (@isFull AND present))
    FROM (SELECT 1) LEFT JOIN members ON computation_row = @row AND user_id = @userId
    WHERE @userId > @syncedUpTo
    ON CONFLICT DO NOTHING`);

  /** Keeps the values of users that a running sync has not reached yet. */
  function createSnapshot(row: number): (userId: string) => void {
    const sync = openSync.get(row);
    return (userId) => {
      if (sync !== undefined) insertSnapshot.run({ ...sync, row, userId });
    };
  }

  /** Added and removed users, ordered by ID. */
  function pendingUsers(row: number, after: string, search: string, limit: number): Row[] {
    const query = { row, after, search, end: endOf(search), limit };
    const candidates = [1, 0].flatMap((isPresent) => pending.all({ ...query, present: isPresent }));
    return byUserId(candidates).slice(0, limit);
  }

  function put(row: number, { userId, value }: UserValue, snapshot: (userId: string) => void) {
    const existing = get.get(row, userId);
    if (existing === undefined) {
      snapshot(userId);
      insert.run(row, userId, value);
      return 'added';
    }
    if (existing.present === 1 && isSameValue(existing.value, value)) return 'unchanged';
    snapshot(userId);
    // A value that differs only in key order is already synced.
    const { last_synced } = existing;
    const storedValue =
      last_synced !== null && isSameValue(last_synced, value) ? last_synced : value;
    save.run(storedValue, 1, row, userId);
    return existing.present === 1 ? 'changed' : 'added';
  }

  function remove(
    { row, class: kind }: StoredComputation,
    userId: string,
    snapshot: (userId: string) => void,
  ) {
    const existing = get.get(row, userId);
    if (existing?.present !== 1) return 'unchanged';
    snapshot(userId);
    // Nothing to sync if receivers know nothing of the user or already have this value.
    if (existing.last_synced === null || existing.last_synced === removedValue[kind])
      deleteMember.run(row, userId);
    else save.run(removedValue[kind], 0, row, userId);
    return 'removed';
  }

  function countResults(results: readonly (keyof MembershipChange)[]): MembershipChange {
    const change = { ...noChange };
    for (const result of results) change[result] += 1;
    return change;
  }

  return {
    put(_tx: Tx, computation: StoredComputation, values: readonly UserValue[]): MembershipChange {
      const snapshot = createSnapshot(computation.row);
      return countResults(values.map((value) => put(computation.row, value, snapshot)));
    },
    remove(_tx: Tx, computation: StoredComputation, userIds: readonly string[]): MembershipChange {
      const snapshot = createSnapshot(computation.row);
      return countResults(userIds.map((userId) => remove(computation, userId, snapshot)));
    },
    /** Some current users, ordered by ID. */
    present: (row: number, after: string, limit: number): readonly string[] =>
      present.all(row, after, limit),
    /** Stores the last synced values. Deletes removed users without pending changes. */
    markSynced(
      _tx: Tx,
      { row, class: kind }: StoredComputation,
      values: readonly UserValue[],
    ): void {
      for (const { userId, value } of values) {
        // A user removed before the first sync was deleted. The removal must now be synced.
        if (setLastSynced.run(value, row, userId).changes === 0)
          insertAbsent.run({ row, userId, value, absent: removedValue[kind] });
        if (value === removedValue[kind]) deleteAbsent.run(row, userId);
      }
    },
    /** `full`: all current users, as if none had been synced. */
    pending(
      { row, userCount }: Pick<StoredComputation, 'row' | 'userCount'>,
      full = false,
    ): PendingUsers {
      const changed = pendingUsers(row, '', '', 1);
      const currentUsers = full
        ? users.all({ row, after: '', search: '', end: endOf(''), limit: 1 })
        : [];
      const [first] = byUserId([...changed, ...currentUsers]);
      return {
        additions: full ? userCount : (count.get(row, 1) ?? 0),
        removals: count.get(row, 0) ?? 0,
        first:
          first === undefined
            ? null
            : { userId: first.user_id, value: first.value, present: first.present === 1 },
      };
    },
    page(
      row: number,
      show: 'users' | 'pending',
      search: string,
      cursor: string | undefined,
      limit: number,
    ): { items: ListedUser[]; nextCursor: string | null } {
      const after = cursor ?? '';
      const rows =
        show === 'users'
          ? users.all({ row, after, search, end: endOf(search), limit: limit + 1 })
          : pendingUsers(row, after, search, limit + 1);
      const items = rows.slice(0, limit).map((row) => ({
        userId: row.user_id,
        value: row.value,
        pendingChange: pendingChangeOf(row),
      }));
      return { items, nextCursor: rows.length > limit ? (items.at(-1)?.userId ?? null) : null };
    },
  };
}
