import {
  Ban,
  FastForward,
  PenLine,
  RotateCw,
  SquareTerminal,
  StepForward,
  Undo2,
} from 'lucide-react';
import { useFinishTarget } from '#renderer/clock/finish-target.ts';
import {
  type Action,
  ActionButton,
  ActionMenu,
  ContextMenu,
  useActions,
} from '#renderer/kit/actions/actions.tsx';
import { showDone } from '#renderer/kit/actions/perform.ts';
import { core } from '#renderer/kit/data/core.ts';
import { runCommand } from '#renderer/kit/keyboard/commands.ts';
import { cx } from '#renderer/ui/cx.ts';
import { type Attempt, type DeliveryDetail, isFinishedState } from '#shared/deliveries/delivery.ts';
import { useCompareActions } from '../compare/compare-commands.tsx';
import { previousAttempt, refOfAttempt } from '../compare/compare-route.ts';
import { exportActions } from '../export/run-export.ts';
import { closeRowMenu, useRowMenuAt } from '../row-menu.ts';
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

/** Header width in pixels that fits the title next to all labels. */
const minLabelsWidth = 700;
/** Next to the title and a short label. */
const minShortcutWidth = 520;

const retryActions = (
  delivery: DeliveryDetail,
  retrying: ReturnType<typeof useRetry>,
): readonly [Action, Action] => [
  {
    id: 'delivery.retry',
    title: 'Retry delivery',
    label: retrying.label,
    shortcut: 'r',
    icon: RotateCw,
    busy: retrying.busy,
    problem: retryProblem(delivery),
    run: () => void retrying.retry(),
  },
  {
    id: 'delivery.send-again',
    title: 'Send delivery again…',
    label: 'Send again…',
    icon: RotateCw,
    menu: 'main',
    isShown: retrying.isAtOnce,
    problem: retryProblem(delivery),
    run: retrying.ask,
  },
];

const clockActions = (
  { state }: DeliveryDetail,
  finishing: ReturnType<typeof useFinishTarget>,
): readonly [Action, Action] => [
  {
    id: 'delivery.next-attempt',
    title: 'Fast-forward to next attempt',
    icon: StepForward,
    menu: 'main',
    // The clock offers it everywhere else.
    hidden: true,
    isShown: state === 'waiting',
    run: () => void runCommand('clock.next_attempt'),
  },
  {
    id: 'delivery.finish',
    title: 'Fast-forward until delivery finishes',
    label: 'Fast-forward until finished',
    shortcut: 's',
    icon: FastForward,
    menu: 'main',
    isShown: state === 'waiting' || finishing.busy,
    busy: finishing.busy,
    problem: finishing.problem,
    run: finishing.finish,
  },
];

/** Two actions that never move, a menu of the others, and the shortcuts of all. */
export function DeliveryActions({
  delivery,
  attempt,
  onEdit,
  width,
}: DeliveryActionsProps & { readonly width: number }) {
  const { id, label, state } = delivery;
  const retrying = useRetry(delivery);
  const finishing = useFinishTarget({ kind: 'delivery', id, name: label });
  const request = requestOfDelivery(delivery, attempt);
  const previous = previousAttempt(delivery, attempt);
  const comparing = useCompareActions({
    shown: refOfAttempt(delivery, attempt),
    previous: previous === null ? null : refOfAttempt(delivery, previous),
    title: 'Compare with previous attempt',
    label: 'Compare with previous',
    hasPrevious: delivery.attemptList.length > 1,
  });
  const [retry, sendAgain, edit, cancelNow, undo, next, finish, ...copying] = useActions(
    'Delivery',
    [
      ...retryActions(delivery, retrying),
      {
        id: 'delivery.edit',
        title: 'Edit and send a copy of the delivery',
        label: 'Edit and send a copy',
        shortcut: 'e',
        icon: PenLine,
        problem: editProblem(delivery),
        run: onEdit,
      },
      {
        id: 'delivery.cancel',
        title: 'Cancel delivery',
        label: 'Cancel',
        shortcut: 'x',
        icon: Ban,
        menu: 'main',
        // An attempt is in flight or scheduled.
        isShown: !isFinishedState(state),
        run: () => cancel(delivery),
      },
      {
        id: 'delivery.undo-cancel',
        title: 'Undo cancel',
        shortcut: 'u',
        icon: Undo2,
        menu: 'main',
        isShown: delivery.canUndoCancel,
        failure: "Can't undo",
        run: () => undoCancel(id),
      },
      ...clockActions(delivery, finishing),
      {
        id: 'delivery.copy-curl',
        title: 'Copy request as cURL',
        label: 'Copy as cURL',
        shortcut: 'c',
        icon: SquareTerminal,
        menu: 'copy',
        isShown: request !== null,
        run: () => void (request && copyCurl(request)),
      },
      {
        id: 'delivery.copy-curl-with-secrets',
        title: 'Copy request as cURL with secrets',
        shortcut: 'Shift+C',
        isShown: request !== null,
        run: () => void (request && copyCurlWithSecrets(request)),
      },
      ...exportActions(delivery, attempt),
    ],
  );
  const isNarrow = width < minShortcutWidth;
  const first = [retry, edit].map((action) => ({ ...action, menu: 'first' }));
  const others = [sendAgain, next, finish, cancelNow, undo, ...comparing, ...copying];
  return (
    <div className="flex flex-none gap-1.5">
      <span className={cx('flex min-w-0', isNarrow ? 'max-w-40' : 'max-w-72')}>
        <ActionButton
          action={retry}
          variant={retrying.isAtOnce ? 'soft' : 'default'}
          {...(isNarrow && { shortcut: undefined })}
        />
      </span>
      <ActionButton action={edit} hasLabel={width >= minLabelsWidth} />
      <ActionMenu actions={others} />
      <ContextMenu
        label={`Actions for ${label}`}
        at={useRowMenuAt(id)}
        onClose={closeRowMenu}
        actions={[...first, ...others]}
      />
      {retrying.dialog}
    </div>
  );
}

/** Closes the previous toast, which is wrong after an undo. */
let closeToast: () => void = () => undefined;

async function undoCancel(id: number): Promise<void> {
  closeToast();
  await core.deliveries.undoCancel({ id });
}

async function cancel({ id, label }: DeliveryDetail): Promise<void> {
  const { state } = await core.deliveries.cancel({ id });
  closeToast = showDone({
    title: `${label} cancelled`,
    description: state === 'cancelled' ? undefined : 'The attempt in flight is the last.',
    undo: { run: () => undoCancel(id) },
  });
}
