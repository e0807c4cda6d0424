/**
 * Stores deliveries and their state; delivery-list reads them for lists. Only this file changes a
 * delivery's state, so every change is counted.
 */
import type { Database } from 'better-sqlite3';
import {
  type DeliveryState,
  type DeliverySummary,
  DeliveryWarning,
  type WebhookProgress,
} from '#shared/schemas/delivery.ts';
import type { MessageOrigin } from '#shared/schemas/message.ts';
import { originColumn } from './messages.ts';
import type { TableNumbers } from './row-numbers.ts';
import type { Tx } from './write-queue.ts';

/** A delivery with the fields the dispatcher needs. */
export interface Delivery {
  readonly id: number;
  readonly destinationId: string;
  readonly state: DeliveryState;
  readonly bodyId: number | null;
  readonly webhooks: readonly WebhookProgress[];
  /** Rounds started so far (D23). */
  readonly round: number;
  /** Rounds started in the current retry window. */
  readonly windowRounds: number;
  readonly attempts: number;
  readonly lastStatus: number | null;
  readonly lastFailure: DeliverySummary['lastFailure'];
  /** The delivery succeeded with a 3xx or 4xx (D25). */
  readonly warning: boolean;
  /** The body has a number that a double can't represent (D46). */
  readonly numberPrecision: boolean;
  /** Why the delivery was exhausted. Kept until it is exhausted again. */
  readonly exhaustedReason: DeliverySummary['reason'];
  readonly firstAttemptAt: number | null;
  readonly nextAttemptAt: number | null;
}

/** A delivery with its body, as needed for an attempt. */
export interface DeliveryWithBody {
  readonly delivery: Delivery;
  readonly body: Uint8Array;
}

export interface NewDelivery {
  readonly messageRowId: number;
  readonly destinationId: string;
  readonly origin: MessageOrigin;
  readonly state: 'pending' | 'filtered' | 'excluded';
  readonly bodyId: number | null;
  readonly bodyBytes: number;
  readonly numberPrecision: boolean;
  readonly now: number;
}

/** Bits of the `warning` column. */
export const warningBits = { non_2xx: 1, number_precision: 2 } as const;

const toBits = ({ warning, numberPrecision }: Pick<Delivery, 'warning' | 'numberPrecision'>) =>
  (warning ? warningBits.non_2xx : 0) + (numberPrecision ? warningBits.number_precision : 0);

/** Whether the last response was not 2xx, although the delivery succeeded (D25). */
export const isDeliveredNon2xx = (state: DeliveryState, warning: number): boolean =>
  state === 'delivered' && (warning & warningBits.non_2xx) !== 0;

export const warningsOf = (bits: number): DeliveryWarning[] =>
  DeliveryWarning.options.filter((code) => (bits & warningBits[code]) !== 0);

interface Row {
  id: number;
  destination_id: string;
  state: DeliveryState;
  body_id: number | null;
  webhooks: string;
  round: number;
  window_rounds: number;
  attempts: number;
  last_status: number | null;
  last_failure: DeliverySummary['lastFailure'];
  warning: number;
  exhausted_reason: DeliverySummary['reason'];
  first_attempt_at: number | null;
  next_attempt_at: number | null;
}

const toDelivery = (row: Row): Delivery => ({
  id: row.id,
  destinationId: row.destination_id,
  state: row.state,
  bodyId: row.body_id,
  webhooks: JSON.parse(row.webhooks),
  round: row.round,
  windowRounds: row.window_rounds,
  attempts: row.attempts,
  lastStatus: row.last_status,
  lastFailure: row.last_failure,
  warning: (row.warning & warningBits.non_2xx) !== 0,
  numberPrecision: (row.warning & warningBits.number_precision) !== 0,
  exhaustedReason: row.exhausted_reason,
  firstAttemptAt: row.first_attempt_at,
  nextAttemptAt: row.next_attempt_at,
});

const columns = `id, destination_id, state, body_id, webhooks, round, window_rounds, attempts,
  last_status, last_failure, warning, exhausted_reason, first_attempt_at, next_attempt_at`;

