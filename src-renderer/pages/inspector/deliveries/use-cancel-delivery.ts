/** Cancelling the delivery that is open, and taking it back. */
import { useState } from 'react';
import { core } from '#renderer/data/core.ts';
import { errorSentence } from '#renderer/data/error-sentence.ts';
import { showToast } from '#renderer/ui/toast.tsx';
import { type DeliveryDetail, isOpenState } from '#shared/schemas/delivery.ts';

/** Takes away what was said of the last one; once it is taken back, that is not true any more. */
let closeNews: () => void = () => undefined;

async function undoCancel(id: number): Promise<void> {
  closeNews();
  try {
    await core.deliveries.undoCancel({ id });
  } catch (error) {
    showToast({ title: 'It was not put back', description: errorSentence(error), tone: 'bad' });
  }
}

async function cancel({ id, label }: DeliveryDetail): Promise<void> {
  try {
    const { state } = await core.deliveries.cancel({ id });
    closeNews = showToast({
      title: `${label} is cancelled`,
      description:
        state === 'cancelled'
          ? 'No further attempt is made.'
          : 'It is being sent just now: this attempt is its last.',
      action: { label: 'Undo', run: () => void undoCancel(id) },
    });
  } catch (error) {
    showToast({ title: 'It was not cancelled', description: errorSentence(error), tone: 'bad' });
  }
}

/** `canCancel`: an attempt is under way or to come. `canUndo`: it was cancelled by hand. */
export function useCancelDelivery(delivery: DeliveryDetail) {
  const [busy, setBusy] = useState(false);
  const during = (work: () => Promise<void>) => async (): Promise<void> => {
    setBusy(true);
    await work();
    setBusy(false);
  };
  return {
    busy,
    canCancel: isOpenState(delivery.state) || delivery.state === 'paused',
    canUndo: delivery.cancelledByHand,
    cancel: during(() => cancel(delivery)),
    undo: during(() => undoCancel(delivery.id)),
  };
}
