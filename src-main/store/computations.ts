import type { Database } from 'better-sqlite3';
import type { Computation, ComputationClass } from '#shared/audiences/computation.ts';
import { parseExact } from '#shared/kit/exact-json.ts';
import type { Tx } from './write-queue.ts';

/** Stored fields. The last sync and problems are computed. */
export type StoredComputation = Omit<Computation, 'lastSync' | 'problem'> & {
  readonly row: number;
  readonly class: ComputationClass;
};

interface Row {
  row: number;
  id: string;
  class: ComputationClass;
  name: string;
  key: string;
  source_id: string;
  integrations: string;
  every_minutes: number | null;
  next_sync_at: number | null;
  user_count: number;
  created_at: number;
  updated_at: number;
}

const toComputation = (row: Row): StoredComputation => ({
  row: row.row,
  class: row.class,
  id: row.id,
  name: row.name,
  key: row.key,
  sourceId: row.source_id,
  integrations: parseExact(row.integrations) as StoredComputation['integrations'],
  schedule: row.every_minutes === null ? null : { everyMinutes: row.every_minutes },
  nextSyncAt: row.next_sync_at,
  userCount: row.user_count,
  createdAt: row.created_at,
  updatedAt: row.updated_at,
});

/**
 * Rows of a deleted computation removed per write. This takes a few milliseconds, so other writes
 * aren't delayed.
 */
const purgeChunk = 5_000;

export function createComputationStore(db: Database) {
  const all = db.prepare<[], Row>(
    'SELECT * FROM computations WHERE deleted_at IS NULL ORDER BY name',
  );
  const byId = db.prepare<[string], Row>(
    'SELECT * FROM computations WHERE id = ? AND deleted_at IS NULL',
  );
  const deletedById = db.prepare<[string], Row>(
    'SELECT * FROM computations WHERE id = ? AND deleted_at > 0',
  );
  const insert = db.prepare(`
    INSERT INTO computations (id, class, name, key, source_id, integrations, every_minutes,
      next_sync_at, user_count, sync_count, replacement_count, created_at, updated_at)
    VALUES (@id, @class, @name, @key, @sourceId, @integrations, @everyMinutes, @nextSyncAt, 0, 0, 0,
      @createdAt, @updatedAt)`);
  const update = db.prepare(`
    UPDATE computations SET name = @name, source_id = @sourceId, integrations = @integrations,
      every_minutes = @everyMinutes, next_sync_at = @nextSyncAt, updated_at = @updatedAt,
      deleted_at = NULL
    WHERE id = @id`);
  const addUsers = db.prepare('UPDATE computations SET user_count = user_count + ? WHERE row = ?');
  const planNext = db.prepare('UPDATE computations SET next_sync_at = ? WHERE row = ?');
  const beginReplacement = db
    .prepare<[number], number>(
      'UPDATE computations SET replacement_count = replacement_count + 1 WHERE row = ? RETURNING replacement_count',
    )
    .pluck();
  const lastReplacement = db
    .prepare<[number], number>('SELECT replacement_count FROM computations WHERE row = ?')
    .pluck();
  const remove = db.prepare(
    `UPDATE computations SET deleted_at = ?, next_sync_at = NULL WHERE row = ?`,
  );
  const deletedRows = db
    .prepare<[], number>('SELECT row FROM computations WHERE deleted_at IS NOT NULL')
    .pluck();
  const purges = [
    // The deletion can no longer be undone, since some rows are gone.
    'UPDATE computations SET deleted_at = 0 WHERE row = @row AND deleted_at > 0 AND @chunk > 0',
    `DELETE FROM members WHERE (computation_row, user_id) IN
      (SELECT computation_row, user_id FROM members WHERE computation_row = @row LIMIT @chunk)`,
    `DELETE FROM edited_during_sync WHERE (sync_id, user_id) IN
      (SELECT sync_id, user_id FROM syncs JOIN edited_during_sync ON sync_id = syncs.id
       WHERE computation_row = @row LIMIT @chunk)`,
    `DELETE FROM syncs WHERE id IN
      (SELECT id FROM syncs WHERE computation_row = @row LIMIT @chunk)`,
    'DELETE FROM computations WHERE row = @row AND @chunk > 0',
  ].map((sql) => db.prepare<[object]>(sql));

  const parameters = (computation: Omit<StoredComputation, 'row' | 'userCount'>) => ({
    ...computation,
    integrations: JSON.stringify(computation.integrations),
    everyMinutes: computation.schedule?.everyMinutes ?? null,
  });

  const changed = (tx: Tx, { class: kind, id }: Pick<StoredComputation, 'class' | 'id'>) =>
    tx.changed({ kind, id });

  return {
    all: (): readonly StoredComputation[] => all.all().map(toComputation),
    get: (id: string): StoredComputation | undefined => {
      const row = byId.get(id);
      return row && toComputation(row);
    },
    /** Finds a deleted computation, to undo its deletion. */
    deleted: (id: string): StoredComputation | undefined => {
      const row = deletedById.get(id);
      return row && toComputation(row);
    },
    insert(tx: Tx, computation: Omit<StoredComputation, 'row' | 'userCount'>): void {
      insert.run(parameters(computation));
      changed(tx, computation);
    },
    /** Updates a computation. Restores it if it was deleted. */
    update(tx: Tx, computation: StoredComputation): void {
      update.run(parameters(computation));
      changed(tx, computation);
    },
    /** Adjusts the user count after members were written. */
    addUsers(tx: Tx, computation: StoredComputation, by: number): void {
      addUsers.run(by, computation.row);
      changed(tx, computation);
    },
    planNext(tx: Tx, computation: StoredComputation, nextSyncAt: number | null): void {
      planNext.run(nextSyncAt, computation.row);
      changed(tx, computation);
    },
    /** Returns a unique number for a replacement of all users. */
    beginReplacement: (_tx: Tx, row: number): number => beginReplacement.get(row) ?? 0,
    lastReplacement: (row: number): number => lastReplacement.get(row) ?? 0,
    remove(tx: Tx, computation: StoredComputation, now: number): void {
      remove.run(now, computation.row);
      tx.changed({ kind: 'removed', noun: computation.class, id: computation.id });
    },
    deletedRows: (): readonly number[] => deletedRows.all(),
    /**
     * Deletes some rows of a deleted computation, and finally the computation itself. Returns
     * whether it deleted any. Skips restored computations.
     */
    purgeSome(_tx: Tx, row: number): boolean {
      if (!deletedRows.all().includes(row)) return false;
      return purges.some((purge) => purge.run({ row, chunk: purgeChunk }).changes > 0);
    },
  };
}
