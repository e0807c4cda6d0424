/**
 * Stores the previous state of cancelled or retried deliveries for undo. Also stores deliveries
 * cancelled by a deletion request while in flight, so that a crash doesn't make them due again.
 */
import type { Database } from 'better-sqlite3';
import type { DeliveryState, WebhookProgress } from '#shared/schemas/delivery.ts';
import type { Delivery } from './deliveries.ts';
import type { Tx } from './write-queue.ts';

/** Fields of a webhook that a retry changes. Attempts and results stay unchanged. */
type WebhookBefore = Pick<WebhookProgress, 'state' | 'windowAttempts' | 'nextAttemptAt'>;

export interface UndoEntry {
  readonly deliveryId: number;
  /** Null for a single delivery. */
  readonly jobId: number | null;
  readonly kind: 'cancel' | 'retry';
  /** `sending` means that it was in flight. */
  readonly state: DeliveryState;
  readonly round: number;
  readonly windowRounds: number;
  readonly firstAttemptAt: number | null;
  readonly nextAttemptAt: number | null;
  /** Only for retries, in the delivery's order. A cancel changes only the delivery. */
  readonly webhooks: readonly WebhookBefore[] | null;
}

interface Row {
  delivery_id: number;
  job_id: number | null;
  kind: UndoEntry['kind'];
  state: DeliveryState;
  round: number;
  window_rounds: number;
  first_attempt_at: number | null;
  next_attempt_at: number | null;
  webhooks: string | null;
}

const toChange = (row: Row): UndoEntry => ({
  deliveryId: row.delivery_id,
  jobId: row.job_id,
  kind: row.kind,
  state: row.state,
  round: row.round,
  windowRounds: row.window_rounds,
  firstAttemptAt: row.first_attempt_at,
  nextAttemptAt: row.next_attempt_at,
  webhooks: row.webhooks === null ? null : JSON.parse(row.webhooks),
});

const webhooksBefore = ({ webhooks }: Delivery): string =>
  JSON.stringify(
    webhooks.map(({ state, windowAttempts, nextAttemptAt }) => ({
      state,
      windowAttempts,
      nextAttemptAt,
    })),
  );

export function createUndoLog(db: Database) {
  const put = db.prepare('INSERT OR REPLACE INTO undo_log VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)');
  // A later retry replaces an earlier cancel.
  const inEffect = `kind <> 'retry' AND NOT EXISTS (SELECT 1 FROM undo_log AS later
      WHERE later.delivery_id = undo_log.delivery_id AND later.kind = 'retry')`;
  const currentCancel = db.prepare<[number], Row>(
    `SELECT * FROM undo_log WHERE delivery_id = ? AND kind = 'cancel' AND ${inEffect}`,
  );
  const lastAttempt = db.prepare<[number]>(
    `SELECT 1 FROM undo_log WHERE delivery_id = ? AND state = 'sending' AND ${inEffect}`,
  );
  const byJob = db.prepare<[number, number], Row>(
    'SELECT * FROM undo_log INDEXED BY undo_log_of_job WHERE job_id = ? LIMIT ?',
  );
  const before = db.prepare<[number]>(
    'SELECT 1 FROM undo_log INDEXED BY undo_log_of_job WHERE job_id < ? LIMIT 1',
  );
  const deleteKind = db.prepare('DELETE FROM undo_log WHERE delivery_id = ? AND kind = ?');
  const deleteAll = db.prepare('DELETE FROM undo_log WHERE delivery_id = ?');
  const ofEarlierJobs = (kind: UndoEntry['kind']) => `delivery_id IN (
      SELECT delivery_id FROM undo_log INDEXED BY undo_log_of_job
      WHERE job_id < ? AND kind = '${kind}' LIMIT ?)`;
  const deleteRetries = db.prepare(`DELETE FROM undo_log WHERE ${ofEarlierJobs('retry')}`);
  const detachCancels = db.prepare(
    `UPDATE undo_log SET job_id = NULL WHERE kind = 'cancel' AND ${ofEarlierJobs('cancel')}`,
  );
  const interrupted = db
    .prepare<[], number>(
      `SELECT id FROM deliveries WHERE state IN ('pending', 'retrying', 'paused') AND id IN (
         SELECT delivery_id FROM undo_log INDEXED BY undo_log_sending
         WHERE state = 'sending' AND ${inEffect})`,
    )
    .pluck();

  return {
    /** Stores the state before a command. Cancels replace all earlier entries of the delivery. */
    record(
      _tx: Tx,
      kind: UndoEntry['kind'] | 'deletion',
      delivery: Delivery,
      state: DeliveryState,
      jobId: number | null,
    ): void {
      if (kind !== 'retry') deleteAll.run(delivery.id);
      put.run(
        delivery.id,
        kind,
        jobId,
        state,
        delivery.round,
        delivery.windowRounds,
        delivery.firstAttemptAt,
        delivery.nextAttemptAt,
        kind === 'retry' ? webhooksBefore(delivery) : null,
      );
    },
    /** The cancel currently in effect for a delivery. */
    currentCancel(deliveryId: number): UndoEntry | undefined {
      const row = currentCancel.get(deliveryId);
      return row && toChange(row);
    },
    /** Whether it was cancelled in flight, so that the current attempt is its last. */
    isLastAttempt: (deliveryId: number): boolean => lastAttempt.get(deliveryId) !== undefined,
    byJob: (jobId: number, limit: number): readonly UndoEntry[] =>
      byJob.all(jobId, limit).map(toChange),
    hasJob: (jobId: number): boolean => byJob.get(jobId, 1) !== undefined,
    hasBefore: (jobId: number): boolean => before.get(jobId) !== undefined,
    /** Removes an undone entry. An earlier entry takes effect again. */
    removeRestored(_tx: Tx, { deliveryId, kind }: UndoEntry): void {
      deleteKind.run(deliveryId, kind);
    },
    /** Makes all changes to the delivery permanent. */
    remove(_tx: Tx, deliveryId: number): void {
      deleteAll.run(deliveryId);
    },
    /**
     * Detaches entries from earlier jobs, at most `limit` of each kind. Cancels can still be undone
     * one by one. Returns how many were detached.
     */
    releaseBefore: (_tx: Tx, jobId: number, limit: number): number =>
      deleteRetries.run(jobId, limit).changes + detachCancels.run(jobId, limit).changes,
    /** Deliveries to cancel after their attempt, which a shutdown interrupted. */
    interrupted: (): readonly number[] => interrupted.all(),
  };
}
