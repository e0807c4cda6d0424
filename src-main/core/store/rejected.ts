import type { Database } from 'better-sqlite3';
import type {
  IngestCode,
  ReceivedRequest,
  RejectedDetail,
  RejectedSummary,
} from '#shared/schemas/message.ts';
import { readCursor, toPage } from './cursor.ts';
import type { Tx } from './write-queue.ts';

export interface NewRejected {
  readonly receivedAt: number;
  readonly sourceId: string | null;
  readonly type: string | null;
  readonly status: number;
  readonly code: IngestCode;
  readonly message: string;
  readonly request: ReceivedRequest;
  readonly body: Uint8Array;
}

/** Twice the size of the largest valid message: enough to see what was wrong with it. */
const keptBodyBytes = 65_536;

interface SummaryRow {
  id: number;
  received_at: number;
  source_id: string | null;
  source_name: string | null;
  type: string | null;
  status: number;
  code: IngestCode;
  message: string;
}

interface DetailRow extends SummaryRow {
  request: string;
  body: Uint8Array;
  body_truncated: number;
}

const toSummary = (row: SummaryRow): RejectedSummary => ({
  id: row.id,
  receivedAt: row.received_at,
  sourceId: row.source_id,
  sourceName: row.source_name,
  type: row.type,
  status: row.status,
  code: row.code,
  message: row.message,
});

const summaryColumns =
  'rejected.id, received_at, source_id, sources.name AS source_name, type, status, code, message';
const joined = 'FROM rejected LEFT JOIN sources ON sources.id = rejected.source_id';

export function createRejectedStore(db: Database) {
  const insert = db.prepare(`
    INSERT INTO rejected (received_at, source_id, type, status, code, message, request, body, body_truncated)
    VALUES (@receivedAt, @sourceId, @type, @status, @code, @message, @request, @body, @bodyTruncated)`);
  const page = db.prepare<[number, number], SummaryRow>(
    `SELECT ${summaryColumns} ${joined} WHERE rejected.id < ? ORDER BY rejected.id DESC LIMIT ?`,
  );
  const summary = db.prepare<[number], SummaryRow>(
    `SELECT ${summaryColumns} ${joined} WHERE rejected.id = ?`,
  );
  const detail = db.prepare<[number], DetailRow>(
    `SELECT ${summaryColumns}, request, body, body_truncated ${joined} WHERE rejected.id = ?`,
  );

  return {
    insert(tx: Tx, rejected: NewRejected): void {
      const { lastInsertRowid } = insert.run({
        ...rejected,
        request: JSON.stringify(rejected.request),
        body: rejected.body.subarray(0, keptBodyBytes),
        bodyTruncated: Number(rejected.body.length > keptBodyBytes),
      });
      tx.changed({ kind: 'rejected', id: Number(lastInsertRowid) });
    },
    page(limit: number, cursor: string | undefined) {
      return toPage(page.all(readCursor(cursor), limit + 1).map(toSummary), limit);
    },
    summary: (id: number): RejectedSummary | undefined => {
      const row = summary.get(id);
      return row && toSummary(row);
    },
    detail(id: number): RejectedDetail | undefined {
      const row = detail.get(id);
      return (
        row && {
          ...toSummary(row),
          request: JSON.parse(row.request),
          bodyText: Buffer.from(row.body).toString('utf8'),
          bodyTruncated: row.body_truncated === 1,
        }
      );
    },
  };
}
