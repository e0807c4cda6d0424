import type { Database } from 'better-sqlite3';
import { z } from 'zod';
import type { ReceivedByReceiver } from '#shared/schemas/delivery.ts';
import { type HeaderLines, MessageType } from '#shared/schemas/message.ts';
import type {
  ForwardedRequest,
  MessageInBody,
  ReceiverConnection,
  ReceiverEntry,
  ReceiverEntryDetail,
  ReceiverResponse,
  SignatureDetail,
} from '#shared/schemas/receiver-request.ts';
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

export interface NewReceiverEntry extends Omit<ReceiverEntry, 'id' | 'signature' | 'message'> {
  readonly signature: SignatureDetail | null;
  readonly headers: HeaderLines;
  /** The complete body or its beginning, as the log keeps it. `bodyBytes` is the full size. */
  readonly body: Uint8Array;
  readonly response: ReceiverResponse | null;
  readonly forwarded: ForwardedRequest | null;
  readonly connection: ReceiverConnection;
}

interface Row {
  id: number;
  receiver_id: string;
  received_at: number;
  delivery_id: number | null;
  kind: ReceiverEntry['kind'];
  method: string | null;
  path: string | null;
  body_bytes: number;
  body: Uint8Array;
  signature: string | null;
  status: number | null;
  fault: ReceiverEntry['fault'];
  cause: ReceiverEntry['cause'];
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

function toEntry(row: Row): ReceiverEntry {
  const signature = signatureIn(row);
  return {
    id: row.id,
    receiverId: row.receiver_id,
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
  'id, receiver_id, received_at, delivery_id, kind, method, path, body_bytes, body, signature, status, fault, cause';

/** The signature that the receiver computed, if it rejected another one. */
export const computedBy = ({
  cause,
  signature,
}: Pick<ReceiverEntry, 'cause'> & { readonly signature: SignatureDetail | null }): string | null =>
  cause === 'signature' && signature?.raw === 'mismatch' ? signature.expectedRaw : null;

export function createReceiverRequestStore(db: Database) {
  const insert = db.prepare(`
    INSERT INTO receiver_requests (receiver_id, received_at, delivery_id, kind, method, path, body_bytes,
      signature, status, fault, cause, kept_bytes, headers, response, forwarded, connection, body)
    VALUES (@receiverId, @receivedAt, @deliveryId, @kind, @method, @path, @bodyBytes, @signature, @status,
      @fault, @cause, @keptBytes, @headers, @response, @forwarded, @connection,
      @body)`);
  const page = db.prepare<[string, number, number], Row>(
    `SELECT ${summary} FROM receiver_requests INDEXED BY receiver_requests_of_receiver
     WHERE receiver_id = ? AND id < ? ORDER BY id DESC LIMIT ?`,
  );
  const byId = db.prepare<[number], Row>(`SELECT ${summary} FROM receiver_requests WHERE id = ?`);
  const detail = db.prepare<[string, number], DetailRow>(
    `SELECT ${summary}, headers, response, forwarded, connection FROM receiver_requests
     WHERE receiver_id = ? AND id = ?`,
  );
  const bodyOf = db
    .prepare<[string, number], Uint8Array>(
      'SELECT body FROM receiver_requests WHERE receiver_id = ? AND id = ?',
    )
    .pluck();
  const ofDelivery = db.prepare<
    [number],
    Pick<Row, 'id' | 'receiver_id' | 'received_at' | 'cause' | 'signature'> & { path: string }
  >(
    `SELECT r.id, r.receiver_id, r.received_at, r.path, r.cause, r.signature
     FROM receiver_requests AS r INDEXED BY receiver_requests_of_delivery
     JOIN receivers ON receivers.id = r.receiver_id AND receivers.deleted_at IS NULL
     WHERE r.delivery_id = ? ORDER BY r.id`,
  );
  const lastAt = db
    .prepare<[string], number>(
      `SELECT received_at FROM receiver_requests INDEXED BY receiver_requests_of_receiver
       WHERE receiver_id = ? ORDER BY id DESC LIMIT 1`,
    )
    .pluck();
  const clear = db.prepare('DELETE FROM receiver_requests WHERE receiver_id = ?');
  const totals = db.prepare<[], { entries: number; bytes: number }>(
    'SELECT COUNT(*) AS entries, COALESCE(SUM(kept_bytes), 0) AS bytes FROM receiver_requests',
  );
  const idsBefore = db
    .prepare<[string, number, number], number>(
      `SELECT id FROM receiver_requests INDEXED BY receiver_requests_of_receiver
       WHERE receiver_id = ? AND id < ? ORDER BY id DESC LIMIT ?`,
    )
    .pluck();
  const count = db
    .prepare<[string, number], number>(
      `SELECT COUNT(*) FROM receiver_requests INDEXED BY receiver_requests_of_receiver
       WHERE receiver_id = ? AND id <= ?`,
    )
    .pluck();
  const newest = db
    .prepare<[], number>('SELECT COALESCE(MAX(id), 0) FROM receiver_requests')
    .pluck();
  const oldest = db.prepare<[number, number], { id: number; kept_bytes: number }>(
    'SELECT id, kept_bytes FROM receiver_requests WHERE id <= ? ORDER BY id LIMIT ?',
  );
  const removeUpTo = db
    .prepare<[number], number>('DELETE FROM receiver_requests WHERE id <= ? RETURNING id')
    .pluck();

  return {
    /** Inserts an entry and returns its stored size in bytes. */
    insert(tx: Tx, entry: NewReceiverEntry): number {
      const { body } = entry;
      const headers = JSON.stringify(entry.headers);
      const response = entry.response && JSON.stringify(entry.response);
      const forwarded = entry.forwarded && JSON.stringify(entry.forwarded);
      const keptBytes =
        body.length + headers.length + (response?.length ?? 0) + (forwarded?.length ?? 0);
      const { lastInsertRowid } = insert.run({
        receiverId: entry.receiverId,
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
      tx.changed({ kind: 'receiverRequest', id: Number(lastInsertRowid) });
      return keptBytes;
    },
    page(receiverId: string, limit: number, cursor: string | undefined) {
      const rows = page.all(receiverId, readCursor(cursor), limit + 1);
      return toPage(rows.map(toEntry), limit);
    },
    summary: (id: number): ReceiverEntry | undefined => {
      const row = byId.get(id);
      return row && toEntry(row);
    },
    detail(receiverId: string, id: number): ReceiverEntryDetail | undefined {
      const row = detail.get(receiverId, id);
      return (
        row && {
          ...toEntry(row),
          signature: signatureIn(row),
          headers: JSON.parse(row.headers),
          body: toBytes(row.body, row.body_bytes, row.body.length < row.body_bytes),
          response: parseOrNull<ReceiverResponse>(row.response),
          forwarded: parseOrNull<ForwardedRequest>(row.forwarded),
          connection: JSON.parse(row.connection),
        }
      );
    },
    /** The stored bytes, which may be the beginning of the body only. */
    bodyOf: (receiverId: string, id: number): Uint8Array | undefined => bodyOf.get(receiverId, id),
    /** Requests of a delivery to receivers that still exist, oldest first. */
    ofDelivery: (deliveryId: number): ReceivedByReceiver[] =>
      ofDelivery.all(deliveryId).map(({ id, receiver_id, received_at, path, ...row }) => ({
        id,
        receiverId: receiver_id,
        receivedAt: received_at,
        path,
        computed: computedBy({ cause: row.cause, signature: signatureIn(row) }),
      })),
    /** Newest first. */
    idsBefore: (receiverId: string, id: number, limit: number): readonly number[] =>
      idsBefore.all(receiverId, id, limit),
    count: (receiverId: string, upTo: number): number => count.get(receiverId, upTo) ?? 0,
    /** Row number of the newest entry of all receivers. */
    newest: (): number => newest.get() ?? 0,
    /** Time of a receiver's newest entry; null if there is none. */
    lastAt: (receiverId: string): number | null => lastAt.get(receiverId) ?? null,
    clear(tx: Tx, receiverId: string): void {
      clear.run(receiverId);
      tx.changed({ kind: 'receiverCleared', id: receiverId });
    },
    /** Number and size of all entries. Reads all rows. */
    totals: (): { readonly entries: number; readonly bytes: number } =>
      totals.get() ?? { entries: 0, bytes: 0 },
    /** The oldest entries of all receivers up to a row number. */
    oldest: (limit: number, upTo = Number.MAX_SAFE_INTEGER) =>
      oldest.all(upTo, limit).map(({ id, kept_bytes }) => ({ id, keptBytes: kept_bytes })),
    removeUpTo(tx: Tx, id: number): void {
      const ids = removeUpTo.all(id);
      if (ids.length > 0) tx.changed({ kind: 'deleted', noun: 'receiverRequest', ids });
    },
  };
}
