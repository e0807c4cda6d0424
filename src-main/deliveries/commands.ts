/**
 * Commands that retry and cancel deliveries, and undo a cancel (D31, D33). Each changes rows within a write and
 * notifies the sender after the commit.
 */

import { AppError, notFound } from '#main/kit/app-error.ts';
import type { Clock } from '#main/kit/ports.ts';
import { type ConfigCache, canSend } from '#main/store/config-cache.ts';
import type { Delivery } from '#main/store/deliveries.ts';
import type { Store } from '#main/store/store.ts';
import type { Tx } from '#main/store/write-queue.ts';
import {
  type DeliverySummary,
  isFinishedState,
  type WebhookProgress,
} from '#shared/deliveries/delivery.ts';
import type { RetryRequest } from '#shared/deliveries/operations.ts';
import { isPreselected, urlOutcome } from '#shared/deliveries/retry-urls.ts';
import { resultFix, resultText } from '#shared/deliveries/text.ts';
import type { SkipReason } from '#shared/jobs/job.ts';
import type { ByRowId } from '#shared/kit/entity.ts';
import { currentWebhooks, restore, retryNow } from './state-machine.ts';

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

export type RowCommands = ReturnType<typeof createRowCommands>;
export type DeliveryCommands = ReturnType<typeof createDeliveryCommands>;

interface Tools {
  readonly store: Store;
  readonly configCache: ConfigCache;
  readonly clock: Pick<Clock, 'now'>;
}

/** Whether a URL of a delivery is retried. */
export type IsUrlChosen = (webhook: WebhookProgress, destinationId: string) => boolean;

export const isPreselectedUrl: IsUrlChosen = (webhook) => isPreselected(urlOutcome(webhook));

/** Whether nothing is in flight, and another attempt follows. */
const isResting = ({ state, sending }: Pick<Delivery, 'state' | 'sending'>): boolean =>
  !sending && !isFinishedState(state);

const skipped = (reason: SkipReason) => ({ kind: 'skipped', reason }) as const;

/** Why an action isn't possible in a state; null if it may be. */
export function stateReason(
  action: 'retry' | 'cancel',
  { state, sending }: Pick<Delivery, 'state' | 'sending'>,
): SkipReason | null {
  if (state === 'not_sent') return 'no_request';
  if (action === 'cancel') return isFinishedState(state) ? 'ended' : null;
  if (sending) return 'sending';
  return state === 'paused' ? 'paused' : null;
}

/** Commands on one delivery within a write. They may run twice, with the first run undone. */
function createRowCommands(
  { store, configCache, clock }: Tools,
  inFlightOf: Sender['inFlightOf'],
  cancelRequested: Set<number>,
) {
  function save(tx: Tx, delivery: Delivery): CommandOutcome & { kind: 'done' } {
    store.deliveries.save(tx, delivery, clock.now());
    tx.whenCommitted(() => inFlightOf(delivery.destinationId)?.invalidateCache());
    return { kind: 'done', destinationId: delivery.destinationId };
  }

  /** Returns to the schedule that the webhooks still have, under the current settings (D32). */
  function restoreCancelled(tx: Tx, delivery: Delivery): UndoOutcome {
    const { id, state, destinationId } = delivery;
    if (inFlightOf(destinationId)?.isActive(id)) return { kind: 'done', destinationId };
    if (state !== 'cancelled') return skipped('changed');
    const restored = restore(delivery, clock.now());
    return save(
      tx,
      canSend(configCache.destination(destinationId)) ? restored : { ...restored, state: 'paused' },
    );
  }

  return {
    /** Retries the chosen URLs now. Opens a new retry window for an ended delivery. */
    retry(tx: Tx, id: number, isChosen: IsUrlChosen = isPreselectedUrl): CommandOutcome {
      const delivery = store.deliveries.get(id);
      if (delivery === undefined) return skipped('changed');
      const { destinationId } = delivery;
      const destination = configCache.destination(destinationId);
      if (destination === undefined) return skipped('destination_deleted');
      const isRowStale = inFlightOf(destinationId)?.isRowStale(id) ?? false;
      const reason = isRowStale ? 'sending' : stateReason('retry', delivery);
      if (reason !== null) return skipped(reason);
      const webhooks = currentWebhooks(delivery, destination);
      if (webhooks.length === 0) return skipped('no_webhook');
      const chosen = webhooks.filter((webhook) => isChosen(webhook, destinationId));
      if (chosen.length === 0) return skipped('not_chosen');
      tx.whenCommitted(() => cancelRequested.delete(id));
      store.deliveries.setCancelledBy(tx, id, null);
      const urls = new Set(chosen.map(({ url }) => url));
      return save(tx, retryNow(delivery, destination, urls, clock.now()));
    },
    /** Returns `sending` if it is in flight. Release its queued attempts after the write. */
    cancel(tx: Tx, id: number): CommandOutcome {
      const delivery = store.deliveries.get(id);
      if (delivery === undefined) return skipped('changed');
      const { destinationId } = delivery;
      const inFlight = inFlightOf(destinationId)?.inFlight(id);
      if (inFlight !== undefined) {
        // Its last response may have arrived and not be stored yet.
        const endedReason = stateReason('cancel', inFlight);
        if (endedReason !== null) return skipped(endedReason);
        if (store.deliveries.cancelledBy(id) !== null) return skipped('ended');
        store.deliveries.setCancelledBy(tx, id, 'command');
        tx.whenCommitted(() => cancelRequested.add(id));
        return { kind: 'sending', id, destinationId };
      }
      const reason = stateReason('cancel', delivery);
      if (reason !== null) return skipped(reason);
      store.deliveries.setCancelledBy(tx, id, 'command');
      store.deliveries.cancel(tx, id, clock.now());
      tx.whenCommitted(() => inFlightOf(destinationId)?.invalidateCache());
      return { kind: 'done', destinationId };
    },
    /** Undoes a cancel if it is still in effect. */
    undoCancel(tx: Tx, id: number): UndoOutcome {
      const delivery = store.deliveries.get(id);
      if (delivery === undefined) return skipped('changed');
      const { destinationId } = delivery;
      if (inFlightOf(destinationId)?.isSaving(id)) return { kind: 'later' };
      if (configCache.destination(destinationId) === undefined)
        return skipped('destination_deleted');
      store.deliveries.setCancelledBy(tx, id, null);
      tx.whenCommitted(() => cancelRequested.delete(id));
      return restoreCancelled(tx, delivery);
    },
  };
}

