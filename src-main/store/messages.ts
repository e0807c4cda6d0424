import type { Database } from 'better-sqlite3';
import type {
  MessageOrigin,
  MessageOutcome,
  MessageSummary,
  MessageType,
  OriginKind,
} from '#shared/ingestion/message.ts';
import {
  type RequestColumns,
  type RequestOrPosition,
  readRequest,
  requestOf,
  toRequestColumns,
} from './batch-requests.ts';
import { readCursor, toPage } from './cursor.ts';
import { columnValueSql } from './delivery-list.ts';
import { createHeaderTemplates } from './header-templates.ts';
import type { TableNumbers } from './row-numbers.ts';
import type { Tx } from './write-queue.ts';

export interface NewMessage {
  readonly messageId: string;
  readonly sourceId: string;
  readonly type: MessageType;
  readonly label: string;
  readonly userId: string | null;
  readonly anonymousId: string | null;
  readonly timestamp: string;
  readonly receivedAt: number;
  readonly deliveryCount: number;
  readonly origin: MessageOrigin;
  /** Null if the message didn't arrive in a request. */
  readonly request: RequestOrPosition | null;
  readonly receivedText: string;
  readonly normalizedText: string;
}

interface SummaryRow {
  id: number;
  message_id: string;
  source_id: string;
  source_name: string;
  type: MessageType;
  label: string;
  column_value: string | null;
  user_id: string | null;
  anonymous_id: string | null;
  timestamp: string;
  received_at: number;
  origin: OriginKind | null;
  origin_id: string | null;
  outcome: MessageOutcome;
  delivery_count: number;
}

interface DetailRow extends SummaryRow, Pick<RequestColumns, 'request' | 'batch_index'> {
  received: string;
  normalized: string;
}

const toSummary = (row: SummaryRow): MessageSummary => ({
  id: row.id,
  messageId: row.message_id,
  sourceId: row.source_id,
  sourceName: row.source_name,
  type: row.type,
  label: row.label,
  columnValue: row.column_value,
  userId: row.user_id,
  anonymousId: row.anonymous_id,
  timestamp: row.timestamp,
  receivedAt: row.received_at,
  origin: { kind: row.origin ?? 'sdk', id: row.origin_id },
  outcome: row.outcome,
  deliveryCount: row.delivery_count,
});

/** NULL for most messages, to keep the origin indexes small. */
export const originColumn = ({ kind }: MessageOrigin): OriginKind | null =>
  kind === 'sdk' ? null : kind;

const noRequest: RequestColumns = { request: '', request_id: null, batch_index: null };

const summaryColumns = `m.id, message_id, source_id, sources.name AS source_name, type, label,
  ${columnValueSql}, user_id, anonymous_id, timestamp, received_at, origin, origin_id, outcome,
  delivery_count`;
const joined = 'FROM messages AS m JOIN sources ON sources.id = m.source_id';

export function createMessageStore(
  db: Database,
  numbers: TableNumbers,
  headerTemplates = createHeaderTemplates(db),
) {
  const insert = db.prepare(`
    INSERT INTO messages (id, message_id, source_id, type, label, user_id, anonymous_id, timestamp,
      received_at, origin, origin_id, outcome, delivery_count, request, request_id, batch_index, received, normalized)
    VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
    ON CONFLICT DO NOTHING`);
  const page = db.prepare<[number, number], SummaryRow>(
    `SELECT ${summaryColumns} ${joined} WHERE m.id < ? ORDER BY m.id DESC LIMIT ?`,
  );
  const summary = db.prepare<[number], SummaryRow>(
    `SELECT ${summaryColumns} ${joined} WHERE m.id = ?`,
  );
  const detail = db.prepare<[number], DetailRow>(
    `SELECT ${summaryColumns}, ${requestOf('m')}, received, normalized ${joined}
     LEFT JOIN batch_requests ON batch_requests.id = m.request_id WHERE m.id = ?`,
  );

  const idsAfter = db
    .prepare<[number], number>('SELECT id FROM messages WHERE id > ? ORDER BY id')
    .pluck();

  function insertAs(tx: Tx, message: NewMessage, outcome: MessageOutcome): number | null {
    const { request, request_id, batch_index } =
      message.request === null
        ? noRequest
        : toRequestColumns(message.request, (lines) => headerTemplates.store(tx, lines));
    // By position: looking up names takes longer than the rest of the call.
    const { changes, lastInsertRowid } = insert.run(
      numbers.next(),
      message.messageId,
      message.sourceId,
      message.type,
      message.label,
      message.userId,
      message.anonymousId,
      message.timestamp,
      message.receivedAt,
      originColumn(message.origin),
      message.origin.id,
      outcome,
      outcome === 'routed' ? message.deliveryCount : 0,
      request,
      request_id,
      batch_index,
      message.receivedText,
      message.normalizedText,
    );
    if (changes === 0) return null;
    const id = Number(lastInsertRowid);
    tx.changed({ kind: 'message', id });
    return id;
  }

  return {
    /** Returns the row number, or null if the source already sent this messageId (D9). */
    insert: (tx: Tx, message: NewMessage): number | null =>
      insertAs(tx, message, message.deliveryCount > 0 ? 'routed' : 'unrouted'),
    insertDuplicate(tx: Tx, message: NewMessage): void {
      insertAs(tx, message, 'duplicate');
    },
    page(limit: number, cursor: string | undefined) {
      return toPage(page.all(readCursor(cursor), limit + 1).map(toSummary), limit);
    },
    summary: (id: number): MessageSummary | undefined => {
      const row = summary.get(id);
      return row && toSummary(row);
    },
    /** Row numbers above one, in order. */
    idsAfter: (id: number): readonly number[] => idsAfter.all(id),
    detail(id: number) {
      const row = detail.get(id);
      return (
        row && {
          ...toSummary(row),
          request: row.request === '' ? null : readRequest(row, headerTemplates.read),
          receivedText: row.received,
          normalizedText: row.normalized,
        }
      );
    },
  };
}
