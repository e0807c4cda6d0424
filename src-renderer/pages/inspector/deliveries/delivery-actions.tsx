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
  /** The attempt that "Copy as cURL" copies. */
  readonly attempt: Attempt | null;
  /** Opens the resend editor. */
  readonly onEdit: () => void;
}

/** Why the delivery can't be retried; undefined if it can. */
function retryProblem({ state }: DeliveryDetail): string | undefined {
  if (state === 'filtered' || state === 'excluded') return 'Nothing to retry';
  if (state === 'paused') return 'Enable the destination to continue';
  return state === 'sending' ? 'An attempt is in flight' : undefined;
}

/** Why the request can't be edited; undefined if it can. */
function editProblem({ bodyText }: DeliveryDetail): string | undefined {
  return bodyText === null ? 'No request to edit. Use Send instead.' : undefined;
}

function useRetry({ id }: DeliveryDetail): { busy: boolean; retry: () => Promise<void> } {
  const [busy, setBusy] = useState(false);
  const retry = async (): Promise<void> => {
    setBusy(true);
    try {
      await core.deliveries.retry({ id });
    } catch (error) {
      showFailure("Can't retry the delivery", error);
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

/** Width in pixels with all button labels. */
const roomForAll = 704;
/** Width without the longest label. */
const roomForMost = 566;

/** Actions on a delivery, as one row of buttons `width` pixels wide and as shortcuts. */
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
    previousTitle: 'Compare with previous attempt',
  });
  useCommands([
    {
      id: 'delivery.retry',
      title: 'Retry delivery',
      section: 'Delivery',
      shortcut: 'r',
      enabled: () => problem === undefined && !busy,
      run: () => void retry(),
    },
    {
      id: 'delivery.edit',
      title: 'Edit & resend delivery',
      section: 'Delivery',
      shortcut: 'e',
      enabled: () => editing === undefined,
      run: onEdit,
    },
    {
      id: 'delivery.cancel',
      title: 'Cancel delivery',
      section: 'Delivery',
      shortcut: 'x',
      enabled: () => cancelling.canCancel && !cancelling.busy,
      run: () => void cancelling.cancel(),
    },
    {
      id: 'delivery.undo-cancel',
      title: 'Undo cancel',
      section: 'Delivery',
      shortcut: 'u',
      enabled: () => cancelling.canUndo && !cancelling.busy,
      run: () => void cancelling.undo(),
    },
    {
      id: 'delivery.settle',
      title: 'Fast-forward until delivery settles',
      section: 'Delivery',
      shortcut: 's',
      enabled: () => settling !== null && !settling.busy && settling.problem === undefined,
      run: () => settling?.settle(),
    },
    {
      id: 'delivery.copy-curl',
      title: 'Copy request as cURL',
      section: 'Delivery',
      shortcut: 'c',
      enabled: () => request !== null,
      run: () => void (request && copyCurl(request)),
    },
    {
      id: 'delivery.copy-curl-with-secrets',
      title: 'Copy request as cURL with secrets',
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
        Retry now
      </Button>
      {/* One button, so the focus stays when it changes. */}
      {(cancelling.canCancel || cancelling.canUndo) && (
        <CollapsibleButton
          icon={cancelling.canUndo ? Undo2 : Ban}
          label={cancelling.canUndo ? 'Undo cancel' : 'Cancel'}
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
          disabledReason={previous === null ? 'First attempt' : undefined}
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

// Cancels the open delivery and undoes that.

/** Closes the previous toast, which undoing makes untrue. */
let closeNews: () => void = () => undefined;

async function undoCancel(id: number): Promise<void> {
  closeNews();
  try {
    await core.deliveries.undoCancel({ id });
  } catch (error) {
    showFailure("Can't undo the cancel", error);
  }
}

async function cancel({ id, label }: DeliveryDetail): Promise<void> {
  try {
    const { state } = await core.deliveries.cancel({ id });
    closeNews = showToast({
      title: `${label} cancelled`,
      description: state === 'cancelled' ? undefined : 'The attempt in flight is the last.',
      action: { label: 'Undo', run: () => void undoCancel(id) },
    });
  } catch (error) {
    showFailure("Can't cancel the delivery", error);
  }
}

/** `canCancel`: an attempt is in flight or scheduled. `canUndo`: it was cancelled by a command. */
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

/** Fast-forwards through its remaining retries; null once settled. */
function useSettleDelivery({ id, label, state }: DeliveryDetail): Settling | null {
  const settling = useSettleTarget({ kind: 'delivery', id, name: label });
  return isOpenState(state) || settling.busy ? settling : null;
}
