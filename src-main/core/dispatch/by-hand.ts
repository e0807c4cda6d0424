/** Retrying and cancelling by hand, and taking it back: one delivery, within a write (D31, D33). */
import type { BulkReason } from '#shared/schemas/bulk.ts';
import type { DeliveryState } from '#shared/schemas/delivery.ts';
import { type ConfigCache, canSend } from '../config/config-cache.ts';
import type { Clock } from '../ports.ts';
import type { Delivery } from '../store/deliveries.ts';
import type { HandChange } from '../store/hand-changes.ts';
import type { Store } from '../store/store.ts';
import type { Tx } from '../store/write-queue.ts';
import { afterCancel, resumed, retryNow } from './changed-by-hand.ts';
import { waitingForRoom } from './progress.ts';
import type { Shard } from './shard.ts';

export type ByHandOutcome =
  | { readonly kind: 'done'; readonly destinationId: string }
  /** Cancelled while it was in hand: the attempt under way is finished, and is the last. */
  | { readonly kind: 'sending'; readonly id: number; readonly destinationId: string }
  | { readonly kind: 'skipped'; readonly reason: BulkReason };

/** `later`: its last attempt is being stored just now; ask again after that. */
export type RestoreOutcome =
  | Exclude<ByHandOutcome, { kind: 'sending' }>
  | { readonly kind: 'later' };

export type ByHand = ReturnType<typeof createByHand>;

interface ByHandTools {
  readonly store: Store;
  readonly configCache: ConfigCache;
  readonly clock: Pick<Clock, 'now'>;
  readonly shard: (destinationId: string) => Shard | undefined;
  /** In hand when they were cancelled: as soon as they would wait again, they are. */
  readonly dropped: Set<number>;
}

const skipped = (reason: BulkReason) => ({ kind: 'skipped', reason }) as const;

/** Why an action cannot be done to what is in a state, whatever else is known of it. */
export function stateReason(action: 'retry' | 'cancel', state: DeliveryState): BulkReason | null {
  if (state === 'filtered' || state === 'excluded') return 'no_request';
  if (action === 'retry') return state === 'sending' || state === 'paused' ? state : null;
  return state === 'pending' || state === 'sending' || state === 'retrying' || state === 'paused'
    ? null
    : 'ended';
}

