/**
 * What deliveries were before they were cancelled or retried, so that it can be undone; and
 * which were dropped while they were being sent, so that a crash does not make them due again.
 */
import type { Database } from 'better-sqlite3';
import type { DeliveryState, WebhookProgress } from '#shared/schemas/delivery.ts';
import type { Delivery } from './deliveries.ts';
import type { Tx } from './write-queue.ts';

/** What a retry alters of a webhook; its attempts and results stay where they are. */
type WebhookBefore = Pick<WebhookProgress, 'state' | 'windowAttempts' | 'nextAttemptAt'>;

export interface UndoEntry {
  readonly deliveryId: number;
  /** Null when it was one alone. */
  readonly jobId: number | null;
  readonly kind: 'cancel' | 'retry';
  /** `sending`: it was in flight. */
  readonly state: DeliveryState;
  readonly round: number;
  readonly windowRounds: number;
  readonly firstAttemptAt: number | null;
  readonly nextAttemptAt: number | null;
  /** Of a retry, in the order of the delivery's; cancelling writes the delivery alone. */
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
  // A retry that came after it has taken its place.
  const standing = `kind <> 'retry' AND NOT EXISTS (SELECT 1 FROM undo_log AS later
      WHERE later.delivery_id = undo_log.delivery_id AND later.kind = 'retry')`;
  const standingCancel = db.prepare<[number], Row>(
    `SELECT * FROM undo_log WHERE delivery_id = ? AND kind = 'cancel' AND ${standing}`,
  );
  const lastAttempt = db.prepare<[number]>(
    `SELECT 1 FROM undo_log WHERE delivery_id = ? AND state = 'sending' AND ${standing}`,
  );
  const ofJob = db.prepare<[number, number], Row>(
    'SELECT * FROM undo_log INDEXED BY undo_log_of_job WHERE job_id = ? LIMIT ?',
  );
  const before = db.prepare<[number]>(
    'SELECT 1 FROM undo_log INDEXED BY undo_log_of_job WHERE job_id < ? LIMIT 1',
  );
  const forgetKind = db.prepare('DELETE FROM undo_log WHERE delivery_id = ? AND kind = ?');
  const forget = db.prepare('DELETE FROM undo_log WHERE delivery_id = ?');
  const ofEarlier = (kind: UndoEntry['kind']) => `delivery_id IN (
      SELECT delivery_id FROM undo_log INDEXED BY undo_log_of_job
      WHERE job_id < ? AND kind = '${kind}' LIMIT ?)`;
  const forgetRetried = db.prepare(`DELETE FROM undo_log WHERE ${ofEarlier('retry')}`);
  const leaveCancelled = db.prepare(
    `UPDATE undo_log SET job_id = NULL WHERE kind = 'cancel' AND ${ofEarlier('cancel')}`,
  );
  const cutOff = db
    .prepare<[], number>(
      `SELECT id FROM deliveries WHERE state IN ('pending', 'retrying', 'paused') AND id IN (
         SELECT delivery_id FROM undo_log INDEXED BY undo_log_sending
         WHERE state = 'sending' AND ${standing})`,
    )
    .pluck();

  return {
    /** A cancel or a drop takes the place of all that was remembered of the delivery before. */
    remember(
      _tx: Tx,
      kind: UndoEntry['kind'] | 'deletion',
      delivery: Delivery,
      state: DeliveryState,
      jobId: number | null,
    ): void {
      if (kind !== 'retry') forget.run(delivery.id);
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
    /** The cancel that holds a delivery back. */
    standingCancel(deliveryId: number): UndoEntry | undefined {
      const row = standingCancel.get(deliveryId);
      return row && toChange(row);
    },
    /** Whether it was cancelled or dropped in flight: the attempt under way is its last. */
    isLastAttempt: (deliveryId: number): boolean => lastAttempt.get(deliveryId) !== undefined,
    ofJob: (jobId: number, limit: number): readonly UndoEntry[] =>
      ofJob.all(jobId, limit).map(toChange),
    isOfJob: (jobId: number): boolean => ofJob.get(jobId, 1) !== undefined,
    hasBefore: (jobId: number): boolean => before.get(jobId) !== undefined,
    /** It was taken back: what it came after stands again. */
    restored(_tx: Tx, { deliveryId, kind }: UndoEntry): void {
      forgetKind.run(deliveryId, kind);
    },
    /** Nothing of it can be taken back any more. */
    forget(_tx: Tx, deliveryId: number): void {
      forget.run(deliveryId);
    },
    /**
     * Takes what jobs before this one did from them, at most `limit` of each kind: what was cancelled
     * can still be taken back one by one. Tells how much that was.
     */
    releaseBefore: (_tx: Tx, jobId: number, limit: number): number =>
      forgetRetried.run(jobId, limit).changes + leaveCancelled.run(jobId, limit).changes,
    /** What was to be cancelled when its attempt had failed, and was cut off by the end. */
    cutOff: (): readonly number[] => cutOff.all(),
  };
}
