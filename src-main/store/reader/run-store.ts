/**
 * Opens the database of a run archive, which anyone may have made. SQLite follows no instruction of the file: it has to
 * be intact and to have exactly our tables, without triggers, views or virtual tables. What its rows cost to read is
 * bounded before they are read (D62).
 */
import { type Database, SqliteError } from 'better-sqlite3';
import { AppError } from '#main/kit/app-error.ts';
import { maxItems } from '#shared/connections/limits.ts';
import { maxAttempts, maxCopies } from '#shared/scenarios/schema/run-data.ts';
import { createCopyStore } from '../copies.ts';
import { toPage } from '../cursor.ts';
import { createRowNumbers } from '../row-numbers.ts';
import { hasRunSchema, isOfOtherBuild } from '../schema.ts';
import { openForReading, readStoreOf } from './read-store.ts';

/** The reason ends a sentence. */
export const unreadableRun = (reason: string): AppError =>
  new AppError('conflict', `The data of this run can't be read: ${reason}.`, {
    fix: 'Run it again.',
  });

/** Names have 100 characters and IDs 64, apart from what replaces secrets. Any number of rows show them. */
const maxNameBytes = 2_000;
/** More than a message (D7) or the head of a request has: many are read at once. */
const maxShortBytes = 40_000;
/** More than the URLs and headers of a destination have. */
const maxSettingsBytes = 100_000;
/** What is written is at most 8 million characters as JSON. */
const maxRowBytes = 24 * 1024 ** 2;

const bytesOf = (...columns: readonly string[]): string =>
  columns.map((column) => `ifnull(octet_length(${column}), 0)`).join(' + ');

/** Read at once with a delivery. */
const perDelivery = (table: string, most: number, bytes: string): string =>
  `${table} WHERE delivery_id IS NOT NULL GROUP BY delivery_id
   HAVING count(*) > ${most} OR sum(${bytes}) > ${maxRowBytes}`;

/** Each finds rows that no run writes. Headers that many rows refer to would multiply. */
function excessesIn(db: Database): readonly string[] {
  const bytes = new Map(
    db
      .prepare<[], { table: string; columns: string }>(
        `SELECT m.name AS "table", group_concat(c.name) AS columns
         FROM sqlite_schema AS m CROSS JOIN pragma_table_info(m.name) AS c
         WHERE m.type = 'table' AND c.type IN ('TEXT', 'BLOB') GROUP BY 1`,
      )
      .all()
      .map(({ table, columns }) => [table, bytesOf(...columns.split(','))] as const),
  );
  return [
    'header_templates',
    'settings',
    ...[...bytes].map(([table, ofRow]) => `${table} WHERE ${ofRow} > ${maxRowBytes}`),
    ...['sources', 'destinations', 'mocks'].flatMap((table) => [
      `${table} LIMIT 1 OFFSET ${maxItems}`,
      `${table} WHERE ${bytesOf('id', 'name')} > ${maxNameBytes}`,
      `${table} WHERE ${bytes.get(table)} > ${maxSettingsBytes}`,
    ]),
    `messages WHERE ${bytesOf('label', 'type', 'outcome', 'timestamp', 'origin', 'origin_id')} > ${maxNameBytes}`,
    `messages WHERE ${bytesOf('message_id', 'user_id', 'anonymous_id')} > ${maxShortBytes}`,
    `deliveries WHERE ${bytesOf('state', 'reason', 'last_code', 'origin', 'origin_id')} > ${maxNameBytes}`,
    `mock_requests WHERE ${bytesOf('kind', 'fault', 'cause')} > ${maxNameBytes}`,
    `mock_requests WHERE ${bytesOf('method', 'path')} > ${maxShortBytes}`,
    ...['message_id', 'sender'].map(
      (column) => `run_requests WHERE ${bytesOf(column)} > ${maxShortBytes}`,
    ),
    perDelivery('attempts', maxAttempts, bytes.get('attempts') ?? ''),
    perDelivery('copies', maxCopies, bytes.get('copies') ?? ''),
    perDelivery('mock_requests', maxAttempts, bytesOf('path', 'signature')),
  ];
}

function check(db: Database): void {
  if (db.pragma('journal_mode', { simple: true }) !== 'delete')
    throw unreadableRun('its database is in WAL mode');
  if (!hasRunSchema(db)) throw unreadableRun('its database has other tables');
  // Also compares the types of values, which the tables are strict about.
  if (db.pragma('integrity_check(1)', { simple: true }) !== 'ok')
    throw unreadableRun('its database is damaged');
  for (const excess of excessesIn(db))
    if (db.prepare(`SELECT 1 FROM ${excess}`).get() !== undefined)
      throw unreadableRun('its database has a row that is too large');
}

export type RunStore = ReturnType<typeof openRunStore>;

/** Throws an AppError. */
export function openRunStore(file: string) {
  if (isOfOtherBuild(file)) throw unreadableRun('another build wrote its deliveries');
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
    throw error instanceof SqliteError ? unreadableRun('its database is damaged') : error;
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
