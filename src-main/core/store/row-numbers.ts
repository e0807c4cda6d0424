/**
 * Row numbers are never given out twice: they are ids in the API, and later rows have greater ones.
 * SQLite takes the greatest number in the table plus one, which is enough until the newest row was
 * deleted. AUTOINCREMENT would cost every insert a write.
 */
import type { Database } from 'better-sqlite3';
import type { Tx } from './write-queue.ts';

const tables = ['messages', 'deliveries', 'attempts', 'rejected', 'resends'] as const;
export type NumberedTable = (typeof tables)[number];

export interface TableNumbers {
  /** For the next row; null: SQLite's own is right. */
  next(): number | null;
}

export type RowNumbers = ReturnType<typeof createRowNumbers>;

export function createRowNumbers(db: Database) {
  const saved = db
    .prepare<[string], number>('SELECT newest FROM deleted_row_numbers WHERE table_name = ?')
    .pluck();
  const save = db.prepare(`
    INSERT INTO deleted_row_numbers (table_name, newest) VALUES (?, ?)
    ON CONFLICT (table_name) DO UPDATE SET newest = max(newest, excluded.newest)`);

  function numbersOf(table: NumberedTable) {
    const newest = db.prepare<[], number | null>(`SELECT MAX(id) FROM ${table}`).pluck();
    /** Given out by this process; null while SQLite's own numbers are right. */
    let last: number | null = saved.get(table) ?? null;
    if (last !== null) last = Math.max(last, newest.get() ?? 0);
    return {
      next(): number | null {
        // Also counted up when the insert is undone: a gap does no harm.
        if (last !== null) last += 1;
        return last;
      },
      /** The row with this number, the greatest of those deleted, is gone. */
      deleted(_tx: Tx, id: number): void {
        if (id <= (newest.get() ?? 0)) return;
        last = Math.max(last ?? 0, id);
        save.run(table, last);
      },
    };
  }

  return {
    messages: numbersOf('messages'),
    deliveries: numbersOf('deliveries'),
    attempts: numbersOf('attempts'),
    rejected: numbersOf('rejected'),
    resends: numbersOf('resends'),
  } satisfies Record<NumberedTable, unknown>;
}
