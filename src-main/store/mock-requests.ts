import type { Database } from 'better-sqlite3';
import { z } from 'zod';
import type { ReceivedByMock } from '#shared/deliveries/delivery.ts';
import { type HeaderLines, MessageType } from '#shared/ingestion/message.ts';
import type {
  ForwardedRequest,
  MessageInBody,
  MockConnection,
  MockEntry,
  MockEntryDetail,
  MockResponse,
  SignatureDetail,
} from '#shared/mocks/request.ts';
import { toBytes } from './bytes.ts';
import { readCursor, toPage } from './cursor.ts';
import type { Tx } from './write-queue.ts';

const text = z.string().optional().catch(undefined);

/** Fields of Hookwright's own bodies. Anyone can send a body, so only the type must be valid. */
const OwnBody = z.object({
  type: MessageType,
  event: text,
  name: text,
  properties: z.object({ name: text }).optional().catch(undefined),
  groupId: text,
  userId: text,
  anonymousId: text,
  'User ID': text,
});

/** Maximum label length. List rows show less. */
const maxLabelLength = 200;

function readJson(body: Uint8Array): unknown {
  try {
    return JSON.parse(Buffer.from(body).toString('utf8'));
  } catch {
    return undefined;
  }
}

/** Finds the message in a webhook body; null if it isn't one of ours. */
function messageInBody(body: Uint8Array): MessageInBody | null {
  const parsedBody = OwnBody.safeParse(readJson(body));
  if (!parsedBody.success) return null;
  const { type, event, name, properties, groupId, userId, anonymousId } = parsedBody.data;
  const label =
    event ??
    name ??
    properties?.name ??
    groupId ??
    userId ??
    anonymousId ??
    parsedBody.data['User ID'];
  return { type, label: (label ?? '').slice(0, maxLabelLength) };
}

export interface NewMockEntry extends Omit<MockEntry, 'id' | 'signature' | 'message'> {
  readonly signature: SignatureDetail | null;
  readonly headers: HeaderLines;
  /** The complete body or its beginning, as the log keeps it. `bodyBytes` is the full size. */
  readonly body: Uint8Array;
  readonly response: MockResponse | null;
  readonly forwarded: ForwardedRequest | null;
  readonly connection: MockConnection;
}

interface Row {
  id: number;
  mock_id: string;
  received_at: number;
  delivery_id: number | null;
  kind: MockEntry['kind'];
  method: string | null;
  path: string | null;
  body_bytes: number;
  body: Uint8Array;
  signature: string | null;
  status: number | null;
  fault: MockEntry['fault'];
  cause: MockEntry['cause'];
}

interface DetailRow extends Row {
  headers: string;
  response: string | null;
  forwarded: string | null;
  connection: string;
}

const parseOrNull = <Value>(text: string | null): Value | null =>
  text === null ? null : (JSON.parse(text) as Value);

const signatureIn = (row: Pick<Row, 'signature'>): SignatureDetail | null =>
  parseOrNull<SignatureDetail>(row.signature);

function toEntry(row: Row): MockEntry {
  const signature = signatureIn(row);
  return {
    id: row.id,
    mockId: row.mock_id,
    receivedAt: row.received_at,
    deliveryId: row.delivery_id,
    kind: row.kind,
    method: row.method,
    path: row.path,
    bodyBytes: row.body_bytes,
    message: row.body.length === row.body_bytes ? messageInBody(row.body) : null,
    signature: signature && { raw: signature.raw, parsed: signature.parsed },
    status: row.status,
    fault: row.fault,
    cause: row.cause,
  };
}

const summary =
  'id, mock_id, received_at, delivery_id, kind, method, path, body_bytes, body, signature, status, fault, cause';

/** The signature that the mock endpoint computed, if it rejected another one. */
export const computedBy = ({
  cause,
  signature,
}: Pick<MockEntry, 'cause'> & { readonly signature: SignatureDetail | null }): string | null =>
  cause === 'signature' && signature?.raw === 'mismatch' ? signature.expectedRaw : null;

