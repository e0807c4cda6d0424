/** Batch requests, each stored once. Their messages and rejected items refer to them (D47). */
import type { Database } from 'better-sqlite3';
import type { HeaderLines, ReceivedRequest } from '#shared/ingestion/message.ts';
import type { StoredHeaders } from './header-templates.ts';
import type { Tx } from './write-queue.ts';

/** A position in a stored batch request. */
export interface BatchPosition {
  readonly requestId: number;
  readonly batchIndex: number;
}

/** The request itself if only one row needs it, otherwise a position in a batch. */
export type RequestOrPosition = ReceivedRequest | BatchPosition;

/** Columns of tables whose rows have a request. */
export interface RequestColumns {
  /** Empty if `request_id` is set. */
  readonly request: string;
  readonly request_id: number | null;
  readonly batch_index: number | null;
}

export function toRequestColumns(
  request: RequestOrPosition,
  stored: (lines: HeaderLines) => StoredHeaders = (lines) => lines,
): RequestColumns {
  if ('requestId' in request)
    return { request: '', request_id: request.requestId, batch_index: request.batchIndex };
  const text = JSON.stringify({ ...request, headers: stored(request.headers) });
  return { request: text, request_id: null, batch_index: null };
}

/** SQL for the request text in a query that joins `batch_requests`. */
export const requestOf = (table: 'm' | 'rejected'): string =>
  `CASE WHEN ${table}.request_id IS NULL THEN ${table}.request ELSE batch_requests.request END AS request,
   batch_index`;

export function readRequest(
  { request, batch_index }: Pick<RequestColumns, 'request' | 'batch_index'>,
  read: (stored: StoredHeaders) => HeaderLines = (stored) => stored as HeaderLines,
): ReceivedRequest {
  const { headers, ...received } = JSON.parse(request) as Omit<ReceivedRequest, 'headers'> & {
    readonly headers: StoredHeaders;
  };
  return {
    ...received,
    headers: read(headers),
    batchIndex: batch_index ?? received.batchIndex,
  };
}

/** Deletes a request without remaining messages or rejected items. */
export const deleteUnusedRequest = `
  DELETE FROM batch_requests WHERE id = ?
    AND NOT EXISTS (SELECT 1 FROM messages INDEXED BY messages_of_request
      WHERE request_id = batch_requests.id)
    AND NOT EXISTS (SELECT 1 FROM rejected INDEXED BY rejected_of_request
      WHERE request_id = batch_requests.id)`;

export function createBatchRequestStore(db: Database) {
  const insert = db.prepare<[string, number]>(
    'INSERT INTO batch_requests (request, rejected_count) VALUES (?, ?)',
  );

  return {
    /** `rejectedCount` includes items that are not stored. Returns the row number. */
    insert(_tx: Tx, request: ReceivedRequest, rejectedCount: number): number {
      const { lastInsertRowid } = insert.run(JSON.stringify(request), rejectedCount);
      return Number(lastInsertRowid);
    },
  };
}
