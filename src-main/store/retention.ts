/**
 * Deletes finished deliveries with all their data, rejected requests and copies, in chunks of
 * limited size (D49). Unfinished deliveries are never deleted.
 */
import type { Database } from 'better-sqlite3';
import {
  type DeliveryReason,
  deliveryStates,
  isFinishedState,
} from '#shared/deliveries/delivery.ts';
import type { SkipReason } from '#shared/jobs/job.ts';
import { deleteUnusedRequest } from './batch-requests.ts';
import { type Counted, countCause, counterOf } from './deliveries.ts';
import type { RowNumbers } from './row-numbers.ts';
import type { Tx } from './write-queue.ts';

/** Row numbers up to which rows without a delivery are deleted. */
export interface RowBounds {
  readonly messageId: number;
  readonly rejectedId: number;
  readonly copyId: number;
  readonly mockRequestId: number;
}

/** The newest row numbers at a point of real time. Rows up to these are at least that old. */
export interface RetentionMark extends RowBounds {
  readonly at: number;
  readonly deliveryId: number;
  readonly attemptId: number;
}

export interface DeletedChunk {
  readonly deleted: readonly number[];
  /** One reason per delivery that was not deleted. */
  readonly kept: readonly SkipReason[];
  /** The last delivery visited; null if there was none. */
  readonly reached: number | null;
  /** Stopped early because enough rows were deleted. */
  readonly isCut: boolean;
}

const allRows: RowBounds = {
  messageId: Number.MAX_SAFE_INTEGER,
  rejectedId: Number.MAX_SAFE_INTEGER,
  copyId: Number.MAX_SAFE_INTEGER,
  mockRequestId: Number.MAX_SAFE_INTEGER,
};
const noRows: RowBounds = { messageId: 0, rejectedId: 0, copyId: 0, mockRequestId: 0 };

interface DeliveryRow extends Counted {
  readonly reason: DeliveryReason | null;
  readonly message_row_id: number;
  readonly body_id: number | null;
}

const finishedStates = deliveryStates.filter(isFinishedState);

const markColumns = `at, message_id AS messageId, delivery_id AS deliveryId, attempt_id AS attemptId,
  rejected_id AS rejectedId, copy_id AS copyId, mock_request_id AS mockRequestId`;

const newestOf = (table: string): string => `COALESCE((SELECT MAX(id) FROM ${table}), 0)`;
const newestRows = `${newestOf('messages')} AS messageId, ${newestOf('deliveries')} AS deliveryId,
  ${newestOf('attempts')} AS attemptId, ${newestOf('rejected')} AS rejectedId,
  ${newestOf('copies')} AS copyId, ${newestOf('mock_requests')} AS mockRequestId`;

