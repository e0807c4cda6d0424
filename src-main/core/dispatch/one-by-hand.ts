/** Retrying, cancelling and taking back a single delivery; what is in the way is told in a sentence. */
import type { BulkReason } from '#shared/schemas/bulk.ts';
import type { DeliveryState } from '#shared/schemas/delivery.ts';
import { AppError } from '../app-error.ts';
import type { Store } from '../store/store.ts';
import type { Tx } from '../store/write-queue.ts';
import type { ByHand, ByHandOutcome, RestoreOutcome } from './by-hand.ts';
import type { Dispatcher } from './dispatcher.ts';

const destinationDeleted = 'Its destination was deleted: restore it first.';

const retryRefusals: Partial<Record<BulkReason, string>> = {
  sending: 'It is being sent just now: wait for the answer.',
  paused: 'Its destination is off: switch it on, then it goes on by itself.',
  no_request: 'It was {state} and has no request to send.',
  destination_deleted: destinationDeleted,
};

const cancelRefusals: Partial<Record<BulkReason, string>> = {
  ended: 'It has ended already: there is nothing to cancel.',
  no_request: 'It was {state}: there never was anything to cancel.',
};

const restoreRefusals: Partial<Record<BulkReason, string>> = {
  changed: 'It was changed since it was cancelled: retry it instead.',
  destination_deleted: destinationDeleted,
};

/** The one outcome, or an AppError with its sentence. */
function checked(
  outcome: ByHandOutcome | RestoreOutcome,
  sentences: Partial<Record<BulkReason, string>>,
  state: DeliveryState,
) {
  if (outcome.kind === 'skipped') {
    const sentence = sentences[outcome.reason] ?? 'It was changed since.';
    throw new AppError('conflict', sentence.replace('{state}', state));
  }
  if (outcome.kind === 'later')
    throw new AppError('conflict', 'Its answer is being stored just now: try again.');
  return { outcomes: [outcome] };
}

export type OneByHand = ReturnType<typeof createOneByHand>;

export function createOneByHand(store: Store, dispatcher: Pick<Dispatcher, 'change'>) {
  const change = (
    id: number,
    sentences: Partial<Record<BulkReason, string>>,
    run: (tx: Tx, byHand: ByHand) => ByHandOutcome | RestoreOutcome,
  ) =>
    dispatcher.change((tx, byHand) => {
      const delivery = store.deliveries.get(id);
      if (delivery === undefined) throw new AppError('not_found', 'There is no such delivery.');
      return checked(run(tx, byHand), sentences, delivery.state);
    });

  return {
    /** See the contract's `deliveries.retry`. */
    retry: (id: number) => change(id, retryRefusals, (tx, byHand) => byHand.retry(tx, id, null)),
    /** See the contract's `deliveries.cancel`. */
    cancel: (id: number) => change(id, cancelRefusals, (tx, byHand) => byHand.cancel(tx, id, null)),
    /** See the contract's `deliveries.undoCancel`. */
    undoCancel: (id: number) =>
      change(id, restoreRefusals, (tx, byHand) => {
        const before = store.handChanges.standingCancel(id);
        if (before === undefined)
          throw new AppError('conflict', 'It was not cancelled by hand: there is nothing to undo.');
        return byHand.restore(tx, before);
      }),
  };
}
