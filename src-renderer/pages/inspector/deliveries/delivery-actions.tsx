import { Ban, FastForward, GitCompareArrows, PenLine, Pin, RotateCw, Undo2 } from 'lucide-react';
import { useState } from 'react';
import { type Settling, useSettleTarget } from '#renderer/components/fast-forward-button.tsx';
import { showFailure } from '#renderer/components/show-failure.ts';
import { core } from '#renderer/data/core.ts';
import { useCommands } from '#renderer/keyboard/commands.ts';
import { Button, IconButton } from '#renderer/ui/button.tsx';
import { showToast } from '#renderer/ui/toast.tsx';
import { type Attempt, type DeliveryDetail, isOpenState } from '#shared/schemas/delivery.ts';
import { CollapsibleButton } from '../../../ui/button.tsx';
import { compareShortcuts, useCompareCommands } from '../compare/compare-commands.tsx';
import { previousAttempt, refOfAttempt } from '../compare/compare-route.ts';
import { ExportDeliveryMenu } from '../export/export-delivery-menu.tsx';
import { attemptNumber } from './attempts.ts';
import { CopyCurl, copyCurl, copyCurlWithSecrets } from './copy-curl.tsx';
import { requestOfDelivery } from './curl.ts';

export interface DeliveryActionsProps {
  readonly delivery: DeliveryDetail;
  /** Whose request "Copy as cURL" copies. */
  readonly attempt: Attempt | null;
  /** Opens the editor of a request made by hand. */
  readonly onEdit: () => void;
}

/** Why it cannot be retried just now; undefined when it can. */
function retryProblem({ state }: DeliveryDetail): string | undefined {
  if (state === 'filtered' || state === 'excluded')
    return 'Nothing was ever due, so there is nothing to retry';
  if (state === 'paused') return 'Its destination is off: it goes on when that is switched on';
  return state === 'sending' ? 'It is being sent just now' : undefined;
}

/** Why there is nothing to edit; undefined when there is. */
function editProblem({ bodyText, state }: DeliveryDetail): string | undefined {
  return bodyText === null
    ? `It was ${state}, so there is no request to edit: send the message itself, from Send`
    : undefined;
}

function useRetry({ id }: DeliveryDetail): { busy: boolean; retry: () => Promise<void> } {
  const [busy, setBusy] = useState(false);
  const retry = async (): Promise<void> => {
    setBusy(true);
    try {
      await core.deliveries.retry({ id });
    } catch (error) {
      showFailure('It was not retried', error);
    }
    setBusy(false);
  };
  return { busy, retry };
}

function markName({ id, label, attemptList }: DeliveryDetail, attempt: Attempt | null): string {
  const name = `${label} (${id})`;
  return attemptList.length > 1 && attempt !== null
    ? `${name}, attempt ${attemptNumber(attemptList, attempt)}`
    : name;
}

/** With all words on them the buttons of a delivery that is retried are that wide, in pixels. */
const roomForAll = 704;
/** Without that of the longest. */
const roomForMost = 566;

