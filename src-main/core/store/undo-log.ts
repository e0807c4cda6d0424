/**
 * The state of deliveries before they were cancelled, for undo. Also stores deliveries cancelled by a
 * deletion request while in flight, so that a crash doesn't make them due again.
 */
import type { Database } from 'better-sqlite3';
import type { DeliveryState } from '#shared/schemas/delivery.ts';
import type { Delivery } from './deliveries.ts';
import type { Tx } from './write-queue.ts';

export interface UndoEntry {
  readonly deliveryId: number;
  /** `sending` means that it was in flight. */
  readonly state: DeliveryState;
  readonly round: number;
  readonly nextAttemptAt: number | null;
}

interface Row {
  delivery_id: number;
  state: DeliveryState;
  round: number;
  next_attempt_at: number | null;
}

const toEntry = (row: Row): UndoEntry => ({
  deliveryId: row.delivery_id,
  state: row.state,
  round: row.round,
  nextAttemptAt: row.next_attempt_at,
});

export function createUndoLog(db: Database) {
  const put = db.prepare('INSERT OR REPLACE INTO undo_log VALUES (?, ?, ?, ?, ?)');
  const currentCancel = db.prepare<[number], Row>(
    "SELECT * FROM undo_log WHERE delivery_id = ? AND kind = 'cancel'",
  );
  const lastAttempt = db.prepare<[number]>(
    "SELECT 1 FROM undo_log WHERE delivery_id = ? AND state = 'sending'",
  );
  const remove = db.prepare('DELETE FROM undo_log WHERE delivery_id = ?');
  const interrupted = db
    .prepare<[], number>(
      `SELECT id FROM deliveries WHERE state IN ('pending', 'retrying', 'paused') AND id IN (
         SELECT delivery_id FROM undo_log INDEXED BY undo_log_sending WHERE state = 'sending')`,
    )
    .pluck();

  return {
    /** Stores the state before a cancel. Replaces an earlier entry of the delivery. */
    record(_tx: Tx, kind: 'cancel' | 'deletion', delivery: Delivery, state: DeliveryState): void {
      put.run(delivery.id, kind, state, delivery.round, delivery.nextAttemptAt);
    },
    /** The cancel currently in effect for a delivery. */
    currentCancel(deliveryId: number): UndoEntry | undefined {
      const row = currentCancel.get(deliveryId);
      return row && toEntry(row);
    },
    /** Whether it was cancelled in flight, so that the current attempt is its last. */
    isLastAttempt: (deliveryId: number): boolean => lastAttempt.get(deliveryId) !== undefined,
    /** Makes the cancel permanent, or forgets it. */
    remove(_tx: Tx, deliveryId: number): void {
      remove.run(deliveryId);
    },
    /** Deliveries to cancel after their attempt, which a shutdown interrupted. */
    interrupted: (): readonly number[] => interrupted.all(),
  };
}
