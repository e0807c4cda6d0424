/**
 * Stages the users of a replacement until it is complete. Until then, or after a crash, nothing
 * changes.
 */
import type { Database } from 'better-sqlite3';
import type { MembershipChange } from '#shared/audiences/computation.ts';
import type { StoredComputation } from './computations.ts';
import { isSameValue, noChange, prepareOpenSync, removedValue, type UserValue } from './members.ts';
import type { Tx } from './write-queue.ts';

/** Rows discarded per write. */
const discardChunk = 5_000;

const staged = `staged_members AS staged
  WHERE staged.computation_row = @row AND staged.replacement = @replacement`;
const isStaged = `EXISTS (SELECT 1 FROM ${staged} AND staged.user_id = members.user_id)`;
const leaving = `members.computation_row = @row AND present = 1 AND NOT ${isStaged}`;

/** Only objects and arrays can have equal values with different JSON. */
const isComposite = (value: string): boolean => value.startsWith('{') || value.startsWith('[');

export function createStagedMemberStore(db: Database) {
  const stage = db.prepare(`
    INSERT INTO staged_members (computation_row, replacement, user_id, value) VALUES (?, ?, ?, ?)
    ON CONFLICT DO UPDATE SET value = excluded.value`);
  const existing = db.prepare<[number, string], { value: string; last_synced: string | null }>(
    'SELECT value, last_synced FROM members WHERE computation_row = ? AND user_id = ?',
  );
  const compareJoining = db.prepare<[object], Omit<MembershipChange, 'removed'>>(`
    SELECT COUNT(*) FILTER (WHERE present IS NOT 1) AS added,
      COUNT(*) FILTER (WHERE present = 1 AND members.value <> staged.value) AS changed,
      COUNT(*) FILTER (WHERE present = 1 AND members.value = staged.value) AS unchanged
    FROM staged_members AS staged LEFT JOIN members USING (computation_row, user_id)
    WHERE staged.computation_row = @row AND staged.replacement = @replacement`);
  // Keeps the old values for a running sync that hasn't reached them (see members.ts).
  const openSync = prepareOpenSync(db);
  const snapshotJoining = db.prepare(`
    INSERT INTO edited_during_sync (sync_id, user_id, value, present, pending_change)
    SELECT @id, staged.user_id, COALESCE(members.value, ''), COALESCE(present, 0),
      members.value IS NOT NULL AND (members.value IS NOT last_synced OR (@isFull AND present))
    FROM staged_members AS staged LEFT JOIN members USING (computation_row, user_id)
    WHERE staged.computation_row = @row AND staged.replacement = @replacement
      AND staged.user_id > @syncedUpTo AND (present IS NOT 1 OR members.value <> staged.value)
    ON CONFLICT DO NOTHING`);
  const snapshotLeaving = db.prepare(`
    INSERT INTO edited_during_sync (sync_id, user_id, value, present, pending_change)
    SELECT @id, user_id, value, present, value IS NOT last_synced OR @isFull FROM members
    WHERE ${leaving} AND user_id > @syncedUpTo
    ON CONFLICT DO NOTHING`);
  // Users who were never synced, or whose removal was synced, need no further sync.
  const deleteLeaving = db.prepare(
    `DELETE FROM members WHERE ${leaving} AND (last_synced IS NULL OR last_synced = @absent)`,
  );
  const markRemoved = db.prepare(
    `UPDATE members SET value = @absent, present = 0 WHERE ${leaving}`,
  );
  const join = db.prepare(`
    INSERT INTO members (computation_row, user_id, value, present)
    SELECT staged.computation_row, staged.user_id, staged.value, 1 FROM ${staged}
    ON CONFLICT DO UPDATE SET value = excluded.value, present = 1
      WHERE present <> 1 OR value <> excluded.value`);
  const discard = db.prepare(`
    DELETE FROM staged_members WHERE (computation_row, replacement, user_id) IN
      (SELECT computation_row, replacement, user_id FROM staged_members
       WHERE computation_row = ? AND replacement <= ? LIMIT ${discardChunk})`);
  const rows = db
    .prepare<[], number>('SELECT DISTINCT computation_row FROM staged_members')
    .pluck();

  /** Returns the JSON of an equal value already stored or synced, otherwise `value` (D38). */
  function storedText(row: number, { userId, value }: UserValue): string {
    const stored = isComposite(value) ? existing.get(row, userId) : undefined;
    return (
      [stored?.last_synced, stored?.value].find(
        (text) => text != null && isSameValue(text, value),
      ) ?? value
    );
  }

  return {
    /** If a user has several values, the last one applies. */
    stage(_tx: Tx, row: number, replacement: number, values: readonly UserValue[]): void {
      for (const value of values) stage.run(row, replacement, value.userId, storedText(row, value));
    },
    /** Replaces all users with the staged ones. A million users take a few seconds. */
    apply(_tx: Tx, { row, class: kind }: StoredComputation, replacement: number): MembershipChange {
      const key = { row, replacement };
      const change = { ...noChange, ...compareJoining.get(key) };
      const sync = openSync.get(row);
      if (sync !== undefined) {
        snapshotJoining.run({ ...key, ...sync });
        snapshotLeaving.run({ ...key, ...sync });
      }
      const withAbsent = { ...key, absent: removedValue[kind] };
      const removed = deleteLeaving.run(withAbsent).changes + markRemoved.run(withAbsent).changes;
      join.run(key);
      return { ...change, removed };
    },
    /** Discards some staged users up to a replacement. Returns whether there may be more. */
    discardSome: (_tx: Tx, row: number, replacement: number): boolean =>
      discard.run(row, replacement).changes === discardChunk,
    /** Rows of computations with staged users. */
    rows: (): readonly number[] => rows.all(),
  };
}