export function createMockRequestStore(db: Database) {
  const insert = db.prepare(`
    INSERT INTO mock_requests (mock_id, received_at, delivery_id, kind, method, path, body_bytes,
      signature, status, fault, cause, kept_bytes, headers, response, forwarded, connection, body)
    VALUES (@mockId, @receivedAt, @deliveryId, @kind, @method, @path, @bodyBytes, @signature, @status,
      @fault, @cause, @keptBytes, @headers, @response, @forwarded, @connection,
      @body)`);
  const page = db.prepare<[string, number, number], Row>(
    `SELECT ${summary} FROM mock_requests INDEXED BY mock_requests_of_mock
     WHERE mock_id = ? AND id < ? ORDER BY id DESC LIMIT ?`,
  );
  const byId = db.prepare<[number], Row>(`SELECT ${summary} FROM mock_requests WHERE id = ?`);
  const detail = db.prepare<[string, number], DetailRow>(
    `SELECT ${summary}, headers, response, forwarded, connection FROM mock_requests
     WHERE mock_id = ? AND id = ?`,
  );
  const bodyOf = db
    .prepare<[string, number], Uint8Array>(
      'SELECT body FROM mock_requests WHERE mock_id = ? AND id = ?',
    )
    .pluck();
  const ofDelivery = db.prepare<
    [number],
    Pick<Row, 'id' | 'mock_id' | 'received_at' | 'cause' | 'signature'> & { path: string }
  >(
    `SELECT r.id, r.mock_id, r.received_at, r.path, r.cause, r.signature
     FROM mock_requests AS r INDEXED BY mock_requests_of_delivery
     JOIN mocks ON mocks.id = r.mock_id AND mocks.deleted_at IS NULL
     WHERE r.delivery_id = ? ORDER BY r.id`,
  );
  const lastAt = db
    .prepare<[string], number>(
      `SELECT received_at FROM mock_requests INDEXED BY mock_requests_of_mock
       WHERE mock_id = ? ORDER BY id DESC LIMIT 1`,
    )
    .pluck();
  const clear = db.prepare('DELETE FROM mock_requests WHERE mock_id = ?');
  const totals = db.prepare<[], { entries: number; bytes: number }>(
    'SELECT COUNT(*) AS entries, COALESCE(SUM(kept_bytes), 0) AS bytes FROM mock_requests',
  );
  const idsBefore = db
    .prepare<[string, number, number], number>(
      `SELECT id FROM mock_requests INDEXED BY mock_requests_of_mock
       WHERE mock_id = ? AND id < ? ORDER BY id DESC LIMIT ?`,
    )
    .pluck();
  const count = db
    .prepare<[string, number], number>(
      `SELECT COUNT(*) FROM mock_requests INDEXED BY mock_requests_of_mock
       WHERE mock_id = ? AND id <= ?`,
    )
    .pluck();
  const newest = db.prepare<[], number>('SELECT COALESCE(MAX(id), 0) FROM mock_requests').pluck();
  const oldest = db.prepare<[number, number], { id: number; kept_bytes: number }>(
    'SELECT id, kept_bytes FROM mock_requests WHERE id <= ? ORDER BY id LIMIT ?',
  );
  const removeUpTo = db
    .prepare<[number], number>('DELETE FROM mock_requests WHERE id <= ? RETURNING id')
    .pluck();

  return {
    /** Inserts an entry and returns its stored size in bytes. */
    insert(tx: Tx, entry: NewMockEntry): number {
      const { body } = entry;
      const headers = JSON.stringify(entry.headers);
      const response = entry.response && JSON.stringify(entry.response);
      const forwarded = entry.forwarded && JSON.stringify(entry.forwarded);
      const keptBytes =
        body.length + headers.length + (response?.length ?? 0) + (forwarded?.length ?? 0);
      const { lastInsertRowid } = insert.run({
        mockId: entry.mockId,
        receivedAt: entry.receivedAt,
        deliveryId: entry.deliveryId,
        kind: entry.kind,
        method: entry.method,
        path: entry.path,
        bodyBytes: entry.bodyBytes,
        signature: entry.signature && JSON.stringify(entry.signature),
        status: entry.status,
        fault: entry.fault,
        cause: entry.cause,
        keptBytes,
        headers,
        response,
        forwarded,
        connection: JSON.stringify(entry.connection),
        body,
      });
      tx.changed({ kind: 'mockRequest', id: Number(lastInsertRowid) });
      return keptBytes;
    },
    page(mockId: string, limit: number, cursor: string | undefined) {
      const rows = page.all(mockId, readCursor(cursor), limit + 1);
      return toPage(rows.map(toEntry), limit);
    },
    summary: (id: number): MockEntry | undefined => {
      const row = byId.get(id);
      return row && toEntry(row);
    },
    detail(mockId: string, id: number): MockEntryDetail | undefined {
      const row = detail.get(mockId, id);
      return (
        row && {
          ...toEntry(row),
          signature: signatureIn(row),
          headers: JSON.parse(row.headers),
          body: toBytes(row.body, row.body_bytes, row.body.length < row.body_bytes),
          response: parseOrNull<MockResponse>(row.response),
          forwarded: parseOrNull<ForwardedRequest>(row.forwarded),
          connection: JSON.parse(row.connection),
        }
      );
    },
    /** The stored bytes, which may be the beginning of the body only. */
    bodyOf: (mockId: string, id: number): Uint8Array | undefined => bodyOf.get(mockId, id),
    /** Requests of a delivery to mock endpoints that still exist, oldest first. */
    ofDelivery: (deliveryId: number): ReceivedByMock[] =>
      ofDelivery.all(deliveryId).map(({ id, mock_id, received_at, path, ...row }) => ({
        id,
        mockId: mock_id,
        receivedAt: received_at,
        path,
        computed: computedBy({ cause: row.cause, signature: signatureIn(row) }),
      })),
    /** Newest first. */
    idsBefore: (mockId: string, id: number, limit: number): readonly number[] =>
      idsBefore.all(mockId, id, limit),
    count: (mockId: string, upTo: number): number => count.get(mockId, upTo) ?? 0,
    /** Row number of the newest entry of all mock endpoints. */
    newest: (): number => newest.get() ?? 0,
    /** Time of a mock endpoint's newest entry; null if there is none. */
    lastAt: (mockId: string): number | null => lastAt.get(mockId) ?? null,
    clear(tx: Tx, mockId: string): void {
      clear.run(mockId);
      tx.changed({ kind: 'mockCleared', id: mockId });
    },
    /** Number and size of all entries. Reads all rows. */
    totals: (): { readonly entries: number; readonly bytes: number } =>
      totals.get() ?? { entries: 0, bytes: 0 },
    /** The oldest entries of all mock endpoints up to a row number. */
    oldest: (limit: number, upTo = Number.MAX_SAFE_INTEGER) =>
      oldest.all(upTo, limit).map(({ id, kept_bytes }) => ({ id, keptBytes: kept_bytes })),
    removeUpTo(tx: Tx, id: number): void {
      const ids = removeUpTo.all(id);
      if (ids.length > 0) tx.changed({ kind: 'deleted', noun: 'mockRequest', ids });
    },
  };
}
