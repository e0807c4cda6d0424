/**
 * Stores deliveries and their state; delivery-list reads them for lists. Only this file changes a
 * delivery's state, so every change is counted.
 */
import type { Database } from 'better-sqlite3';
import { causeOf } from '#shared/deliveries/cause.ts';
import type {
  AttemptCode,
  DeliveryReason,
  DeliveryState,
  NotSentReason,
  WebhookProgress,
} from '#shared/deliveries/delivery.ts';
import type { MessageOrigin } from '#shared/ingestion/message.ts';
import { causeScope } from './counters.ts';
import { originColumn } from './messages.ts';
import type { TableNumbers } from './row-numbers.ts';
import type { Tx } from './write-queue.ts';

/** A delivery with the fields the dispatcher needs. */
export interface Delivery {
  readonly id: number;
  readonly destinationId: string;
  readonly state: DeliveryState;
  /** Whether a waiting delivery has started a round that has no result yet. */
  readonly sending: boolean;
  /** Why it gave up or is not sent; null in other states. */
  readonly reason: DeliveryReason | null;
  readonly bodyId: number | null;
  readonly webhooks: readonly WebhookProgress[];
  /** Rounds started so far (D23). */
  readonly round: number;
  /** Rounds started in the current retry window. */
  readonly windowRounds: number;
  readonly attempts: number;
  readonly lastStatus: number | null;
  /** Code of the attempt whose status is `lastStatus`; null if it was accepted. */
  readonly lastCode: AttemptCode | null;
  /** The body has a number that a double can't represent (D46). */
  readonly numberPrecision: boolean;
  readonly firstAttemptAt: number | null;
  readonly nextAttemptAt: number | null;
}

/** Only the cancel of a command can be undone. */
export type CancelOrigin = 'command' | 'deletion';

/** A delivery with its body, as needed for an attempt. */
export interface DeliveryWithBody {
  readonly delivery: Delivery;
  readonly body: Uint8Array;
}

export interface NewDelivery {
  readonly messageRowId: number;
  readonly destinationId: string;
  readonly origin: MessageOrigin;
  /** Why it is not sent; null if it is. */
  readonly notSent: NotSentReason | null;
  readonly bodyId: number | null;
  readonly bodyBytes: number;
  readonly numberPrecision: boolean;
  readonly now: number;
}

/** The name of its count: of those that are not sent, each reason is counted. */
export const counterOf = ({
  state,
  reason,
}: Pick<Delivery, 'state' | 'reason'>): Exclude<DeliveryState, 'not_sent'> | NotSentReason =>
  state === 'not_sent' ? (reason as NotSentReason) : state;

interface Row {
  id: number;
  destination_id: string;
  state: DeliveryState;
  sending: number;
  reason: DeliveryReason | null;
  body_id: number | null;
  webhooks: string;
  round: number;
  window_rounds: number;
  attempts: number;
  last_status: number | null;
  last_code: AttemptCode | null;
  number_precision: number;
  first_attempt_at: number | null;
  next_attempt_at: number | null;
}

const toDelivery = (row: Row): Delivery => ({
  id: row.id,
  destinationId: row.destination_id,
  state: row.state,
  sending: row.sending === 1,
  reason: row.reason,
  bodyId: row.body_id,
  webhooks: JSON.parse(row.webhooks),
  round: row.round,
  windowRounds: row.window_rounds,
  attempts: row.attempts,
  lastStatus: row.last_status,
  lastCode: row.last_code,
  numberPrecision: row.number_precision === 1,
  firstAttemptAt: row.first_attempt_at,
  nextAttemptAt: row.next_attempt_at,
});

const columns = `id, destination_id, state, sending, reason, body_id, webhooks, round, window_rounds, attempts,
  last_status, last_code, number_precision, first_attempt_at, next_attempt_at`;

/** What a delivery is counted by. */
export type Counted = Pick<Delivery, 'destinationId' | 'state' | 'lastStatus' | 'lastCode'>;

const hasSameCause = (one: Counted, other: Counted): boolean =>
  one.state === other.state &&
  one.lastCode === other.lastCode &&
  one.lastStatus === other.lastStatus;

export function countCause(tx: Tx, delivery: Counted, by: number): void {
  const cause = causeOf(delivery);
  if (cause !== null) tx.count('cause', by, { scope: causeScope(cause) });
}

