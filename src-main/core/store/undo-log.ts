/**
 * What deliveries were before they were cancelled or retried by hand, so that it can be undone; and
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
  /** Null when it was changed alone. */
  readonly runId: number | null;
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
  run_id: number | null;
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
  runId: row.run_id,
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
  const put = db.prepare('INSERT OR REPLACE INTO hand_changes VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)');
  // A retry that came after it has taken its place.
  const standing = `kind <> 'retry' AND NOT EXISTS (SELECT 1 FROM hand_changes AS later
      WHERE later.delivery_id = hand_changes.delivery_id AND later.kind = 'retry')`;
  const standingCancel = db.prepare<[number], Row>(
    `SELECT * FROM hand_changes WHERE delivery_id = ? AND kind = 'cancel' AND ${standing}`,
  );
  const lastAttempt = db.prepare<[number]>(
    `SELECT 1 FROM hand_changes WHERE delivery_id = ? AND state = 'sending' AND ${standing}`,
  );
  const ofRun = db.prepare<[number, number], Row>(
    'SELECT * FROM hand_changes INDEXED BY hand_changes_of_run WHERE run_id = ? LIMIT ?',
  );
  const forgetKind = db.prepare('DELETE FROM hand_changes WHERE delivery_id = ? AND kind = ?');
  const forget = db.prepare('DELETE FROM hand_changes WHERE delivery_id = ?');
  const ofEarlier = (kind: UndoEntry['kind']) => `delivery_id IN (
      SELECT delivery_id FROM hand_changes INDEXED BY hand_changes_of_run
      WHERE run_id < ? AND kind = '${kind}' LIMIT ?)`;
  const forgetRetried = db.prepare(`DELETE FROM hand_changes WHERE ${ofEarlier('retry')}`);
  const leaveCancelled = db.prepare(
    `UPDATE hand_changes SET run_id = NULL WHERE kind = 'cancel' AND ${ofEarlier('cancel')}`,
  );
  const cutOff = db
    .prepare<[], number>(
      `SELECT id FROM deliveries WHERE state IN ('pending', 'retrying', 'paused') AND id IN (
         SELECT delivery_id FROM hand_changes INDEXED BY hand_changes_sending
         WHERE state = 'sending' AND ${standing})`,
    )
    .pluck();

  return {
    /** A cancel or a drop takes the place of all that was remembered of the delivery before. */
    remember(
      _tx: Tx,
      kind: UndoEntry['kind'] | 'drop',
      delivery: Delivery,
      state: DeliveryState,
      runId: number | null,
    ): void {
      if (kind !== 'retry') forget.run(delivery.id);
      put.run(
        delivery.id,
        kind,
        runId,
        state,
        delivery.round,
        delivery.windowRounds,
        delivery.firstAttemptAt,
        delivery.nextAttemptAt,
        kind === 'retry' ? webhooksBefore(delivery) : null,
      );
    },
    /** The cancel by hand that holds a delivery back. */
    standingCancel(deliveryId: number): UndoEntry | undefined {
      const row = standingCancel.get(deliveryId);
      return row && toChange(row);
    },
    /** Whether it was cancelled or dropped in flight: the attempt under way is its last. */
    isLastAttempt: (deliveryId: number): boolean => lastAttempt.get(deliveryId) !== undefined,
    ofRun: (runId: number, limit: number): readonly UndoEntry[] =>
      ofRun.all(runId, limit).map(toChange),
    /** It was taken back: what it came after stands again. */
    restored(_tx: Tx, { deliveryId, kind }: UndoEntry): void {
      forgetKind.run(deliveryId, kind);
    },
    /** Nothing of it can be taken back any more. */
    forget(_tx: Tx, deliveryId: number): void {
      forget.run(deliveryId);
    },
    /**
     * Takes what runs before this one did from them, at most `limit` of each kind: what was cancelled
     * can still be taken back one by one. Tells how much that was.
     */
    releaseBefore: (_tx: Tx, runId: number, limit: number): number =>
      forgetRetried.run(runId, limit).changes + leaveCancelled.run(runId, limit).changes,
    /** What was to be cancelled when its attempt had failed, and was cut off by the end. */
    cutOff: (): readonly number[] => cutOff.all(),
  };
}