/** What can be done with a delivery, by button and by key: in one row, `width` pixels wide. */
export function DeliveryActions({
  delivery,
  attempt,
  onEdit,
  width,
}: DeliveryActionsProps & { readonly width: number }) {
  const roomy = width >= roomForMost;
  const { busy, retry } = useRetry(delivery);
  const problem = retryProblem(delivery);
  const isDelivered = delivery.state === 'delivered';
  const editing = editProblem(delivery);
  const settling = useSettleDelivery(delivery);
  const cancelling = useCancelDelivery(delivery);
  const request = requestOfDelivery(delivery, attempt);
  const previous = previousAttempt(delivery, attempt);
  const comparing = useCompareCommands({
    shown: { ref: refOfAttempt(delivery, attempt), name: markName(delivery, attempt) },
    previous: previous === null ? null : refOfAttempt(delivery, previous),
    previousTitle: 'Compare with the previous attempt',
  });
  useCommands([
    {
      id: 'delivery.retry',
      title: 'Retry this delivery now',
      section: 'Delivery',
      shortcut: 'r',
      enabled: () => problem === undefined && !busy,
      run: () => void retry(),
    },
    {
      id: 'delivery.edit',
      title: 'Edit & resend this delivery by hand',
      section: 'Delivery',
      shortcut: 'e',
      enabled: () => editing === undefined,
      run: onEdit,
    },
    {
      id: 'delivery.cancel',
      title: 'Cancel this delivery',
      section: 'Delivery',
      shortcut: 'x',
      enabled: () => cancelling.canCancel && !cancelling.busy,
      run: () => void cancelling.cancel(),
    },
    {
      id: 'delivery.undo-cancel',
      title: 'Undo cancelling this delivery',
      section: 'Delivery',
      shortcut: 'u',
      enabled: () => cancelling.canUndo && !cancelling.busy,
      run: () => void cancelling.undo(),
    },
    {
      id: 'delivery.settle',
      title: 'Fast-forward until this delivery has settled',
      section: 'Delivery',
      shortcut: 's',
      enabled: () => settling !== null && !settling.busy && settling.problem === undefined,
      run: () => settling?.settle(),
    },
    {
      id: 'delivery.copy-curl',
      title: 'Copy the request as cURL',
      section: 'Delivery',
      shortcut: 'c',
      enabled: () => request !== null,
      run: () => void (request && copyCurl(request)),
    },
    {
      id: 'delivery.copy-curl-with-secrets',
      title: 'Copy the request as cURL, with its secrets',
      section: 'Delivery',
      shortcut: 'Shift+C',
      enabled: () => request !== null,
      run: () => void (request && copyCurlWithSecrets(request)),
    },
  ]);
  return (
    <div className="flex flex-wrap gap-1.5">
      {settling !== null && (
        <CollapsibleButton
          icon={FastForward}
          label="Fast-forward until settled"
          roomy={width >= roomForAll}
          shortcut="s"
          busy={settling.busy}
          disabledReason={settling.problem}
          onClick={settling.settle}
        />
      )}
      <Button
        variant={isDelivered ? 'default' : 'primary'}
        icon={RotateCw}
        shortcut="r"
        busy={busy}
        disabledReason={problem}
        onClick={retry}
      >
        {isDelivered ? 'Send again' : 'Retry now'}
      </Button>
      {/* One button, so that the focus stays on what takes it back. */}
      {(cancelling.canCancel || cancelling.canUndo) && (
        <CollapsibleButton
          icon={cancelling.canUndo ? Undo2 : Ban}
          label={cancelling.canUndo ? 'Undo cancelling' : 'Cancel'}
          roomy={roomy}
          shortcut={cancelling.canUndo ? 'u' : 'x'}
          busy={cancelling.busy}
          onClick={() => void (cancelling.canUndo ? cancelling.undo() : cancelling.cancel())}
        />
      )}
      <CollapsibleButton
        icon={PenLine}
        label="Edit & resend"
        roomy={roomy}
        shortcut="e"
        disabledReason={editing}
        onClick={onEdit}
      />
      {delivery.attemptList.length > 1 && (
        <IconButton
          icon={GitCompareArrows}
          variant="default"
          label="Compare with previous"
          shortcut={compareShortcuts.previous}
          disabledReason={previous === null ? 'This is the first attempt' : undefined}
          onClick={comparing.comparePrevious}
        />
      )}
      {request !== null && <CopyCurl source={request} look="icon" shortcut="c" />}
      <ExportDeliveryMenu delivery={delivery} attempt={attempt} />
      <IconButton
        icon={Pin}
        variant="default"
        label="Mark for comparison"
        shortcut={compareShortcuts.mark}
        pressed={comparing.isMarked}
        onClick={comparing.mark}
      />
    </div>
  );
}

// Cancelling the delivery that is open, and taking it back.

/** Takes away what was said of the last one; once it is taken back, that is not true any more. */
let closeNews: () => void = () => undefined;

async function undoCancel(id: number): Promise<void> {
  closeNews();
  try {
    await core.deliveries.undoCancel({ id });
  } catch (error) {
    showFailure('It was not put back', error);
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
    showFailure('It was not cancelled', error);
  }
}

/** `canCancel`: an attempt is under way or to come. `canUndo`: it was cancelled by hand. */
function useCancelDelivery(delivery: DeliveryDetail) {
  const [busy, setBusy] = useState(false);
  const during = (work: () => Promise<void>) => async (): Promise<void> => {
    setBusy(true);
    await work();
    setBusy(false);
  };
  return {
    busy,
    canCancel: isOpenState(delivery.state) || delivery.state === 'paused',
    canUndo: delivery.canUndoCancel,
    cancel: during(() => cancel(delivery)),
    undo: during(() => undoCancel(delivery.id)),
  };
}

/** Jumping through the rest of its ladder; null once it has ended. */
function useSettleDelivery({ id, label, state }: DeliveryDetail): Settling | null {
  const settling = useSettleTarget({ kind: 'delivery', id, name: label });
  return isOpenState(state) || settling.busy ? settling : null;
}
