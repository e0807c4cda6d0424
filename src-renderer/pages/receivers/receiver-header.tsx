import {
  CircleSlash,
  CircleX,
  Copy,
  Ellipsis,
  ListRestart,
  Plus,
  Share2,
  Trash2,
} from 'lucide-react';
import { usesReceiver } from '#renderer/components/receiver-of.ts';
import { collections, useItems } from '#renderer/data/collections.ts';
import { useCommands } from '#renderer/keyboard/commands.ts';
import { Badge } from '#renderer/ui/badge.tsx';
import { Banner } from '#renderer/ui/banner.tsx';
import { Button, IconButton } from '#renderer/ui/button.tsx';
import { CopyButton, useCopy } from '#renderer/ui/copy-button.tsx';
import { Menu } from '#renderer/ui/menu.tsx';
import { PageHeader } from '#renderer/ui/page-header.tsx';
import { useReadNow } from '#renderer/ui/time.tsx';
import { showToast } from '#renderer/ui/toast.tsx';
import { formatSpan } from '#shared/lib/duration.ts';
import { isWindow, windowEnd, windowState } from '#shared/lib/outage-window.ts';
import type { Receiver, ReceiverListening } from '#shared/schemas/receiver.ts';
import type { OutageWindow } from '#shared/schemas/receiver-step.ts';
import { behaviourLine } from './editor/behavior-labels.ts';
import {
  openNewReceiver,
  removeReceiver,
  resetReceiverSteps,
  setOutage,
} from './receiver-actions.ts';
import { putIntoDestination, putIntoNewDestination, webhookProblem } from './use-as-webhook.ts';

/** Which receiver it is, where it is reached, and what can be done with it. */
export function ReceiverHeader({ receiver }: { receiver: Receiver }) {
  const { name, url, listening, problem, responded } = receiver;
  const behaviour = behaviourLine(receiver);
  useReceiverCommands(receiver);
  return (
    <div className="flex-none border-b border-line bg-bg-1">
      <PageHeader
        title={<span title={name}>{name}</span>}
        badge={<ListeningBadge listening={listening} />}
        meta={
          <>
            <Address url={url} />
            <span className="min-w-0 truncate tabular-nums" title={behaviour}>
              {responded.toLocaleString('en')} requests since reset · {behaviour}
            </span>
          </>
        }
        actions={
          <>
            <UseAsWebhook receiver={receiver} />
            <Menu
              trigger={<IconButton icon={Ellipsis} label="More actions" variant="default" />}
              groups={[
                [
                  {
                    id: 'reset-steps',
                    label: 'Reset steps',
                    icon: ListRestart,
                    run: () => void resetReceiverSteps(receiver),
                  },
                  {
                    id: 'duplicate',
                    label: 'Duplicate',
                    icon: Copy,
                    run: () => openNewReceiver(receiver.id),
                  },
                ],
                [
                  {
                    id: 'delete',
                    label: 'Delete',
                    icon: Trash2,
                    danger: true,
                    run: () => void removeReceiver(receiver),
                  },
                ],
              ]}
            />
          </>
        }
      />
      <OutageBanner receiver={receiver} />
      {problem !== null && (
        <div className="px-4 pb-2.5">
          <Banner tone={listening === 'failed' ? 'bad' : 'warn'}>{problem}</Banner>
        </div>
      )}
    </div>
  );
}

function Address({ url }: { url: string | null }) {
  if (url === null) return <span className="text-bad">Not listening</span>;
  return (
    <span className="-my-1 flex min-w-0 max-w-full items-center gap-0.5">
      <code className="bytes truncate text-fg" title={url}>
        {url}
      </code>
      <CopyButton value={url} label="Copy the URL" shortcut="c" />
    </span>
  );
}

/** One click for a destination that there is, and one for a new one. */
function UseAsWebhook({ receiver }: { receiver: Receiver }) {
  const destinations = useItems(collections.destinations);
  if (receiver.url === null)
    return (
      <Button icon={Share2} disabledReason="Not listening, so it has no URL">
        Use as webhook
      </Button>
    );
  if (destinations.length === 0)
    return (
      <Button icon={Share2} onClick={() => void putIntoNewDestination(receiver)}>
        Use as webhook
      </Button>
    );
  return (
    <Menu
      trigger={<Button icon={Share2}>Use as webhook</Button>}
      groups={[
        destinations.map((destination) => ({
          id: destination.id,
          label: usesReceiver(destination, receiver)
            ? `${destination.name} (uses it)`
            : destination.name,
          icon: Share2,
          disabled:
            usesReceiver(destination, receiver) ||
            webhookProblem(destination, receiver) !== undefined,
          run: () => void putIntoDestination(receiver, destination),
        })),
        [
          {
            id: 'new',
            label: 'New destination',
            icon: Plus,
            run: () => void putIntoNewDestination(receiver),
          },
        ],
      ]}
    />
  );
}

