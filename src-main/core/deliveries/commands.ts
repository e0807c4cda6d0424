/**
 * Commands that retry and cancel deliveries, and undo a cancel (D31, D33). Each changes rows within a write and
 * notifies the sender after the commit.
 */

import type { DeliveryState, DeliverySummary } from '#shared/schemas/delivery.ts';
import type { SkipReason } from '#shared/schemas/job.ts';
import { AppError, notFound } from '../app-error.ts';
import { type ConfigCache, canSend } from '../config/config-cache.ts';
import type { Clock } from '../ports.ts';
import type { Delivery } from '../store/deliveries.ts';
import type { Store } from '../store/store.ts';
import type { UndoEntry } from '../store/undo-log.ts';
import type { Tx } from '../store/write-queue.ts';
import { afterCancel, backloggedUrls, resume, retryNow } from './progress.ts';

export type CommandOutcome =
  | { readonly kind: 'done'; readonly destinationId: string }
  /** Cancelled while in flight: the current attempt is completed and is the last. */
  | { readonly kind: 'sending'; readonly id: number; readonly destinationId: string }
  | { readonly kind: 'skipped'; readonly reason: SkipReason };

/** `later`: its last attempt is being stored. Try again afterwards. */
export type UndoOutcome = Exclude<CommandOutcome, { kind: 'sending' }> | { readonly kind: 'later' };

/** A destination's deliveries in memory. Their stored rows are outdated. */
export interface InFlight {
  /** Whether a response for this delivery is pending. */
  isActive(deliveryId: number): boolean;
  /** Whether a response is pending or not yet on disk. */
  isRowStale(deliveryId: number): boolean;
  /** Whether it is queued, in flight, or its response is being stored. */
  has(deliveryId: number): boolean;
  inFlight(deliveryId: number): Delivery | undefined;
  /** Whether its last response is being stored. */
  isSaving(deliveryId: number): boolean;
  /** Removes the queued attempts of a delivery to cancel; returns whether it is in flight. */
  release(deliveryId: number): boolean;
  /** Invalidates cached deliveries after a change on disk. */
  invalidateCache(): void;
}

/** Sends deliveries: knows those in flight, and is woken when something becomes due. */
export interface Sender {
  readonly inFlightOf: (destinationId: string) => InFlight | undefined;
  readonly wake: (destinationIds: Iterable<string>) => void;
}

type RowCommands = ReturnType<typeof createRowCommands>;
export type DeliveryCommands = ReturnType<typeof createDeliveryCommands>;

interface Tools {
  readonly store: Store;
  readonly configCache: ConfigCache;
  readonly clock: Pick<Clock, 'now'>;
}

/** Waiting states: nothing is in flight, and another attempt follows. */
const waitingStates: ReadonlySet<DeliveryState> = new Set(['pending', 'retrying', 'paused']);

const skipped = (reason: SkipReason) => ({ kind: 'skipped', reason }) as const;

/** Why an action isn't possible in a state; null if it may be. */
export function stateReason(action: 'retry' | 'cancel', state: DeliveryState): SkipReason | null {
  if (state === 'filtered' || state === 'excluded') return 'no_request';
  if (action === 'retry') return state === 'sending' || state === 'paused' ? state : null;
  return waitingStates.has(state) || state === 'sending' ? null : 'ended';
}