export function createDeliveryStore(db: Database, numbers: TableNumbers) {
  const insertBody = db.prepare('INSERT INTO bodies (bytes) VALUES (?)');
  const body = db.prepare<[number], Uint8Array>('SELECT bytes FROM bodies WHERE id = ?').pluck();
  const insert = db.prepare(`
    INSERT INTO deliveries (id, message_row_id, destination_id, state, body_id, body_bytes, webhooks,
      round, window_rounds, attempts, warning, created_at, updated_at, next_attempt_at, origin, origin_id)
    VALUES (?, ?, ?, ?, ?, ?, '[]', 0, 0, 0, ?, ?, ?, ?, ?, ?)`);
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
  const countedColumns = db.prepare<[number], Pick<Row, 'state' | 'warning'>>(
    'SELECT state, warning FROM deliveries WHERE id = ?',
  );
  // OR FAIL: the write queue undoes failed changes, so SQLite doesn't need to keep page copies.
  const save = db.prepare(`
    UPDATE OR FAIL deliveries SET state = ?, webhooks = ?, round = ?, window_rounds = ?, attempts = ?,
      last_status = ?, last_failure = ?, warning = ?, exhausted_reason = ?, first_attempt_at = ?,
      next_attempt_at = ?, updated_at = ?
    WHERE id = ?`);
  const recoveredState = `CASE WHEN attempts > 0 THEN 'retrying' ELSE 'pending' END`;
  const interrupted = `state = 'sending' OR (state IN ('pending', 'retrying') AND next_attempt_at IS NULL)`;
  const recoverable = db.prepare<[], { was: DeliveryState; becomes: DeliveryState; count: number }>(
    `SELECT state AS was, ${recoveredState} AS becomes, COUNT(*) AS count FROM deliveries
     WHERE ${interrupted} GROUP BY 1, 2`,
  );
  const recover = db.prepare(
    `UPDATE deliveries SET next_attempt_at = @now, state = ${recoveredState} WHERE ${interrupted}`,
  );
  // With fan-out to each URL, one webhook may be scheduled while another waits in the queue without a
  // stored time. The scheduled time would then apply to the whole delivery.
  const recoverWaiting = db.prepare(`
    UPDATE deliveries SET next_attempt_at = @now
    WHERE destination_id IN (SELECT id FROM destinations WHERE fan_out = 'each')
      AND state IN ('pending', 'retrying') AND next_attempt_at > @now
      AND EXISTS (SELECT 1 FROM json_each(webhooks)
        WHERE value ->> 'state' IN ('pending', 'retrying') AND value ->> 'nextAttemptAt' IS NULL)`);
  const idsIn = db
    .prepare<[string, DeliveryState, number, number], number>(
      `SELECT id FROM deliveries INDEXED BY deliveries_by_destination
       WHERE destination_id = ? AND state = ? AND id > ? ORDER BY id LIMIT ?`,
    )
    .pluck();
  const count = db
    .prepare<[string, DeliveryState], number>(
      'SELECT COUNT(*) FROM deliveries INDEXED BY deliveries_by_destination WHERE destination_id = ? AND state = ?',
    )
    .pluck();
  const move = db.prepare('UPDATE deliveries SET state = ?, updated_at = ? WHERE id = ?');
  const cancel = db.prepare(
    `UPDATE deliveries SET state = 'cancelled', next_attempt_at = NULL, updated_at = ? WHERE id = ?`,
  );

  function countMoved(tx: Tx, from: DeliveryState, to: DeliveryState, by: number): void {
    if (from === to) return;
    tx.count(from, -by);
    tx.count(to, by);
  }

  /** Must run before the row is updated. `warning` is omitted if it stays. */
  function countChange(tx: Tx, id: number, state: DeliveryState, warning?: number): void {
    const before = countedColumns.get(id);
    if (before === undefined) return;
    countMoved(tx, before.state, state, 1);
    const change =
      Number(isDeliveredNon2xx(state, warning ?? before.warning)) -
      Number(isDeliveredNon2xx(before.state, before.warning));
    if (change !== 0) tx.count('non_2xx', change);
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
    /** A pending delivery is due immediately. */
    insert(tx: Tx, delivery: NewDelivery): Delivery {
      const { now } = delivery;
      const nextAttemptAt = delivery.state === 'pending' ? now : null;
      // Positional parameters here and below: named ones double the time of the call.
      const inserted = insert.run(
        numbers.next(),
        delivery.messageRowId,
        delivery.destinationId,
        delivery.state,
        delivery.bodyId,
        delivery.bodyBytes,
        toBits({ warning: false, numberPrecision: delivery.numberPrecision }),
        now,
        now,
        nextAttemptAt,
        originColumn(delivery.origin),
        delivery.origin.id,
      );
      const id = Number(inserted.lastInsertRowid);
      tx.count(delivery.state, 1);
      tx.changed({ kind: 'delivery', id });
      return {
        id,
        destinationId: delivery.destinationId,
        state: delivery.state,
        bodyId: delivery.bodyId,
        webhooks: [],
        round: 0,
        windowRounds: 0,
        attempts: 0,
        lastStatus: null,
        lastFailure: null,
        warning: false,
        numberPrecision: delivery.numberPrecision,
        exhaustedReason: null,
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
    save(tx: Tx, delivery: Delivery, now: number): void {
      countChange(tx, delivery.id, delivery.state, toBits(delivery));
      save.run(
        delivery.state,
        JSON.stringify(delivery.webhooks),
        delivery.round,
        delivery.windowRounds,
        delivery.attempts,
        delivery.lastStatus,
        delivery.lastFailure,
        toBits(delivery),
        delivery.exhaustedReason,
        delivery.firstAttemptAt,
        delivery.nextAttemptAt,
        now,
        delivery.id,
      );
      tx.changed({ kind: 'delivery', id: delivery.id });
    },
    /** Makes deliveries that were in flight at the last shutdown due immediately (D33). */
    recover(tx: Tx, now: number): number {
      for (const { was, becomes, count } of recoverable.all()) countMoved(tx, was, becomes, count);
      return recover.run({ now }).changes + recoverWaiting.run({ now }).changes;
    },
    /** Row numbers of a destination's deliveries in a state, after `after`, at most `limit`. */
    idsIn: (
      destinationId: string,
      state: DeliveryState,
      limit: number,
      after = 0,
    ): readonly number[] => idsIn.all(destinationId, state, after, limit),
    count: (destinationId: string, state: DeliveryState): number =>
      count.get(destinationId, state) ?? 0,
    /** Changes only the state and keeps scheduled attempts (D32). */
    move(tx: Tx, id: number, state: DeliveryState, now: number): void {
      countChange(tx, id, state);
      move.run(state, now, id);
      tx.changed({ kind: 'delivery', id });
    },
    cancel(tx: Tx, id: number, now: number): void {
      countChange(tx, id, 'cancelled');
      cancel.run(now, id);
      tx.changed({ kind: 'delivery', id });
    },
  };
}
