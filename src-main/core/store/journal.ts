import type { Database } from 'better-sqlite3';
import { parseExact } from '#shared/lib/exact-json.ts';
import { type JournalEntry, maxJournalAgeMs, maxJournalEntries } from '#shared/schemas/journal.ts';
import type { JsonValue } from '#shared/schemas/json-value.ts';
import { readCursor, toPage } from './cursor.ts';
import type { Tx } from './write-queue.ts';

interface Row {
  id: number;
  at: number;
  ended_at: number;
  recorded_at: number;
  after_message_id: number;
  operation: string;
  /** NULL: too long. */
  input: string | null;
  before: string | null;
  result_id: string | null;
}

/** `input` and `before` as JSON; `input` is null if it is too long. */
export interface NewJournalEntry
  extends Omit<JournalEntry, 'id' | 'input' | 'isInputCut' | 'before'> {
  readonly input: string | null;
  readonly before: string | null;
}

const toEntry = (row: Row): JournalEntry => ({
  id: row.id,
  at: row.at,
  endedAt: row.ended_at,
  recordedAt: row.recorded_at,
  afterMessageId: row.after_message_id,
  operation: row.operation,
  input: row.input === null ? null : (parseExact(row.input) as JsonValue),
  isInputCut: row.input === null,
  before: row.before === null ? null : (parseExact(row.before) as JsonValue),
  resultId: row.result_id,
});

export function createJournalStore(db: Database) {
  const insert = db.prepare(`
    INSERT INTO journal (at, ended_at, recorded_at, after_message_id, operation, input, before, result_id)
    VALUES (@at, @endedAt, @recordedAt, @afterMessageId, @operation, @input, @before, @resultId)`);
  const prune = db.prepare('DELETE FROM journal WHERE id <= ? OR recorded_at < ?');
  const page = db.prepare<[number, number, number], Row>(
    'SELECT * FROM journal WHERE id < ? AND recorded_at >= ? ORDER BY id DESC LIMIT ?',
  );
  const all = db.prepare<[number], Row>('SELECT * FROM journal WHERE recorded_at >= ? ORDER BY id');

  return {
    /** Also deletes entries beyond the limits. */
    add(_tx: Tx, entry: NewJournalEntry): void {
      const { lastInsertRowid } = insert.run(entry);
      prune.run(Number(lastInsertRowid) - maxJournalEntries, entry.recordedAt - maxJournalAgeMs);
    },
    page(limit: number, cursor: string | undefined, since: number) {
      return toPage(page.all(readCursor(cursor), since, limit + 1).map(toEntry), limit);
    },
    /** Recorded since a time, oldest first. */
    since: (time: number): readonly JournalEntry[] => all.all(time).map(toEntry),
  };
}
