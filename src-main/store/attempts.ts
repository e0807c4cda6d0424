import type { Database } from 'better-sqlite3';
import type {
  Attempt,
  AttemptResponse,
  AttemptResult,
  SentRequest,
} from '#shared/deliveries/delivery.ts';
import type { HeaderLines } from '#shared/ingestion/message.ts';
import { toBytes } from './bytes.ts';
import { createHeaderTemplates } from './header-templates.ts';
import type { TableNumbers } from './row-numbers.ts';
import type { Tx } from './write-queue.ts';

/** Response columns. The status is null if there was no response. */
export interface ResponseColumns {
  readonly response_status: number | null;
  readonly response_headers: string | null;
  readonly response_body: Uint8Array | null;
  readonly response_bytes: number | null;
  readonly response_truncated: number | null;
}

export function toResponse(
  row: ResponseColumns,
  headersOf: (stored: string) => HeaderLines = JSON.parse,
): AttemptResponse | null {
  if (row.response_status === null) return null;
  return {
    status: row.response_status,
    headers: headersOf(row.response_headers ?? '[]'),
    body: toBytes(
      row.response_body ?? new Uint8Array(),
      row.response_bytes ?? 0,
      row.response_truncated === 1,
    ),
  };
}

export interface NewAttempt {
  readonly deliveryId: number;
  readonly url: string;
  readonly round: number;
  readonly windowRound: number;
  readonly startedAt: number;
  readonly requestHeaders: HeaderLines;
  readonly response: {
    readonly status: number;
    readonly headers: HeaderLines;
    readonly body: Uint8Array;
    readonly bodyBytes: number;
    readonly truncated: boolean;
  } | null;
  readonly result: Attempt['result'];
  readonly timings: Attempt['timings'];
}

export interface Exchange {
  readonly request: SentRequest;
  readonly response: { readonly headers: HeaderLines } | null;
}

/** Columns of a result. Empty params are not stored. */
interface ResultColumns {
  readonly code: AttemptResult['code'];
  readonly params: string | null;
}

export const toResult = (
  outcome: AttemptResult['outcome'],
  { code, params }: ResultColumns,
): AttemptResult =>
  // Stored from a valid result, so the code matches the outcome.
  ({ outcome, code, params: params === null ? {} : JSON.parse(params) }) as AttemptResult;

export const paramsText = ({ params }: AttemptResult): string | null =>
  Object.keys(params).length === 0 ? null : JSON.stringify(params);

interface Row extends ResponseColumns, ResultColumns {
  id: number;
  delivery_id: number;
  url: string;
  round: number;
  window_round: number;
  started_at: number;
  request_headers: string;
  outcome: AttemptResult['outcome'];
  timings: string;
}

/** What decides about an attempt, without bytes. */
export interface AttemptFacts {
  readonly url: string;
  /** Of retries, from 0: a command starts another one. */
  readonly window: number;
  readonly startedAt: number;
  readonly status: number | null;
  readonly code: AttemptResult['code'];
}

export function createAttemptStore(
  db: Database,
  numbers: TableNumbers,
  headerTemplates = createHeaderTemplates(db),
) {
  const insert = db.prepare(`
    INSERT INTO attempts (id, delivery_id, url, round, window_round, started_at, request_headers,
      response_status, response_headers, response_body, response_bytes, response_truncated, outcome,
      code, params, timings)
    VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`);
  const byDelivery = db.prepare<[number], Row>(
    'SELECT * FROM attempts WHERE delivery_id = ? ORDER BY id',
  );
  const byDeliveryAfter = db.prepare<[number, number, number], Row>(
    'SELECT * FROM attempts WHERE delivery_id = ? AND id > ? ORDER BY id LIMIT ?',
  );
  const facts = db.prepare<[number, number], AttemptFacts>(
    `SELECT url, round - window_round AS window, started_at AS startedAt, response_status AS status, code
     FROM attempts WHERE delivery_id = ? ORDER BY id LIMIT ?`,
  );
  const after = db.prepare<[number], Row>('SELECT * FROM attempts WHERE id > ? ORDER BY id');
  // SQLite takes the other columns from the row with the maximum id.
  const lastExchanges = db.prepare<
    [number, number | null],
    Pick<Row, 'url' | 'request_headers' | 'response_headers'>
  >(
    `SELECT url, request_headers, response_headers, MAX(id) FROM attempts
     WHERE delivery_id = ? AND id = COALESCE(?, id) GROUP BY url ORDER BY MIN(id)`,
  );

  const headersOf = (stored: string): HeaderLines => headerTemplates.read(JSON.parse(stored));

  const sentRequest = ({ url, request_headers }: Pick<Row, 'url' | 'request_headers'>) =>
    ({ method: 'POST', url, headers: headersOf(request_headers) }) as const;

  const toAttempt = (row: Row): Attempt => ({
    id: row.id,
    deliveryId: row.delivery_id,
    url: row.url,
    round: row.round,
    windowRound: row.window_round,
    startedAt: row.started_at,
    request: sentRequest(row),
    response: toResponse(row, headersOf),
    result: toResult(row.outcome, row),
    timings: JSON.parse(row.timings),
  });

  return {
    insert(tx: Tx, attempt: NewAttempt): void {
      const { response } = attempt;
      // Positional parameters: named ones double the time of this call.
      insert.run(
        numbers.next(),
        attempt.deliveryId,
        attempt.url,
        attempt.round,
        attempt.windowRound,
        attempt.startedAt,
        JSON.stringify(headerTemplates.store(tx, attempt.requestHeaders)),
        response?.status ?? null,
        response && JSON.stringify(headerTemplates.store(tx, response.headers)),
        response?.body ?? null,
        response?.bodyBytes ?? 0,
        Number(response?.truncated ?? false),
        attempt.result.outcome,
        attempt.result.code,
        paramsText(attempt.result),
        JSON.stringify(attempt.timings),
      );
    },
    /** All attempts above a row number. */
    after: (id: number): Attempt[] => after.all(id).map(toAttempt),
    byDelivery: (deliveryId: number): Attempt[] => byDelivery.all(deliveryId).map(toAttempt),
    facts: (deliveryId: number, limit: number): readonly AttemptFacts[] =>
      facts.all(deliveryId, limit),
    byDeliveryAfter: (deliveryId: number, after: number, limit: number): Attempt[] =>
      byDeliveryAfter.all(deliveryId, after, limit).map(toAttempt),
    /**
     * The last request to each webhook, or the request of one attempt, with the response headers.
     */
    lastExchanges: (deliveryId: number, attemptId?: number): Exchange[] =>
      lastExchanges.all(deliveryId, attemptId ?? null).map((row) => ({
        request: sentRequest(row),
        response:
          row.response_headers === null ? null : { headers: headersOf(row.response_headers) },
      })),
  };
}