/** Commands on one delivery within a write. They may run twice, with the first run undone. */
function createRowCommands(
  { store, configCache, clock }: Tools,
  inFlightOf: Sender['inFlightOf'],
  cancelRequested: Set<number>,
) {
  const { record } = store.undoLog;

  function save(tx: Tx, delivery: Delivery): CommandOutcome & { kind: 'done' } {
    store.deliveries.save(tx, delivery, clock.now());
    tx.whenCommitted(() => inFlightOf(delivery.destinationId)?.invalidateCache());
    return { kind: 'done', destinationId: delivery.destinationId };
  }

  /** Restores the waiting state according to the current settings (D32). */
  function restoreWaiting(delivery: Delivery, before: UndoEntry): Delivery {
    const now = clock.now();
    const nextAttemptAt = before.nextAttemptAt ?? now;
    const waiting: Delivery = { ...delivery, state: before.state, nextAttemptAt };
    if (!canSend(configCache.destination(delivery.destinationId)))
      return { ...waiting, state: 'paused' };
    if (before.state === 'paused') return resume(waiting, now);
    // The webhooks it was queued for are no longer known, so check it immediately.
    return backloggedUrls(waiting).length === 0
      ? waiting
      : { ...waiting, nextAttemptAt: Math.min(nextAttemptAt, now) };
  }

  function restoreCancelled(tx: Tx, delivery: Delivery, before: UndoEntry): UndoOutcome {
    const { id, state, destinationId } = delivery;
    const wasInFlight = before.state === 'sending';
    tx.whenCommitted(() => cancelRequested.delete(id));
    if (wasInFlight && inFlightOf(destinationId)?.isActive(id))
      return { kind: 'done', destinationId };
    if (state !== 'cancelled') return skipped('changed');
    if (!wasInFlight && before.round !== delivery.round) return skipped('changed');
    return save(
      tx,
      restoreWaiting(delivery, wasInFlight ? { ...before, ...afterCancel(delivery) } : before),
    );
  }

  return {
    /** Makes a waiting delivery due now. Opens a new retry window for an ended one. */
    retry(tx: Tx, id: number): CommandOutcome {
      const delivery = store.deliveries.get(id);
      if (delivery === undefined) return skipped('changed');
      const { destinationId } = delivery;
      if (configCache.destination(destinationId) === undefined)
        return skipped('destination_deleted');
      const isRowStale = inFlightOf(destinationId)?.isRowStale(id) ?? false;
      const reason = isRowStale ? 'sending' : stateReason('retry', delivery.state);
      if (reason !== null) return skipped(reason);
      tx.whenCommitted(() => cancelRequested.delete(id));
      store.undoLog.remove(tx, id);
      return save(tx, retryNow(delivery, clock.now()));
    },
    /** Returns `sending` if it is in flight. Release its queued attempts after the write. */
    cancel(tx: Tx, id: number): CommandOutcome {
      const delivery = store.deliveries.get(id);
      if (delivery === undefined) return skipped('changed');
      const { destinationId } = delivery;
      const inFlight = inFlightOf(destinationId)?.inFlight(id);
      if (inFlight !== undefined) {
        // Its last response may have arrived and not be stored yet.
        const endedReason = stateReason('cancel', inFlight.state);
        if (endedReason !== null) return skipped(endedReason);
        if (store.undoLog.isLastAttempt(id)) return skipped('ended');
        record(tx, 'cancel', delivery, 'sending');
        tx.whenCommitted(() => cancelRequested.add(id));
        return { kind: 'sending', id, destinationId };
      }
      const reason = stateReason('cancel', delivery.state);
      if (reason !== null) return skipped(reason);
      record(tx, 'cancel', delivery, delivery.state);
      store.deliveries.cancel(tx, id, clock.now());
      tx.whenCommitted(() => inFlightOf(destinationId)?.invalidateCache());
      return { kind: 'done', destinationId };
    },
    /** Undoes a cancel if it is still in effect. Its entry is removed in any case. */
    undoCancel(tx: Tx, before: UndoEntry): UndoOutcome {
      const delivery = store.deliveries.get(before.deliveryId);
      if (delivery === undefined) return skipped('changed');
      const { id, destinationId } = delivery;
      if (inFlightOf(destinationId)?.isSaving(id)) return { kind: 'later' };
      const outcome =
        configCache.destination(destinationId) === undefined
          ? skipped('destination_deleted')
          : restoreCancelled(tx, delivery, before);
      store.undoLog.remove(tx, id);
      return outcome;
    },
  };
}

const destinationDeleted = 'The destination was deleted. Restore it first.';

const retryErrors: Partial<Record<SkipReason, string>> = {
  sending: 'An attempt is in flight. Wait for its response.',
  paused: 'The destination is disabled. Enable it to continue.',
  no_request: 'The delivery was {state}, so it has no request to send.',
  destination_deleted: destinationDeleted,
};

const cancelErrors: Partial<Record<SkipReason, string>> = {
  ended: 'Nothing to cancel: the delivery has already finished.',
  no_request: 'Nothing to cancel: the delivery was {state}.',
};

const undoErrors: Partial<Record<SkipReason, string>> = {
  changed: 'The delivery changed after it was cancelled. Retry it instead.',
  destination_deleted: destinationDeleted,
};

/** Returns the outcome, or throws an AppError with its text. */
function orThrow(
  outcome: CommandOutcome | UndoOutcome,
  messages: Partial<Record<SkipReason, string>>,
  state: DeliveryState,
) {
  if (outcome.kind === 'skipped') {
    const message = messages[outcome.reason] ?? 'The delivery has changed. Try again.';
    throw new AppError('conflict', message.replace('{state}', state));
  }
  if (outcome.kind === 'later')
    throw new AppError('conflict', 'The response is being stored.', { fix: 'Try again.' });
  return { outcomes: [outcome] };
}