export function createByHand({ store, configCache, clock, shard, dropped }: ByHandTools) {
  const remember = store.handChanges.remember;

  function save(tx: Tx, delivery: Delivery): ByHandOutcome & { kind: 'done' } {
    store.deliveries.save(tx, delivery, clock.now());
    tx.whenCommitted(() => shard(delivery.destinationId)?.outdated());
    return { kind: 'done', destinationId: delivery.destinationId };
  }

  /** As it waited before, in step with the settings of now (D32). */
  function waitingAgain(delivery: Delivery, before: HandChange): Delivery {
    const now = clock.now();
    const nextAttemptAt = before.nextAttemptAt ?? now;
    const waiting: Delivery = { ...delivery, state: before.state, nextAttemptAt };
    if (!canSend(configCache.destination(delivery.destinationId)))
      return { ...waiting, state: 'paused' };
    if (before.state === 'paused') return resumed(waiting, now);
    // Who waited for room at a webhook is not known any more: looked at at once.
    return waitingForRoom(waiting).length === 0
      ? waiting
      : { ...waiting, nextAttemptAt: Math.min(nextAttemptAt, now) };
  }

  function restoreCancelled(tx: Tx, delivery: Delivery, before: HandChange): RestoreOutcome {
    const { id, state, destinationId } = delivery;
    const wasInHand = before.state === 'sending';
    tx.whenCommitted(() => dropped.delete(id));
    if (wasInHand && shard(destinationId)?.isActive(id)) return { kind: 'done', destinationId };
    if (state !== 'cancelled') return skipped('changed');
    if (!wasInHand && before.round !== delivery.round) return skipped('changed');
    return save(
      tx,
      waitingAgain(delivery, wasInHand ? { ...before, ...afterCancel(delivery) } : before),
    );
  }

  function restoreRetried(tx: Tx, delivery: Delivery, before: HandChange): RestoreOutcome {
    const { id, state, destinationId, round } = delivery;
    const isWaiting = state === 'pending' || state === 'retrying' || state === 'paused';
    const hasBegun = round !== before.round || state === 'sending' || shard(destinationId)?.has(id);
    if (hasBegun) return skipped('begun');
    if (!isWaiting) return skipped('changed');
    const restored: Delivery = {
      ...delivery,
      state: before.state,
      windowRounds: before.windowRounds,
      firstAttemptAt: before.firstAttemptAt,
      nextAttemptAt: before.nextAttemptAt,
      webhooks: delivery.webhooks.map((webhook, index) => ({
        ...webhook,
        ...before.webhooks?.[index],
      })),
    };
    const waited = before.state === 'pending' || before.state === 'retrying';
    return save(tx, waited ? waitingAgain(restored, before) : restored);
  }

  return {
    /** Makes what waits due now; begins anew with what has ended. */
    retry(tx: Tx, id: number, runId: number | null): ByHandOutcome {
      const delivery = store.deliveries.get(id);
      if (delivery === undefined) return skipped('changed');
      const { destinationId } = delivery;
      if (configCache.destination(destinationId) === undefined)
        return skipped('destination_deleted');
      const isUnderWay = shard(destinationId)?.isUnderWay(id) ?? false;
      const reason = isUnderWay ? 'sending' : stateReason('retry', delivery.state);
      if (reason !== null) return skipped(reason);
      tx.whenCommitted(() => dropped.delete(id));
      if (runId === null) store.handChanges.forget(tx, id);
      else remember(tx, 'retry', delivery, delivery.state, runId);
      return save(tx, retryNow(delivery, clock.now()));
    },
    /** One in hand is told by `sending`: what is queued of it is to be released after the write. */
    cancel(tx: Tx, id: number, runId: number | null): ByHandOutcome {
      const delivery = store.deliveries.get(id);
      if (delivery === undefined) return skipped('changed');
      const { destinationId } = delivery;
      const inHand = shard(destinationId)?.inHand(id);
      if (inHand !== undefined) {
        // Its last answer may be there, and on its way to the disk.
        const ended = stateReason('cancel', inHand.state);
        if (ended !== null) return skipped(ended);
        if (store.handChanges.isLastAttempt(id)) return skipped('ended');
        remember(tx, 'cancel', delivery, 'sending', runId);
        tx.whenCommitted(() => dropped.add(id));
        return { kind: 'sending', id, destinationId };
      }
      const reason = stateReason('cancel', delivery.state);
      if (reason !== null) return skipped(reason);
      remember(tx, 'cancel', delivery, delivery.state, runId);
      store.deliveries.cancel(tx, id, clock.now());
      tx.whenCommitted(() => shard(destinationId)?.outdated());
      return { kind: 'done', destinationId };
    },
    /** Takes a change back, where it still stands; whatever comes of it, it is forgotten. */
    restore(tx: Tx, before: HandChange): RestoreOutcome {
      const delivery = store.deliveries.get(before.deliveryId);
      if (delivery === undefined) return skipped('changed');
      const { id, destinationId } = delivery;
      if (shard(destinationId)?.isSaving(id)) return { kind: 'later' };
      const outcome =
        configCache.destination(destinationId) === undefined
          ? skipped('destination_deleted')
          : before.kind === 'cancel'
            ? restoreCancelled(tx, delivery, before)
            : restoreRetried(tx, delivery, before);
      if (outcome.kind === 'done') store.handChanges.restored(tx, before);
      else store.handChanges.forget(tx, id);
      return outcome;
    },
  };
}