export function createDeliveryStore(db: Database, numbers: TableNumbers) {
  const insertBody = db.prepare('INSERT INTO bodies (bytes) VALUES (?)');
  const body = db.prepare<[number], Uint8Array>('SELECT bytes FROM bodies WHERE id = ?').pluck();
  const insert = db.prepare(`
    INSERT INTO deliveries (id, message_row_id, destination_id, state, sending, reason, body_id, body_bytes, webhooks,
      round, window_rounds, attempts, number_precision, created_at, updated_at, next_attempt_at, origin, origin_id)
    VALUES (?, ?, ?, ?, 0, ?, ?, ?, '[]', 0, 0, 0, ?, ?, ?, ?, ?, ?)`);
  const byId = db.prepare<[number], Row>(`SELECT ${columns} FROM deliveries WHERE id = ?`);
  const due = db
    .prepare<[string, number, number], number>(
      `SELECT id FROM deliveries INDEXED BY deliveries_due
       WHERE destination_id = ? AND next_attempt_at <= ? ORDER BY next_attempt_at LIMIT ?`,
    )
    .pluck();
  const nextDue = db
    .prepare<[string, number], number | null>(
      `SELECT MIN(next_attempt_at) FROM deliveries INDEXED BY deliveries_due
       WHERE destination_id = ? AND next_attempt_at > ?`,
    )
    .pluck();
  const counted = db.prepare<[number], Counted>(
    `SELECT destination_id AS destinationId, state, last_status AS lastStatus, last_code AS lastCode
     FROM deliveries WHERE id = ?`,
  );
  // OR FAIL: the write queue undoes failed changes, so SQLite doesn't need to keep page copies.
  const save = db.prepare(`
    UPDATE OR FAIL deliveries SET state = ?, sending = ?, reason = ?, webhooks = ?, round = ?, window_rounds = ?,
      attempts = ?, last_status = ?, last_code = ?, first_attempt_at = ?, next_attempt_at = ?, updated_at = ?
    WHERE id = ?`);
  const recover = db.prepare(
    `UPDATE deliveries SET next_attempt_at = @now, sending = 0
     WHERE state = 'waiting' AND (sending = 1 OR next_attempt_at IS NULL)`,
  );
  // With fan-out to each URL, one webhook may be scheduled while another waits in the queue without a
  // stored time. The scheduled time would then apply to the whole delivery.
  const recoverWaiting = db.prepare(`
    UPDATE deliveries SET next_attempt_at = @now
    WHERE destination_id IN (SELECT id FROM destinations WHERE settings ->> 'fanOut' = 'each')
      AND state = 'waiting' AND next_attempt_at > @now
      AND EXISTS (SELECT 1 FROM json_each(webhooks)
        WHERE value ->> 'state' = 'waiting' AND value ->> 'nextAttemptAt' IS NULL)`);
  const idsIn = db
    .prepare<[string, DeliveryState, number, number], number>(
      `SELECT id FROM deliveries INDEXED BY deliveries_by_destination
       WHERE destination_id = ? AND state = ? AND id > ? ORDER BY id LIMIT ?`,
    )
    .pluck();
  const restingIdsIn = db
    .prepare<[string, DeliveryState, number], number>(
      `SELECT id FROM deliveries INDEXED BY deliveries_by_destination
       WHERE destination_id = ? AND state = ? AND sending = 0 ORDER BY id LIMIT ?`,
    )
    .pluck();
  const count = db
    .prepare<[string, DeliveryState], number>(
      'SELECT COUNT(*) FROM deliveries INDEXED BY deliveries_by_destination WHERE destination_id = ? AND state = ?',
    )
    .pluck();
  const move = db.prepare('UPDATE deliveries SET state = ?, updated_at = ? WHERE id = ?');
  const cancelledBy = db
    .prepare<[number], CancelOrigin | null>('SELECT cancelled_by FROM deliveries WHERE id = ?')
    .pluck();
  const setCancelledBy = db.prepare('UPDATE deliveries SET cancelled_by = ? WHERE id = ?');
  const interruptedByCancel = db
    .prepare<[], number>(
      `SELECT id FROM deliveries INDEXED BY deliveries_by_state
       WHERE state IN ('waiting', 'paused') AND cancelled_by IS NOT NULL`,
    )
    .pluck();
  const cancel = db.prepare(
    `UPDATE deliveries SET state = 'cancelled', sending = 0, next_attempt_at = NULL, updated_at = ? WHERE id = ?`,
  );

  /** Must run before the row is updated. What is not sent never changes its state. */
  function countChange(
    tx: Tx,
    id: number,
    change: Pick<Counted, 'state'> & Partial<Counted>,
  ): void {
    const from = counted.get(id);
    if (from === undefined || from.state === 'not_sent' || change.state === 'not_sent') return;
    const to = { ...from, ...change };
    if (from.state !== change.state) {
      tx.count(from.state, -1);
      tx.count(change.state, 1);
    }
    if (hasSameCause(from, to)) return;
    countCause(tx, from, -1);
    countCause(tx, to, 1);
  }

  const messageFacts = db.prepare<[number], { id: string; event: string }>(
    `SELECT message_id AS id, iif(label = '', type, label) AS event FROM messages
     WHERE id = (SELECT message_row_id FROM deliveries WHERE id = ?)`,
  );

  return {
    /** What some profiles write into headers and signatures. */
    messageFacts: (id: number): { readonly id: string; readonly event: string } =>
      messageFacts.get(id) ?? { id: String(id), event: '' },
    /** Returns the row number of the stored bytes. */
    insertBody: (_tx: Tx, bytes: Uint8Array): number =>
      Number(insertBody.run(bytes).lastInsertRowid),
    body: (bodyId: number): Uint8Array | undefined => body.get(bodyId),
    /** A waiting delivery is due immediately. */
    insert(tx: Tx, delivery: NewDelivery): Delivery {
      const { now, notSent: reason } = delivery;
      const state = reason === null ? 'waiting' : 'not_sent';
      const nextAttemptAt = reason === null ? now : null;
      // Positional parameters here and below: named ones double the time of the call.
      const inserted = insert.run(
        numbers.next(),
        delivery.messageRowId,
        delivery.destinationId,
        state,
        reason,
        delivery.bodyId,
        delivery.bodyBytes,
        Number(delivery.numberPrecision),
        now,
        now,
        nextAttemptAt,
        originColumn(delivery.origin),
        delivery.origin.id,
      );
      const id = Number(inserted.lastInsertRowid);
      tx.count(counterOf({ state, reason }), 1);
      tx.changed({ kind: 'delivery', id });
      return {
        id,
        destinationId: delivery.destinationId,
        state,
        sending: false,
        reason,
        bodyId: delivery.bodyId,
        webhooks: [],
        round: 0,
        windowRounds: 0,
        attempts: 0,
        lastStatus: null,
        lastCode: null,
        numberPrecision: delivery.numberPrecision,
        firstAttemptAt: null,
        nextAttemptAt,
      };
    },
    get: (id: number): Delivery | undefined => {
      const row = byId.get(id);
      return row && toDelivery(row);
    },
    /** Deliveries with their bodies. */
    withBodies: (ids: readonly number[]) =>
      ids
        .map((id) => byId.get(id))
        .filter((row) => row !== undefined)
        .map((row) => ({
          delivery: toDelivery(row),
          body: row.body_id === null ? undefined : body.get(row.body_id),
        })),
    /** Row numbers of a destination's due deliveries, earliest first. */
    due: (destinationId: string, now: number, limit: number): readonly number[] =>
      due.all(destinationId, now, limit),
    /** Time of the destination's next due attempt after `after`; null if there is none. */
    nextDueAt: (destinationId: string, after = Number.MIN_SAFE_INTEGER): number | null =>
      nextDue.get(destinationId, after) ?? null,
    /** Returns false if the delivery was deleted. */
    save(tx: Tx, delivery: Delivery, now: number): boolean {
      countChange(tx, delivery.id, delivery);
      const { changes } = save.run(
        delivery.state,
        Number(delivery.sending),
        delivery.reason,
        JSON.stringify(delivery.webhooks),
        delivery.round,
        delivery.windowRounds,
        delivery.attempts,
        delivery.lastStatus,
        delivery.lastCode,
        delivery.firstAttemptAt,
        delivery.nextAttemptAt,
        now,
        delivery.id,
      );
      if (changes > 0) tx.changed({ kind: 'delivery', id: delivery.id });
      return changes > 0;
    },
    /** Makes deliveries that were in flight at the last shutdown due immediately (D33). */
    recover(_tx: Tx, now: number): number {
      return recover.run({ now }).changes + recoverWaiting.run({ now }).changes;
    },
    /** Row numbers of a destination's deliveries in a state, after `after`, at most `limit`. */
    idsIn: (
      destinationId: string,
      state: DeliveryState,
      limit: number,
      after = 0,
    ): readonly number[] => idsIn.all(destinationId, state, after, limit),
    /** As `idsIn`, but only those that are not in flight. */
    restingIdsIn: (destinationId: string, state: DeliveryState, limit: number): readonly number[] =>
      restingIdsIn.all(destinationId, state, limit),
    count: (destinationId: string, state: DeliveryState): number =>
      count.get(destinationId, state) ?? 0,
    /** Changes only the state and keeps scheduled attempts (D32). */
    move(tx: Tx, id: number, state: DeliveryState, now: number): void {
      countChange(tx, id, { state });
      move.run(state, now, id);
      tx.changed({ kind: 'delivery', id });
    },
    /** A command, or a deletion request during an attempt; null otherwise. */
    cancelledBy: (id: number): CancelOrigin | null => cancelledBy.get(id) ?? null,
    /** Set on an unfinished delivery, the attempt in flight is its last. */
    setCancelledBy(_tx: Tx, id: number, origin: CancelOrigin | null): void {
      setCancelledBy.run(origin, id);
    },
    /** Deliveries to cancel because a shutdown interrupted their last attempt. */
    interruptedByCancel: (): readonly number[] => interruptedByCancel.all(),
    /** Keeps the schedule of the webhooks, which an undo returns to. */
    cancel(tx: Tx, id: number, now: number): void {
      countChange(tx, id, { state: 'cancelled' });
      cancel.run(now, id);
      tx.changed({ kind: 'delivery', id });
    },
  };
}
