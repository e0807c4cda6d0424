import type { Database } from 'better-sqlite3';
import {
  type IngestCode,
  maxStoredPerBatch,
  type ReceivedRequest,
  type RejectedDetail,
  type RejectedSummary,
} from '#shared/ingestion/message.ts';
import type { RejectionProblem } from '#shared/ingestion/rejection.ts';
import {
  deleteUnusedRequest,
  type RequestColumns,
  type RequestOrPosition,
  readRequest,
  requestOf,
  toRequestColumns,
} from './batch-requests.ts';
import { readCursor, toPage } from './cursor.ts';
import type { RowNumbers } from './row-numbers.ts';
import type { Tx } from './write-queue.ts';

export interface NewRejected {
  readonly receivedAt: number;
  readonly sourceId: string | null;
  /** Whether it had the write key of an enabled source; others have separate, lower limits. */
  readonly authenticated: boolean;
  readonly type: string | null;
  readonly status: number;
  readonly code: IngestCode;
  readonly problem: RejectionProblem;
  readonly request: RequestOrPosition;
  /** Size of the head before truncation; null if complete. */
  readonly truncatedHeadBytes: number | null;
  readonly body: Uint8Array;
  /** Size of the body before truncation. */
  readonly bodyBytes: number;
}

/** Twice the size of the largest valid message, enough to recognize the problem. */
const maxBodyBytes = 65_536;

export interface RejectedLimit {
  readonly requests: number;
  readonly bytes: number;
}

/**
 * Limits for stored requests; the newest are kept. Anyone, even a web page in a local browser, can
 * send without a write key, so these requests use little disk space and never displace requests
 * with a key.
 */
export const rejectedLimits = {
  authenticated: { requests: 50_000, bytes: 256 * 1024 * 1024 },
  unauthenticated: { requests: 10_000, bytes: 10 * 1024 * 1024 },
} satisfies Record<string, RejectedLimit>;

/** Requests with and without a write key are limited and counted separately. */
const partOf = (authenticated: boolean) => ({
  scope: authenticated ? 'authenticated' : 'unauthenticated',
});

/** Rows deleted per write: more than one write adds, but few enough not to delay other work. */
const prunedRows = 2 * maxStoredPerBatch;

interface KeptRow {
  readonly id: number;
  readonly authenticated: 0 | 1;
  readonly kept_bytes: number;
  readonly request_id: number | null;
}

interface SummaryRow {
  id: number;
  received_at: number;
  source_id: string | null;
  source_name: string | null;
  type: string | null;
  status: number;
  code: IngestCode;
  problem: string;
  rejected_count: number | null;
}

interface DetailRow extends SummaryRow, Pick<RequestColumns, 'request' | 'batch_index'> {
  head_bytes: number | null;
  body: Uint8Array;
  body_bytes: number;
}

const toSummary = (row: SummaryRow): RejectedSummary => ({
  id: row.id,
  receivedAt: row.received_at,
  sourceId: row.source_id,
  sourceName: row.source_name,
  type: row.type,
  status: row.status,
  code: row.code,
  problem: JSON.parse(row.problem),
  batch:
    row.rejected_count === null
      ? null
      : {
          rejected: row.rejected_count,
          kept: Math.min(row.rejected_count, maxStoredPerBatch),
        },
});

/** Size of a request head in bytes: request line, header lines and the empty line. */
export const headBytesOf = ({ method, path, headers }: ReceivedRequest): number =>
  headers.reduce(
    (sum, [name, value]) => sum + name.length + value.length + ': \r\n'.length,
    `${method} ${path} HTTP/1.1\r\n\r\n`.length,
  );

const summaryColumns = `rejected.id, received_at, source_id, sources.name AS source_name, type, status,
  code, problem, rejected_count`;
const joined = `FROM rejected LEFT JOIN sources ON sources.id = rejected.source_id
  LEFT JOIN batch_requests ON batch_requests.id = rejected.request_id`;

