/**
 * Prevents reuse of row numbers, which are IDs in the API and increase over time. SQLite uses the
 * maximum plus one, which is sufficient until the newest row is deleted. AUTOINCREMENT would add a
 * write to every insert.
 */
import type { Database } from 'better-sqlite3';
import type { Tx } from './write-queue.ts';

const tables = ['messages', 'deliveries', 'attempts', 'rejected', 'copies'] as const;
export type NumberedTable = (typeof tables)[number];

export interface TableNumbers {
  /** Number of the next row; null if SQLite's default is correct. */
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
    /** The last number used; null while SQLite's default is correct. */
    let last: number | null = saved.get(table) ?? null;
    if (last !== null) last = Math.max(last, newest.get() ?? 0);
    return {
      next(): number | null {
        // Also increases if the insert is undone. Gaps are harmless.
        if (last !== null) last += 1;
        return last;
      },
      /** Records the highest deleted row number. */
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
    copies: numbersOf('copies'),
  } satisfies Record<NumberedTable, unknown>;
}
