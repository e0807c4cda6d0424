import {
  Ban,
  Ellipsis,
  FastForward,
  GitCompareArrows,
  PenLine,
  Pin,
  RotateCw,
  SquareTerminal,
  Undo2,
} from 'lucide-react';
import { useState } from 'react';
import { showFailure } from '#renderer/actions/perform.ts';
import { type Finishing, useFinishTarget } from '#renderer/components/fast-forward-button.tsx';
import { core } from '#renderer/data/core.ts';
import { useCommands } from '#renderer/keyboard/commands.ts';
import { Button, CollapsibleButton, IconButton } from '#renderer/ui/button.tsx';
import { Menu, type MenuItem } from '#renderer/ui/menu.tsx';
import { showToast } from '#renderer/ui/toast.tsx';
import { type Attempt, type DeliveryDetail, isFinishedState } from '#shared/deliveries/delivery.ts';
import { compareShortcuts, useCompareCommands } from '../compare/compare-commands.tsx';
import { previousAttempt, refOfAttempt } from '../compare/compare-route.ts';
import { exportItems } from '../export/run-export.ts';
import { attemptNumber } from './attempts.ts';
import { copyCurl, copyCurlWithSecrets, requestOfDelivery } from './curl.tsx';
import { useRetry } from './use-retry.tsx';

export interface DeliveryActionsProps {
  readonly delivery: DeliveryDetail;
  /** The attempt that "Copy as cURL" copies. */
  readonly attempt: Attempt | null;
  /** Opens the editor of a copy. */
  readonly onEdit: () => void;
}

/** Why the delivery can't be retried; undefined if it can. */
export function retryProblem({ state, sending }: DeliveryDetail): string | undefined {
  if (state === 'not_sent') return 'Nothing to retry';
  if (state === 'paused') return 'Enable the destination';
  return sending ? 'An attempt is in flight' : undefined;
}

/** Why the request can't be edited; undefined if it can. */
function editProblem({ bodyText }: DeliveryDetail): string | undefined {
  return bodyText === null ? 'No request to edit' : undefined;
}

function markName({ id, label, attemptList }: DeliveryDetail, attempt: Attempt | null): string {
  const name = `${label} (${id})`;
  return attemptList.length > 1 && attempt !== null
    ? `${name}, attempt ${attemptNumber(attemptList, attempt)}`
    : name;
}

/** Header width in pixels that fits the title next to all labels. */
const minLabelsWidth = 605;

/** Two actions that never move, a menu of the others, and the shortcuts of all. */
export function DeliveryActions({
  delivery,
  attempt,
  onEdit,
  width,
}: DeliveryActionsProps & { readonly width: number }) {
  const { busy: isBusy, retry, dialog } = useRetry(delivery);
  const problem = retryProblem(delivery);
  const isDelivered = delivery.state === 'delivered';
  const editing = editProblem(delivery);
  const finishing = useFinishDelivery(delivery);
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
      enabled: () => problem === undefined && !isBusy,
      run: () => void retry(),
    },
    {
      id: 'delivery.edit',
      title: 'Edit and send a copy of the delivery',
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
      id: 'delivery.finish',
      title: 'Fast-forward until delivery finishes',
      section: 'Delivery',
      shortcut: 's',
      enabled: () => finishing !== null && !finishing.busy && finishing.problem === undefined,
      run: () => finishing?.finish(),
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
  const menuGroups: readonly (readonly MenuItem[])[] = [
    [
      ...(finishing === null
        ? []
        : [
            {
              id: 'finish',
              label: 'Fast-forward until finished',
              icon: FastForward,
              shortcut: 's',
              disabled: finishing.busy || finishing.problem !== undefined,
              run: finishing.finish,
            },
          ]),
      ...(cancelling.canCancel
        ? [
            {
              id: 'cancel',
              label: 'Cancel',
              icon: Ban,
              shortcut: 'x',
              disabled: cancelling.busy,
              run: () => void cancelling.cancel(),
            },
          ]
        : []),
      ...(cancelling.canUndo
        ? [
            {
              id: 'undo-cancel',
              label: 'Undo cancel',
              icon: Undo2,
              shortcut: 'u',
              disabled: cancelling.busy,
              run: () => void cancelling.undo(),
            },
          ]
        : []),
    ],
    [
      ...(delivery.attemptList.length > 1
        ? [
            {
              id: 'compare',
              label: 'Compare with previous',
              icon: GitCompareArrows,
              shortcut: compareShortcuts.previous,
              disabled: previous === null,
              run: comparing.comparePrevious,
            },
          ]
        : []),
      {
        id: 'mark',
        label: comparing.isMarked ? 'Unmark for comparison' : 'Mark for comparison',
        icon: Pin,
        shortcut: compareShortcuts.mark,
        run: comparing.mark,
      },
    ],
    [
      ...(request === null
        ? []
        : [
            {
              id: 'copy-curl',
              label: 'Copy as cURL',
              icon: SquareTerminal,
              shortcut: 'c',
              run: () => void copyCurl(request),
            },
          ]),
      ...exportItems(delivery, attempt),
    ],
  ];
  return (
    <div className="flex flex-none gap-1.5">
      <Button
        variant={isDelivered ? 'default' : 'primary'}
        icon={RotateCw}
        shortcut="r"
        busy={isBusy}
        disabledReason={problem}
        onClick={retry}
      >
        Retry now
      </Button>
      <CollapsibleButton
        icon={PenLine}
        label="Edit and send a copy"
        hasLabel={width >= minLabelsWidth}
        shortcut="e"
        disabledReason={editing}
        onClick={onEdit}
      />
      <Menu
        trigger={<IconButton icon={Ellipsis} variant="default" label="More actions" />}
        groups={menuGroups}
      />
      {dialog}
    </div>
  );
}

// Cancels the open delivery and undoes that.

/** Closes the previous toast, which is wrong after an undo. */
let closeToast: () => void = () => undefined;

async function undoCancel(id: number): Promise<void> {
  closeToast();
  try {
    await core.deliveries.undoCancel({ id });
  } catch (error) {
    showFailure("Can't undo", error);
  }
}

async function cancel({ id, label }: DeliveryDetail): Promise<void> {
  try {
    const { state } = await core.deliveries.cancel({ id });
    closeToast = showToast({
      title: `${label} cancelled`,
      description: state === 'cancelled' ? undefined : 'The attempt in flight is the last.',
      action: { label: 'Undo', run: () => void undoCancel(id) },
    });
  } catch (error) {
    showFailure("Can't cancel", error);
  }
}

/** `canCancel`: an attempt is in flight or scheduled. `canUndo`: it was cancelled by a command. */
function useCancelDelivery(delivery: DeliveryDetail) {
  const [isBusy, setBusy] = useState(false);
  const during = (work: () => Promise<void>) => async (): Promise<void> => {
    setBusy(true);
    await work();
    setBusy(false);
  };
  return {
    busy: isBusy,
    canCancel: !isFinishedState(delivery.state),
    canUndo: delivery.canUndoCancel,
    cancel: during(() => cancel(delivery)),
    undo: during(() => undoCancel(delivery.id)),
  };
}

/** Fast-forwards through its remaining retries; null once finished. */
function useFinishDelivery({ id, label, state }: DeliveryDetail): Finishing | null {
  const finishing = useFinishTarget({ kind: 'delivery', id, name: label });
  return state === 'waiting' || finishing.busy ? finishing : null;
}