export function createDeliveryCommands(tools: Tools) {
  const { store, clock } = tools;
  let sender: Sender = { inFlightOf: () => undefined, wake: () => undefined };
  /** Deliveries cancelled while in flight. They end instead of waiting again. */
  const cancelRequested = new Set<number>();
  const inFlightOf: Sender['inFlightOf'] = (destinationId) => sender.inFlightOf(destinationId);
  const commands = createRowCommands(tools, inFlightOf, cancelRequested);

  /**
   * Removes the queued attempts of deliveries cancelled while in flight. A delivery whose round has
   * ended in the meantime is cancelled on disk.
   */
  async function releaseCancelled(
    outcomes: readonly (CommandOutcome | UndoOutcome)[],
  ): Promise<void> {
    const unreleased = outcomes
      .filter((outcome) => outcome.kind === 'sending')
      .filter(({ id, destinationId }) => inFlightOf(destinationId)?.release(id) !== true);
    if (unreleased.length === 0) return;
    await store.write((tx) => {
      for (const { id } of unreleased) cancelOnDisk(tx, id);
    });
  }

  function cancelOnDisk(tx: Tx, id: number): void {
    const delivery = store.deliveries.get(id);
    // If it is in flight again, it is cancelled at its next attempt.
    if (delivery === undefined || inFlightOf(delivery.destinationId)?.has(id)) return;
    if (cancelRequested.has(id) && waitingStates.has(delivery.state))
      store.deliveries.cancel(tx, id, clock.now());
  }

  /** Runs commands in one write, then notifies the sender. `change` may run twice. */
  async function run<
    Result extends { readonly outcomes: readonly (CommandOutcome | UndoOutcome)[] },
  >(change: (tx: Tx, commands: RowCommands) => Result): Promise<Result> {
    const result = await store.write((tx) => change(tx, commands));
    const changed = result.outcomes.filter((outcome) => outcome.kind === 'done');
    sender.wake(new Set(changed.map(({ destinationId }) => destinationId)));
    await releaseCancelled(result.outcomes);
    return result;
  }

  async function runOne(
    id: number,
    messages: Partial<Record<SkipReason, string>>,
    command: (tx: Tx) => CommandOutcome | UndoOutcome,
  ): Promise<DeliverySummary> {
    const { changed } = await run((tx) => {
      const delivery = store.deliveries.get(id);
      if (delivery === undefined) throw notFound('delivery');
      const { outcomes } = orThrow(command(tx), messages, delivery.state);
      return { outcomes, changed: store.deliveries.summary(id) };
    });
    // Retention may have deleted it since.
    const summary = store.deliveries.summary(id) ?? changed;
    if (summary === undefined) throw notFound('delivery');
    return summary;
  }

  return {
    /** Only one sender is supported: the dispatcher. */
    subscribe(subscriber: Sender): void {
      sender = subscriber;
    },
    isCancelRequested: (id: number): boolean => cancelRequested.has(id),
    run,
    /** See the contract's `deliveries.retry`. */
    retry: (id: number) => runOne(id, retryErrors, (tx) => commands.retry(tx, id)),
    /** See the contract's `deliveries.cancel`. */
    cancel: (id: number) => runOne(id, cancelErrors, (tx) => commands.cancel(tx, id)),
    /** See the contract's `deliveries.undoCancel`. */
    undoCancel: (id: number) =>
      runOne(id, undoErrors, (tx) => {
        const before = store.undoLog.currentCancel(id);
        if (before === undefined)
          throw new AppError(
            'conflict',
            "Nothing to undo: the delivery wasn't cancelled manually.",
          );
        return commands.undoCancel(tx, before);
      }),
    /**
     * Permanently cancels waiting deliveries. An attempt in progress is completed and is the last.
     * Returns the deliveries cancelled immediately.
     */
    cancelForDeletion<Waiting extends { readonly id: number }>(
      tx: Tx,
      deliveries: readonly Waiting[],
    ): readonly Waiting[] {
      const cancelled = deliveries.filter(({ id }) => {
        const delivery = store.deliveries.get(id);
        if (delivery === undefined) return false;
        const isRowStale = inFlightOf(delivery.destinationId)?.isRowStale(id) ?? false;
        if (isRowStale) {
          // Can't be undone, but a crash must not make it due again.
          store.undoLog.record(tx, 'deletion', delivery, 'sending');
          tx.whenCommitted(() => cancelRequested.add(id));
        } else tx.whenCommitted(() => inFlightOf(delivery.destinationId)?.invalidateCache());
        return !isRowStale && waitingStates.has(delivery.state);
      });
      for (const { id } of cancelled) store.deliveries.cancel(tx, id, clock.now());
      return cancelled;
    },
  };
}
