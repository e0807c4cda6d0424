import type { Database } from 'better-sqlite3';
import type { Filter } from '#shared/filter/filter.ts';
import { printFilter } from '#shared/filter/print.ts';
import type {
  BulkAction,
  BulkReason,
  BulkRun,
  BulkState,
  SkippedGroup,
} from '#shared/schemas/bulk.ts';
import { readCursor, toPage } from './cursor.ts';
import type { Tx } from './write-queue.ts';

/** With what only the core needs to go on with it. */
export interface StoredBulkRun extends Omit<BulkRun, 'problem'> {
  /** The filter itself: its text alone might be longer than one that can be read. */
  readonly tree: Filter;
  /** What ages are measured against. */
  readonly plannedAt: number;
  /** All deliveries from this row number up have been looked at; 0 when all were. */
  readonly reached: number;
}

export interface NewBulkRun {
  readonly action: BulkAction;
  readonly tree: Filter;
  readonly perSecond: number | null;
  readonly plannedAt: number;
  readonly matchCount: number;
  readonly applyCount: number;
  /** Row number of the newest delivery that belongs to it. */
  readonly newest: number;
}

/** What a chunk came to. */
export interface BulkStep {
  readonly reached: number;
  readonly done: number;
  /** Of those done, the ones that were being sent. */
  readonly sending: number;
  /** One entry for each delivery left out. */
  readonly skipped: readonly BulkReason[];
}

interface Row {
  id: number;
  action: BulkAction;
  filter: string;
  state: BulkState;
  per_second: number | null;
  planned_at: number;
  match_count: number;
  apply_count: number;
  reached: number;
  done_count: number;
  sending_count: number;
  skipped: string;
  delivered: number;
  failed: number;
  refused: number;
  restored_count: number;
  not_restored: string;
  started_at: number;
  ended_at: number | null;
  newest_id: number;
  remembered: number;
}

const toRun = (row: Row): StoredBulkRun => {
  const hasStopped = row.state === 'cancelled' || row.state === 'interrupted';
  const isNewest = row.id === row.newest_id;
  const tree: Filter = JSON.parse(row.filter);
  return {
    id: row.id,
    action: row.action,
    filter: printFilter(tree),
    tree,
    state: row.state,
    perSecond: row.per_second,
    matchCount: row.match_count,
    applyCount: row.apply_count,
    doneCount: row.done_count,
    sendingCount: row.sending_count,
    skipped: JSON.parse(row.skipped),
    answers: { delivered: row.delivered, failed: row.failed, blocked: row.refused },
    restoredCount: row.restored_count,
    notRestored: JSON.parse(row.not_restored),
    resumable: hasStopped && isNewest,
    undoable: isNewest && (hasStopped || row.state === 'completed') && row.remembered === 1,
    startedAt: row.started_at,
    endedAt: row.ended_at,
    plannedAt: row.planned_at,
    reached: row.reached,
  };
};

/** Groups with more of them, those with most first. */
export function addToGroups(
  groups: readonly SkippedGroup[],
  added: readonly BulkReason[],
): SkippedGroup[] {
  const counts = new Map(groups.map(({ reason, count }) => [reason, count]));
  for (const reason of added) counts.set(reason, (counts.get(reason) ?? 0) + 1);
  return [...counts]
    .map(([reason, count]) => ({ reason, count }))
    .sort((one, other) => other.count - one.count);
}

const query = (condition: string) => `
  SELECT *, (SELECT MAX(id) FROM bulk_runs) AS newest_id,
    EXISTS (SELECT 1 FROM hand_changes INDEXED BY hand_changes_of_run
      WHERE run_id = bulk_runs.id) AS remembered
  FROM bulk_runs WHERE ${condition}`;

export function createBulkRunStore(db: Database) {
  const one = db.prepare<[number], Row>(query('id = ?'));
  const page = db.prepare<[number, number], Row>(query('id < ? ORDER BY id DESC LIMIT ?'));
  const insert = db.prepare(`
    INSERT INTO bulk_runs (action, filter, state, per_second, planned_at, match_count, apply_count, reached,
      done_count, sending_count, skipped, delivered, failed, refused, restored_count, not_restored,
      started_at)
    VALUES (@action, @filter, 'running', @perSecond, @plannedAt, @matchCount, @applyCount, @newest + 1,
      0, 0, '[]', 0, 0, 0, 0, '[]', @now)`);
  const advance = db.prepare(`
    UPDATE bulk_runs SET reached = ?, done_count = done_count + ?, sending_count = sending_count + ?,
      skipped = ? WHERE id = ?`);
  const answered = {
    delivered: db.prepare('UPDATE bulk_runs SET delivered = delivered + 1 WHERE id = ?'),
    failed: db.prepare('UPDATE bulk_runs SET failed = failed + 1 WHERE id = ?'),
    blocked: db.prepare('UPDATE bulk_runs SET refused = refused + 1 WHERE id = ?'),
  };
  const restored = db.prepare(
    'UPDATE bulk_runs SET restored_count = restored_count + ?, not_restored = ? WHERE id = ?',
  );
  const setState = db.prepare('UPDATE bulk_runs SET state = ?, ended_at = ? WHERE id = ?');
  const interrupt = db.prepare(
    `UPDATE bulk_runs SET state = 'interrupted', ended_at = ? WHERE state = 'running'`,
  );

  const get = (id: number): StoredBulkRun | undefined => {
    const row = one.get(id);
    return row && toRun(row);
  };
  const changed = (tx: Tx, id: number) => tx.changed({ kind: 'bulkRun', id });

  return {
    get,
    page: (limit: number, cursor: string | undefined) =>
      toPage(page.all(readCursor(cursor), limit + 1).map(toRun), limit),
    newest(): StoredBulkRun | null {
      const row = page.get(Number.MAX_SAFE_INTEGER, 1);
      return row === undefined ? null : toRun(row);
    },
    insert(tx: Tx, run: NewBulkRun, now: number): number {
      const id = Number(
        insert.run({ ...run, filter: JSON.stringify(run.tree), now }).lastInsertRowid,
      );
      changed(tx, id);
      return id;
    },
    advance(tx: Tx, run: StoredBulkRun, { reached, done, sending, skipped }: BulkStep): void {
      const groups = JSON.stringify(addToGroups(run.skipped, skipped));
      advance.run(reached, done, sending, groups, run.id);
      changed(tx, run.id);
    },
    /** An answer came to a request of a resend. */
    answered(tx: Tx, id: number, kind: keyof typeof answered): void {
      answered[kind].run(id);
      changed(tx, id);
    },
    restored(tx: Tx, run: StoredBulkRun, count: number, left: readonly BulkReason[]): void {
      restored.run(count, JSON.stringify(addToGroups(run.notRestored, left)), run.id);
      changed(tx, run.id);
    },
    setState(tx: Tx, id: number, state: BulkState, endedAt: number | null): void {
      setState.run(state, endedAt, id);
      changed(tx, id);
    },
    /** Nothing runs any more: the run of the program that did it has ended. */
    interrupt: (_tx: Tx, now: number): number => interrupt.run(now).changes,
  };
}