export function createRejectedStore(
  db: Database,
  numbers: RowNumbers['rejected'],
  limits: typeof rejectedLimits = rejectedLimits,
) {
  const insert = db.prepare(`
    INSERT INTO rejected (id, received_at, source_id, authenticated, type, status, code, problem, request,
      request_id, batch_index, head_bytes, body, body_bytes, kept_bytes)
    VALUES (@id, @receivedAt, @sourceId, @authenticated, @type, @status, @code, @problem, @request,
      @request_id, @batch_index, @truncatedHeadBytes, @body, @bodyBytes, @keptBytes)`);
  const page = db.prepare<[number, number], SummaryRow>(
    `SELECT ${summaryColumns} ${joined} WHERE rejected.id < ? ORDER BY rejected.id DESC LIMIT ?`,
  );
  const summary = db.prepare<[number], SummaryRow>(
    `SELECT ${summaryColumns} ${joined} WHERE rejected.id = ?`,
  );
  const detail = db.prepare<[number], DetailRow>(
    `SELECT ${summaryColumns}, ${requestOf('rejected')}, head_bytes, body, body_bytes ${joined}
     WHERE rejected.id = ?`,
  );
  const batchHeadBytes = db
    .prepare<[number], number>(
      `SELECT octet_length(request) FROM batch_requests WHERE id = ? AND NOT EXISTS (
         SELECT 1 FROM rejected INDEXED BY rejected_of_request WHERE request_id = batch_requests.id)`,
    )
    .pluck();
  const keptColumns = 'id, authenticated, kept_bytes, request_id';
  const oldest = db.prepare<[number, number], KeptRow>(
    `SELECT ${keptColumns} FROM rejected INDEXED BY rejected_by_authentication
     WHERE authenticated = ? ORDER BY id LIMIT ?`,
  );
  const oldestUpTo = db.prepare<[number, number], KeptRow>(
    `SELECT ${keptColumns} FROM rejected WHERE id <= ? ORDER BY id LIMIT ?`,
  );
  const removeRow = db.prepare('DELETE FROM rejected WHERE id = ?');
  const removeUnusedRequest = db.prepare(deleteUnusedRequest);

  function remove(tx: Tx, { id, authenticated, kept_bytes, request_id }: KeptRow): void {
    removeRow.run(id);
    const part = partOf(authenticated === 1);
    tx.count('rejected_kept', -1, part);
    tx.count('rejected_kept_bytes', -kept_bytes, part);
    if (request_id !== null) removeUnusedRequest.run(request_id);
    numbers.deleted(tx, id);
  }

  function prune(tx: Tx, authenticated: boolean): void {
    const limit = authenticated ? limits.authenticated : limits.unauthenticated;
    const part = partOf(authenticated);
    const isWithinLimits = (): boolean =>
      tx.counted('rejected_kept', part) <= limit.requests &&
      tx.counted('rejected_kept_bytes', part) <= limit.bytes;
    if (isWithinLimits()) return;
    for (const row of oldest.all(Number(authenticated), prunedRows)) {
      if (isWithinLimits()) break;
      remove(tx, row);
    }
  }

  function insertOne(tx: Tx, rejected: NewRejected): void {
    const columns = toRequestColumns(rejected.request);
    const body = rejected.body.subarray(0, maxBodyBytes);
    const head =
      columns.request_id === null
        ? Buffer.byteLength(columns.request)
        : (batchHeadBytes.get(columns.request_id) ?? 0);
    const problem = JSON.stringify(rejected.problem);
    const keptBytes = head + Buffer.byteLength(problem) + body.length;
    const { lastInsertRowid } = insert.run({
      ...rejected,
      id: numbers.next(),
      ...columns,
      authenticated: Number(rejected.authenticated),
      problem,
      body,
      keptBytes,
    });
    tx.count('rejected_kept', 1, partOf(rejected.authenticated));
    tx.count('rejected_kept_bytes', keptBytes, partOf(rejected.authenticated));
    tx.changed({ kind: 'rejected', id: Number(lastInsertRowid) });
  }

  return {
    /** Inserts the rejections of one request and deletes the oldest beyond the limits. */
    insert(tx: Tx, rejected: readonly NewRejected[]): void {
      for (const request of rejected) insertOne(tx, request);
      const [first] = rejected;
      if (first !== undefined) prune(tx, first.authenticated);
    },
    /** Deletes the oldest rows up to a row number and returns how many. */
    deleteSome(tx: Tx, upTo: number, limit: number): number {
      const rows = oldestUpTo.all(upTo, limit);
      for (const row of rows) remove(tx, row);
      if (rows.length > 0)
        tx.changed({ kind: 'deleted', noun: 'rejected', ids: rows.map(({ id }) => id) });
      return rows.length;
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
      if (row === undefined) return undefined;
      const request = readRequest(row);
      return {
        ...toSummary(row),
        request,
        headTruncated: row.head_bytes !== null,
        headBytes: row.head_bytes ?? headBytesOf(request),
        bodyText: Buffer.from(row.body).toString('utf8'),
        bodyTruncated: row.body.length < row.body_bytes,
        bodyBytes: row.body_bytes,
      };
    },
  };
}