export function createRetentionStore(db: Database, rowNumbers: RowNumbers) {
  const mark = db.prepare(`
    INSERT INTO retention_marks SELECT ?, ${newestRows} WHERE true ON CONFLICT DO NOTHING`);
  const newest = db.prepare<[], RowBounds>(`SELECT ${newestRows}`);
  const newestMark = db.prepare<[], number | null>('SELECT MAX(at) FROM retention_marks').pluck();
  const markBefore = db.prepare<[number], RetentionMark>(
    `SELECT ${markColumns} FROM retention_marks WHERE at <= ? ORDER BY at DESC LIMIT 1`,
  );
  const markOfMessage = db.prepare<[number], RetentionMark>(
    `SELECT ${markColumns} FROM retention_marks WHERE message_id < ? ORDER BY at DESC LIMIT 1`,
  );
  const deleteMarks = db.prepare('DELETE FROM retention_marks WHERE at < ?');

  const oldestFinished = db
    .prepare<[object], number>(
      `${finishedStates
        .map(
          (state) => `SELECT * FROM (SELECT id FROM deliveries INDEXED BY deliveries_by_state
            WHERE state = '${state}' AND id > @after AND id <= @upTo ORDER BY id LIMIT @limit)`,
        )
        .join(' UNION ALL ')} ORDER BY id LIMIT @limit`,
    )
    .pluck();
  const hasAttemptAfter = db.prepare<[number, number]>(
    'SELECT 1 FROM attempts INDEXED BY attempts_of_delivery WHERE delivery_id = ? AND id > ?',
  );

  const delivery = db.prepare<[number], DeliveryRow>(
    `SELECT state, reason, message_row_id, body_id, destination_id AS destinationId,
       last_status AS lastStatus, last_code AS lastCode
     FROM deliveries WHERE id = ?`,
  );
  const hasCopyInFlight = db.prepare<[number]>(
    `SELECT 1 FROM copies INDEXED BY copies_of_delivery WHERE delivery_id = ? AND state = 'sending'`,
  );
  const newestAttempt = db
    .prepare<[number], number | null>('SELECT MAX(id) FROM attempts WHERE delivery_id = ?')
    .pluck();
  const newestCopy = db
    .prepare<[number], number | null>('SELECT MAX(id) FROM copies WHERE delivery_id = ?')
    .pluck();
  const deleteAttempts = db.prepare('DELETE FROM attempts WHERE delivery_id = ?');
  const deleteCopies = db.prepare('DELETE FROM copies WHERE delivery_id = ?');
  const deleteDelivery = db.prepare('DELETE FROM deliveries WHERE id = ?');
  const deleteUnusedBody = db.prepare(`
    DELETE FROM bodies WHERE id = ? AND NOT EXISTS (
      SELECT 1 FROM deliveries INDEXED BY deliveries_of_message
      WHERE message_row_id = ? AND body_id = bodies.id)`);
  const hasDeliveries = db.prepare<[number]>(
    'SELECT 1 FROM deliveries INDEXED BY deliveries_of_message WHERE message_row_id = ?',
  );
  const deleteMessage = db
    .prepare<[number], number | null>('DELETE FROM messages WHERE id = ? RETURNING request_id')
    .pluck();
  const ofNotice = `(deletion_row, user_id) IN (
    SELECT deletion_row, user_id FROM deletion_notices INDEXED BY deletion_notices_of_message
    WHERE message_row_id = ?)`;
  const countPastDelivery = db.prepare(`
    UPDATE deletion_users SET past_deliveries = past_deliveries + 1,
      past_delivered = past_delivered + ? WHERE ${ofNotice}`);
  const countPastNotice = db.prepare(
    `UPDATE deletion_users SET past_notices = past_notices + 1 WHERE ${ofNotice}`,
  );
  const deleteNotices = db.prepare(
    'DELETE FROM deletion_notices INDEXED BY deletion_notices_of_message WHERE message_row_id = ?',
  );
  const removeUnusedRequest = db.prepare(deleteUnusedRequest);
  const messagesWithoutDeliveries = db
    .prepare<[number, number], number>(
      `SELECT id FROM messages INDEXED BY messages_without_deliveries
       WHERE outcome <> 'routed' AND id <= ? ORDER BY id LIMIT ?`,
    )
    .pluck();
  const copiesWithoutDelivery = db
    .prepare<[number, number], number>(
      `SELECT id FROM copies INDEXED BY copies_of_delivery
       WHERE delivery_id IS NULL AND id <= ? AND state <> 'sending'
       ORDER BY id LIMIT ?`,
    )
    .pluck();
  const deleteCopy = db.prepare('DELETE FROM copies WHERE id = ?');
  const hasRejected = db.prepare<[number]>('SELECT 1 FROM rejected WHERE id <= ? LIMIT 1');
  const hasMockRequests = db.prepare<[number]>('SELECT 1 FROM mock_requests WHERE id <= ? LIMIT 1');

  function removeMessage(tx: Tx, id: number): void {
    countPastNotice.run(id);
    deleteNotices.run(id);
    const requestId = deleteMessage.get(id) ?? null;
    if (requestId !== null) removeUnusedRequest.run(requestId);
    rowNumbers.messages.deleted(tx, id);
  }

  function publishDeleted(tx: Tx, noun: 'delivery' | 'message' | 'copy', ids: readonly number[]) {
    if (ids.length > 0) tx.changed({ kind: 'deleted', noun, ids });
  }

  function keptReason(id: number, { state }: DeliveryRow): SkipReason | null {
    if (!isFinishedState(state)) return 'unfinished';
    return hasCopyInFlight.get(id) === undefined ? null : 'sending';
  }

  /** Returns the message ID if this was its last delivery. */
  function removeDelivery(tx: Tx, id: number, row: DeliveryRow): number | null {
    const { state, message_row_id: messageId, body_id: bodyId } = row;
    const counter = counterOf(row);
    const attemptId = newestAttempt.get(id) ?? null;
    const copyId = newestCopy.get(id) ?? null;
    if (attemptId !== null) {
      deleteAttempts.run(id);
      rowNumbers.attempts.deleted(tx, attemptId);
    }
    if (copyId !== null) {
      tx.count('copies_kept', -deleteCopies.run(id).changes);
      rowNumbers.copies.deleted(tx, copyId);
    }
    deleteDelivery.run(id);
    rowNumbers.deliveries.deleted(tx, id);
    tx.count(counter, -1);
    countCause(tx, row, -1);
    tx.count('deleted', 1, { scope: counter });
    if (bodyId !== null) deleteUnusedBody.run(bodyId, messageId);
    countPastDelivery.run(Number(state === 'delivered'), messageId);
    if (hasDeliveries.get(messageId) !== undefined) return null;
    removeMessage(tx, messageId);
    return messageId;
  }

  return {
    /** Records the newest rows at this time. */
    mark: (_tx: Tx, at: number): void => void mark.run(at),
    newestMarkAt: (): number | null => newestMark.get() ?? null,
    markBefore: (time: number): RetentionMark | null => markBefore.get(time) ?? null,
    /** Rows older than a delivery, or all rows if it doesn't exist. */
    olderThan(deliveryId: number | undefined): RowBounds {
      const row = deliveryId === undefined ? undefined : delivery.get(deliveryId);
      if (row === undefined) return allRows;
      const messageId = row.message_row_id;
      return { ...(markOfMessage.get(messageId) ?? noRows), messageId };
    },
    /** Bounds that include all stored rows. */
    newestRows: (): RowBounds => newest.get() ?? noRows,
    deleteMarks: (_tx: Tx, before: number): void => void deleteMarks.run(before),

    /** Row numbers of finished deliveries in the range (after, upTo], oldest first. */
    oldestFinished: (after: number, upTo: number, limit: number): readonly number[] =>
      oldestFinished.all({ after, upTo, limit }),
    /** Whether a newer attempt than this one exists. */
    hasAttemptAfter: (deliveryId: number, attemptId: number): boolean =>
      hasAttemptAfter.get(deliveryId, attemptId) !== undefined,
    /** Whether the bounds contain rows without a delivery. */
    hasOthers: ({ messageId, rejectedId, copyId, mockRequestId }: RowBounds): boolean =>
      messagesWithoutDeliveries.get(messageId, 1) !== undefined ||
      hasRejected.get(rejectedId) !== undefined ||
      copiesWithoutDelivery.get(copyId, 1) !== undefined ||
      hasMockRequests.get(mockRequestId) !== undefined,

    /** Deletes finished deliveries without a copy in flight, until `isEnough`. */
    deleteDeliveries(tx: Tx, ids: readonly number[], isEnough: () => boolean): DeletedChunk {
      const deleted: number[] = [];
      const messages: number[] = [];
      const kept: SkipReason[] = [];
      let reached: number | null = null;
      for (const id of ids) {
        reached = id;
        const row = delivery.get(id);
        if (row === undefined) continue;
        const reason = keptReason(id, row);
        if (reason !== null) {
          kept.push(reason);
          continue;
        }
        const messageId = removeDelivery(tx, id, row);
        deleted.push(id);
        if (messageId !== null) messages.push(messageId);
        if (isEnough()) break;
      }
      publishDeleted(tx, 'delivery', deleted);
      publishDeleted(tx, 'message', messages);
      return { deleted, kept, reached, isCut: reached !== (ids.at(-1) ?? null) };
    },
    /** Deletes messages without deliveries up to a row number and returns how many. */
    deleteMessagesWithoutDeliveries(tx: Tx, upTo: number, limit: number): number {
      const ids = messagesWithoutDeliveries.all(upTo, limit);
      for (const id of ids) removeMessage(tx, id);
      publishDeleted(tx, 'message', ids);
      return ids.length;
    },
    /** Deletes copies of received requests, which belong to no delivery. */
    deleteCopies(tx: Tx, upTo: number, limit: number): number {
      const ids = copiesWithoutDelivery.all(upTo, limit);
      for (const id of ids) {
        deleteCopy.run(id);
        tx.count('copies_kept', -1);
        rowNumbers.copies.deleted(tx, id);
      }
      publishDeleted(tx, 'copy', ids);
      return ids.length;
    },
  };
}