const destinationDeleted = 'The destination was deleted. Restore it first.';

const retryErrors: Partial<Record<SkipReason, string>> = {
  sending: 'An attempt is in flight. Wait for its response.',
  paused: 'The destination is disabled. Enable it to continue.',
  no_request: 'The message is not sent to this destination, so there is no request.',
  destination_deleted: destinationDeleted,
  no_webhook: 'The destination has no URL. Add one.',
  not_chosen: 'No URL failed or refused this delivery. Choose the URLs to send it to.',
};

const cancelErrors: Partial<Record<SkipReason, string>> = {
  ended: 'Nothing to cancel: the delivery has already finished.',
  no_request: 'Nothing to cancel: the message is not sent to this destination.',
};

const undoErrors: Partial<Record<SkipReason, string>> = {
  changed: 'The delivery changed after it was cancelled. Retry it instead.',
  destination_deleted: destinationDeleted,
};

const chosenUrls = (urls: 'all' | readonly string[] | undefined): IsUrlChosen | undefined =>
  urls === 'all' ? () => true : urls && (({ url }) => urls.includes(url));

/** Returns the outcome, or throws an AppError with its text. */
function orThrow(
  outcome: CommandOutcome | UndoOutcome,
  messages: Partial<Record<SkipReason, string>>,
) {
  if (outcome.kind === 'skipped') {
    const message = messages[outcome.reason] ?? 'The delivery has changed. Try again.';
    throw new AppError('conflict', message);
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
    if (cancelRequested.has(id) && isResting(delivery))
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

  /** A blocked URL would be blocked again. */
  function throwIfBlocked(id: number): void {
    const { state = null, webhooks = [] } = store.deliveries.get(id) ?? {};
    const blocked = webhooks.find((webhook) => webhook.lastResult?.outcome === 'blocked');
    if (state !== 'blocked' || blocked?.lastResult == null) return;
    const { lastResult } = blocked;
    throw new AppError('conflict', resultText(lastResult) ?? '', {
      fix: resultFix(lastResult) ?? undefined,
    });
  }

  async function runOne(
    id: number,
    messages: Partial<Record<SkipReason, string>>,
    command: (tx: Tx) => CommandOutcome | UndoOutcome,
  ): Promise<DeliverySummary> {
    const { changed } = await run((tx) => {
      if (store.deliveries.get(id) === undefined) throw notFound('delivery');
      const { outcomes } = orThrow(command(tx), messages);
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
    retry: ({ id, urls }: RetryRequest) =>
      runOne(id, retryErrors, (tx) => {
        if (urls === undefined) throwIfBlocked(id);
        return commands.retry(tx, id, chosenUrls(urls));
      }),
    cancel: ({ id }: ByRowId) => runOne(id, cancelErrors, (tx) => commands.cancel(tx, id)),
    undoCancel: ({ id }: ByRowId) =>
      runOne(id, undoErrors, (tx) => {
        if (store.deliveries.cancelledBy(id) !== 'command')
          throw new AppError(
            'conflict',
            "Nothing to undo: the delivery wasn't cancelled manually.",
          );
        return commands.undoCancel(tx, id);
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
          store.deliveries.setCancelledBy(tx, id, 'deletion');
          tx.whenCommitted(() => cancelRequested.add(id));
        } else tx.whenCommitted(() => inFlightOf(delivery.destinationId)?.invalidateCache());
        return !isRowStale && isResting(delivery);
      });
      for (const { id } of cancelled) store.deliveries.cancel(tx, id, clock.now());
      return cancelled;
    },
  };
}
