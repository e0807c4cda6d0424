/**
 * Opens the database of a run archive, which anyone may have made. SQLite follows no instruction of the file: it has to
 * be intact and to have exactly our tables, without triggers, views or virtual tables. What its rows cost to read is
 * bounded before they are read (D62).
 */
import { type Database, SqliteError } from 'better-sqlite3';
import { maxItems } from '#shared/connections/limits.ts';
import { maxAttempts, maxCopies } from '#shared/scenarios/schema/run-data.ts';
import { createCopyStore } from '../copies.ts';
import { toPage } from '../cursor.ts';
import { createRowNumbers } from '../row-numbers.ts';
import { hasRunSchema, runFileProblem } from '../schema.ts';
import { openForReading, readStoreOf } from './read-store.ts';

/** The message ends a sentence. Its code passes from the thread to others. */
export class RunDatabaseProblem extends Error {
  override readonly name = 'RunDatabaseProblem';
  readonly code: 'run_database' | 'run_database_of_other_build';

  constructor(message: string, code: RunDatabaseProblem['code'] = 'run_database') {
    super(message);
    this.code = code;
  }
}

/** Of an error that passed from a thread. */
export const hasRunDatabaseCode = (
  error: unknown,
): error is Error & Pick<RunDatabaseProblem, 'code'> =>
  error instanceof Error && 'code' in error && /^run_database/.test(String(error.code));

/** Several times what any client sends as an event name or an ID: many are read at once. */
const maxShortBytes = 100_000;
/** What is written is at most 8 million characters as JSON. */
const maxRowBytes = 24 * 1024 ** 2;

const bytesOf = (columns: string): string =>
  columns
    .split(' ')
    .map((column) => `ifnull(octet_length(${column}), 0)`)
    .join(' + ');

/** Each finds a row that is never written. Rows of headers that many others refer to would multiply. */
const excesses: readonly string[] = [
  'header_templates',
  'settings',
  ...['sources', 'destinations', 'mocks'].flatMap((table) => [
    `${table} WHERE ${bytesOf('id name settings secrets')} > ${maxShortBytes}`,
    `${table} LIMIT 1 OFFSET ${maxItems}`,
  ]),
  `messages WHERE ${bytesOf('message_id source_id type label user_id anonymous_id timestamp origin origin_id outcome')} > ${maxShortBytes}`,
  `messages WHERE ${bytesOf('request received normalized')} > ${maxRowBytes}`,
  `batch_requests WHERE ${bytesOf('request')} > ${maxRowBytes}`,
  `bodies WHERE ${bytesOf('bytes')} > ${maxRowBytes}`,
  `deliveries WHERE ${bytesOf('state reason webhooks last_code origin origin_id destination_id')} > ${maxRowBytes}`,
  `run_deliveries WHERE ${bytesOf('facts')} > ${maxRowBytes}`,
  `run_requests WHERE ${bytesOf('message_id sender')} > ${maxShortBytes}`,
  `mock_requests WHERE ${bytesOf('method path signature headers response connection body forwarded')} > ${maxRowBytes}`,
  `attempts GROUP BY delivery_id HAVING count(*) > ${maxAttempts} OR sum(${bytesOf('url request_headers response_headers response_body timings params outcome code')}) > ${maxRowBytes}`,
  `copies GROUP BY delivery_id HAVING count(*) > ${maxCopies} OR sum(${bytesOf('url request_headers body expected_signature response_headers response_body timings params mock_name')}) > ${maxRowBytes}`,
  `mock_requests WHERE delivery_id IS NOT NULL GROUP BY delivery_id HAVING count(*) > ${maxAttempts} OR sum(${bytesOf('path signature')}) > ${maxRowBytes}`,
];

function check(db: Database): void {
  if (!hasRunSchema(db)) throw new RunDatabaseProblem('its database has other tables');
  // Also compares the types of values, which the tables are strict about.
  if (db.pragma('integrity_check(1)', { simple: true }) !== 'ok')
    throw new RunDatabaseProblem('its database is damaged');
  for (const excess of excesses)
    if (db.prepare(`SELECT 1 FROM ${excess}`).get() !== undefined)
      throw new RunDatabaseProblem('its database has a row that is too large');
}

export type RunStore = ReturnType<typeof openRunStore>;

/** Throws a RunDatabaseProblem. */
export function openRunStore(file: string) {
  const problem = runFileProblem(file);
  if (problem === 'no_database') throw new RunDatabaseProblem('its database is none of Hookwright');
  if (problem === 'other_build')
    throw new RunDatabaseProblem(
      'its deliveries were written by another build',
      'run_database_of_other_build',
    );
  // better-sqlite3 opens it in the defensive mode of SQLite.
  const db = openForReading(file);
  try {
    db.pragma('trusted_schema = OFF');
    db.pragma('cell_size_check = ON');
    db.pragma('mmap_size = 0');
    check(db);
    return {
      ...readStoreOf(db),
      copies: createCopyStore(db, createRowNumbers(db).copies),
      ...rowsOf(db),
    };
  } catch (error) {
    db.close();
    throw error instanceof SqliteError ? new RunDatabaseProblem('its database is damaged') : error;
  }
}

function rowsOf(db: Database) {
  const facts = db
    .prepare<[number], string>('SELECT facts FROM run_deliveries WHERE id = ?')
    .pluck();
  const sender = db
    .prepare<[number], string>('SELECT sender FROM run_requests WHERE id = ?')
    .pluck();
  const ofMessage = db.prepare<[string, number, number], { id: number }>(`
    SELECT d.id FROM messages AS m CROSS JOIN deliveries AS d ON d.message_row_id = m.id
    WHERE m.message_id = ? AND d.id < ? ORDER BY d.id DESC LIMIT ?`);
  const requestIds = db
    .prepare<[object], number>(
      `SELECT id FROM run_requests
       WHERE id > @after AND (@messageId IS NULL OR message_id = @messageId) ORDER BY id LIMIT @limit`,
    )
    .pluck();
  return {
    /** As JSON; undefined for a delivery that was left out. */
    factsOf: (id: number): string | undefined => facts.get(id),
    senderOf: (id: number): string | undefined => sender.get(id),
    /** Newest first. */
    deliveriesOf: (messageId: string, before: number, limit: number) =>
      toPage(ofMessage.all(messageId, before, limit + 1), limit),
    /** In the order in which they arrived. */
    requestIds: (query: { after: number; messageId: string | null; limit: number }) =>
      requestIds.all(query),
  };
}
