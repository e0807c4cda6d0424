import type { Database } from 'better-sqlite3';
import type {
  CopyDetail,
  CopySummary,
  ReceivedFrom,
  RecordedSigning,
  SecretOrigin,
  SignatureFit,
} from '#shared/deliveries/copy.ts';
import type { AttemptResult } from '#shared/deliveries/delivery.ts';
import type { HeaderLines } from '#shared/ingestion/message.ts';
import {
  type NewAttempt,
  paramsText,
  type ResponseColumns,
  toResponse,
  toResult,
} from './attempts.ts';
import { toBytes } from './bytes.ts';
import { readCursor, toPage } from './cursor.ts';
import type { TableNumbers } from './row-numbers.ts';
import type { Tx } from './write-queue.ts';

export interface NewCopy {
  readonly deliveryId: number | null;
  readonly received: ReceivedFrom | null;
  readonly sentAt: number;
  readonly method: string;
  readonly url: string;
  readonly headers: HeaderLines;
  readonly body: Uint8Array;
  readonly signing: RecordedSigning;
  readonly signatureFit: SignatureFit;
  readonly expectedSignature: string | null;
  readonly secretOrigin: SecretOrigin;
}

export type CopyAttempt = Pick<NewAttempt, 'result' | 'response' | 'timings'>;

interface SummaryRow {
  id: number;
  delivery_id: number | null;
  label: string | null;
  mock_id: string | null;
  mock_name: string | null;
  mock_request_id: number | null;
  state: CopySummary['state'];
  sent_at: number;
  method: string;
  url: string;
  signing: RecordedSigning;
  signature_fit: SignatureFit;
  response_status: number | null;
}

interface DetailRow extends SummaryRow, ResponseColumns {
  response_status: number | null;
  request_headers: string;
  body: Uint8Array;
  expected_signature: string | null;
  secret_origin: SecretOrigin;
  code: AttemptResult['code'];
  params: string | null;
  timings: string | null;
}

const toSummary = (row: SummaryRow): CopySummary => ({
  id: row.id,
  deliveryId: row.delivery_id,
  label: row.label,
  received:
    row.mock_id === null || row.mock_request_id === null
      ? null
      : {
          mockId: row.mock_id,
          mock: row.mock_name ?? '',
          requestId: row.mock_request_id,
        },
  sentAt: row.sent_at,
  method: row.method,
  url: row.url,
  signing: row.signing,
  signatureFit: row.signature_fit,
  state: row.state,
  status: row.response_status,
});

const toDetail = (row: DetailRow): CopyDetail => ({
  ...toSummary(row),
  request: { method: row.method, url: row.url, headers: JSON.parse(row.request_headers) },
  body: toBytes(row.body, row.body.length, false),
  expectedSignature: row.expected_signature,
  secretOrigin: row.secret_origin,
  attempt:
    row.timings === null || row.state === 'sending' || row.state === 'interrupted'
      ? null
      : {
          result: toResult(row.state, row),
          response: toResponse(row),
          timings: JSON.parse(row.timings),
        },
});

/** Two lookups by row number per row. */
const label = `(SELECT m.label FROM deliveries AS d CROSS JOIN messages AS m ON m.id = d.message_row_id
  WHERE d.id = copies.delivery_id) AS label`;

const summaryColumns = `id, delivery_id, ${label}, mock_id, mock_name,
  mock_request_id, state, sent_at, method, url, signing, signature_fit, response_status`;

export const copyPageQuery = `
  SELECT ${summaryColumns} FROM copies INDEXED BY copies_of_delivery
  WHERE delivery_id = @deliveryId AND id < @before ORDER BY id DESC LIMIT @limit`;

/** All copies in table order. */
export const allCopiesQuery = `
  SELECT ${summaryColumns} FROM copies WHERE id < @before ORDER BY id DESC LIMIT @limit`;

export function createCopyStore(db: Database, numbers: TableNumbers) {
  const insert = db.prepare(`
    INSERT INTO copies (id, delivery_id, mock_id, mock_name, mock_request_id, state, sent_at, method, url, request_headers, body, signing, signature_fit, expected_signature, secret_origin)
    VALUES (@id, @deliveryId, @mockId, @mockName, @mockRequestId, 'sending', @sentAt, @method, @url, @headers, @body, @signing, @signatureFit, @expectedSignature, @secretOrigin)`);
  const finish = db.prepare(`
    UPDATE copies SET state = @state, response_status = @status, response_headers = @headers,
      response_body = @body, response_bytes = @bodyBytes, response_truncated = @truncated,
      code = @code, params = @params, timings = @timings
    WHERE id = @id`);
  const interrupt = db.prepare(
    `UPDATE copies INDEXED BY copies_sending SET state = 'interrupted' WHERE state = 'sending'`,
  );
  const page = db.prepare<[object], SummaryRow>(copyPageQuery);
  const all = db.prepare<[object], SummaryRow>(allCopiesQuery);
  const summary = db.prepare<[number], SummaryRow>(
    `SELECT ${summaryColumns} FROM copies WHERE id = ?`,
  );
  const detail = db.prepare<[number], DetailRow>(`SELECT *, ${label} FROM copies WHERE id = ?`);

  const hasCopies = db
    .prepare<[number], number>(
      'SELECT EXISTS (SELECT 1 FROM copies INDEXED BY copies_of_delivery WHERE delivery_id = ?)',
    )
    .pluck();

  return {
    hasCopies: (deliveryId: number): boolean => hasCopies.get(deliveryId) === 1,
    /** Stores a request as being sent and returns its row number. */
    insert(tx: Tx, { received, ...copy }: NewCopy): number {
      const { lastInsertRowid } = insert.run({
        ...copy,
        id: numbers.next(),
        mockId: received?.mockId ?? null,
        mockName: received?.mock ?? null,
        mockRequestId: received?.requestId ?? null,
        headers: JSON.stringify(copy.headers),
      });
      const id = Number(lastInsertRowid);
      tx.count('copies_kept', 1);
      tx.changed({ kind: 'copy', id });
      return id;
    },
    finish(tx: Tx, id: number, { result, response, timings }: CopyAttempt): void {
      finish.run({
        id,
        state: result.outcome,
        status: response?.status ?? null,
        headers: response && JSON.stringify(response.headers),
        body: response?.body ?? null,
        bodyBytes: response?.bodyBytes ?? null,
        truncated: response && Number(response.truncated),
        code: result.code,
        params: paramsText(result),
        timings: JSON.stringify(timings),
      });
      tx.changed({ kind: 'copy', id });
    },
    /** Marks requests as interrupted after a restart. */
    interrupt(_tx: Tx): void {
      interrupt.run();
    },
    page(deliveryId: number, limit: number, cursor: string | undefined) {
      const rows = page.all({ deliveryId, before: readCursor(cursor), limit: limit + 1 });
      return toPage(rows.map(toSummary), limit);
    },
    pageOfAll(limit: number, cursor: string | undefined) {
      const rows = all.all({ before: readCursor(cursor), limit: limit + 1 });
      return toPage(rows.map(toSummary), limit);
    },
    summary: (id: number): CopySummary | undefined => {
      const row = summary.get(id);
      return row && toSummary(row);
    },
    detail: (id: number): CopyDetail | undefined => {
      const row = detail.get(id);
      return row && toDetail(row);
    },
  };
}