function useReceiverCommands(receiver: Receiver): void {
  const destinations = useItems(collections.destinations);
  const [, copy] = useCopy();
  const { url } = receiver;
  const section = 'Receivers';
  useCommands([
    {
      id: 'receiver.copy-url',
      title: 'Copy the URL of the receiver',
      section,
      shortcut: 'c',
      enabled: () => url !== null,
      run: () => {
        void copy(url ?? '');
        showToast({ title: 'Copied the URL' });
      },
    },
    {
      id: 'receiver.use',
      title: 'Use the receiver in a new destination',
      section,
      shortcut: 'w',
      enabled: () => url !== null,
      run: () => void putIntoNewDestination(receiver),
    },
    ...destinations.map((destination) => ({
      id: `receiver.use.${destination.id}`,
      title: `Use the receiver in ${destination.name}`,
      section,
      enabled: () =>
        !usesReceiver(destination, receiver) && webhookProblem(destination, receiver) === undefined,
      run: () => void putIntoDestination(receiver, destination),
    })),
    {
      id: 'receiver.resetSteps',
      title: 'Reset the steps of the receiver',
      section,
      run: () => void resetReceiverSteps(receiver),
    },
    {
      id: 'receiver.duplicate',
      title: 'Duplicate the receiver',
      section,
      run: () => openNewReceiver(receiver.id),
    },
    {
      id: 'receiver.delete',
      title: 'Delete the receiver',
      section,
      run: () => void removeReceiver(receiver),
    },
  ]);
}

/** Shows why and how long a receiver is down on purpose; starts and ends the outage. */
function OutageBanner({ receiver }: { receiver: Receiver }) {
  const { outage, listening } = receiver;
  if (outage !== null && isWindow(outage))
    return <WindowBanner receiver={receiver} outage={outage} />;
  if (listening !== 'refusing') return null;
  return (
    <div className="px-4 pb-2.5">
      <Banner tone="info" title="Refuses connections on purpose.">
        You can still use it as a webhook.
      </Banner>
    </div>
  );
}

function WindowBanner({ receiver, outage }: { receiver: Receiver; outage: OutageWindow }) {
  const state = useReadNow((now) => windowState(outage, now ?? 0));
  const left = useReadNow((now) => {
    const at = state === 'scheduled' ? outage.startsAt : windowEnd(outage);
    return typeof at === 'number' ? formatSpan(Math.abs(at - (now ?? 0))) : '';
  });
  const run = state === 'down' ? 'end' : 'start';
  return (
    <div className="px-4 pb-2.5">
      <Banner
        tone={state === 'over' ? 'info' : 'warn'}
        title={state === 'down' ? 'Down on purpose.' : undefined}
        action={
          <Button
            variant="quiet"
            className="-my-1 text-current"
            onClick={() => void setOutage(receiver, outage, run)}
          >
            {state === 'down'
              ? 'End outage'
              : state === 'over'
                ? 'Start outage again'
                : 'Start outage now'}
          </Button>
        }
      >
        <span className="tabular-nums">
          {state === 'down'
            ? `${left} of virtual time left`
            : state === 'scheduled'
              ? `Outage starts in ${left} of virtual time`
              : 'Outage over'}
        </span>
      </Banner>
    </div>
  );
}

const words: Readonly<Record<ReceiverListening, string>> = {
  listening: 'listening',
  refusing: 'refusing connections',
  failed: 'not listening',
};

/** Whether a receiver can be reached: each state has a shape of its own. */
export function ListeningMark({ listening }: Pick<Receiver, 'listening'>) {
  return (
    <span className="inline-flex w-3.5 flex-none justify-center" title={words[listening]}>
      {listening === 'listening' ? (
        <span
          aria-hidden="true"
          data-keep-colour
          className="size-[7px] rounded-full bg-ok ring-3 ring-ok/20"
        />
      ) : listening === 'refusing' ? (
        <CircleSlash className="icon-small text-wait" strokeWidth={1.5} aria-hidden="true" />
      ) : (
        <CircleX className="icon-small text-bad" strokeWidth={1.5} aria-hidden="true" />
      )}
      <span className="sr-only">{words[listening]}</span>
    </span>
  );
}

const tones = { listening: 'ok', refusing: 'wait', failed: 'bad' } as const;

function ListeningBadge({ listening }: Pick<Receiver, 'listening'>) {
  return <Badge tone={tones[listening]}>{words[listening]}</Badge>;
}
