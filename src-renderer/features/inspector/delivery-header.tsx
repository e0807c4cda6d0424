import {
  Ban,
  FastForward,
  GitCompareArrows,
  PenLine,
  Pin,
  RotateCw,
  SquareTerminal,
  Undo2,
} from 'lucide-react';
import { useState } from 'react';
import { core } from '#renderer/core-client/core.ts';
import { errorSentence } from '#renderer/core-client/error-sentence.ts';
import { useCommands } from '#renderer/keyboard/use-command.ts';
import { useReceiverOf } from '#renderer/parts/receiver-of.ts';
import { RouteLink } from '#renderer/parts/route-link.tsx';
import { Button } from '#renderer/ui/button.tsx';
import { CopyButton } from '#renderer/ui/copy-button.tsx';
import { copyText } from '#renderer/ui/copy-text.ts';
import { IconButton } from '#renderer/ui/icon-button.tsx';
import { StateMark, StatePill } from '#renderer/ui/state-mark.tsx';
import { showToast } from '#renderer/ui/toast.tsx';
import { TypeMark } from '#renderer/ui/type-mark.tsx';
import type { Attempt, DeliveryDetail } from '#shared/schemas/delivery.ts';
import { attemptNumber } from './attempts.ts';
import { previousAttempt, refOfAttempt } from './compare/compare-route.ts';
import { compareShortcuts, useCompareCommands } from './compare/use-compare-commands.ts';
import { curlOfDelivery } from './curl.ts';
import { ExportDeliveryMenu } from './export/export-delivery-menu.tsx';
import { useCancelDelivery } from './use-cancel-delivery.ts';
import { useSettleDelivery } from './use-settle-delivery.ts';

const quietLink = 'hover:text-fg hover:underline';

interface DeliveryHeaderProps {
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
      showToast({ title: 'It was not retried', description: errorSentence(error), tone: 'bad' });
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

/** A key has no button in sight that could say how it went. */
async function copyCurl(curl: string): Promise<void> {
  showToast(
    (await copyText(curl))
      ? { title: 'Copied as cURL' }
      : {
          title: 'It could not be copied',
          description: 'The browser did not allow it. Copy the request by hand, from its tab.',
          tone: 'bad',
        },
  );
}

export function DeliveryHeader({ delivery, attempt, onEdit }: DeliveryHeaderProps) {
  const { busy, retry } = useRetry(delivery);
  const receiver = useReceiverOf(delivery.destinationId);
  const problem = retryProblem(delivery);
  const isDelivered = delivery.state === 'delivered';
  const editing = editProblem(delivery);
  const settling = useSettleDelivery(delivery);
  const cancelling = useCancelDelivery(delivery);
  const curl = curlOfDelivery(delivery, attempt);
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
      title: 'Jump until this delivery has settled',
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
      enabled: () => curl !== null,
      run: () => void copyCurl(curl ?? ''),
    },
  ]);
  return (
    <header className="flex-none bg-bg-1 px-[18px] pt-3.5 pb-2">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <h1 className="flex min-w-0 flex-1 basis-60 items-center gap-2 text-title font-[620] tracking-[-0.012em]">
          <StateMark state={delivery.state} size={16} decorative />
          <span className="truncate" title={delivery.label}>
            {delivery.label}
          </span>
          <StatePill state={delivery.state} />
        </h1>
        <div className="flex flex-wrap gap-1.5">
          {settling !== null && (
            <Button
              icon={FastForward}
              shortcut="s"
              busy={settling.busy}
              disabledReason={settling.problem}
              onClick={settling.settle}
            >
              Jump until settled
            </Button>
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
          {cancelling.canCancel && (
            <Button icon={Ban} shortcut="x" busy={cancelling.busy} onClick={cancelling.cancel}>
              Cancel
            </Button>
          )}
          {cancelling.canUndo && (
            <Button icon={Undo2} shortcut="u" busy={cancelling.busy} onClick={cancelling.undo}>
              Undo cancelling
            </Button>
          )}
          <Button icon={PenLine} shortcut="e" disabledReason={editing} onClick={onEdit}>
            Edit & resend
          </Button>
          {delivery.attemptList.length > 1 && (
            <Button
              icon={GitCompareArrows}
              shortcut={compareShortcuts.previous}
              disabledReason={previous === null ? 'This is the first attempt' : undefined}
              onClick={comparing.comparePrevious}
            >
              <span>
                Compare<span className="sr-only"> with previous</span>
              </span>
            </Button>
          )}
          {curl !== null && (
            <CopyButton look="text" icon={SquareTerminal} value={curl} label="Copy as cURL" />
          )}
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
      </div>
      <div className="mt-0.5 flex min-w-0 items-center gap-x-2 text-[12.5px] text-fg-2">
        <TypeMark type={delivery.type} />
        <Dot />
        <span className="truncate">
          <RouteLink
            plain
            className={quietLink}
            to={{ place: 'sources', path: [delivery.sourceId] }}
          >
            {delivery.sourceName}
          </RouteLink>
          {' → '}
          <RouteLink
            plain
            className={quietLink}
            to={{ place: 'destinations', path: [delivery.destinationId] }}
          >
            {delivery.destinationName}
          </RouteLink>
          {receiver !== undefined && (
            <>
              {' → '}
              <RouteLink
                plain
                className={quietLink}
                to={{ place: 'receivers', path: [receiver.id] }}
              >
                {receiver.name}
              </RouteLink>
            </>
          )}
        </span>
        <Dot />
        <span className="flex min-w-[8ch] items-center gap-0.5">
          <code className="bytes truncate" title={delivery.messageId}>
            {delivery.messageId}
          </code>
          <CopyButton value={delivery.messageId} label="Copy messageId" />
        </span>
      </div>
    </header>
  );
}

function Dot() {
  return (
    <span aria-hidden="true" className="text-line-2">
      ·
    </span>
  );
}
