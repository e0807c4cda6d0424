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
import { receiverProblemText } from '#shared/labels/problems.ts';
import { formatSpan } from '#shared/lib/duration.ts';
import { counted } from '#shared/lib/format.ts';
import { isWindow, windowEnd, windowState } from '#shared/lib/outage-window.ts';
import type { Receiver, ReceiverListening } from '#shared/schemas/receiver.ts';
import type { OutageWindow } from '#shared/schemas/receiver-step.ts';
import { behaviorLine } from './editor/behavior-labels.ts';
import {
  openNewReceiver,
  removeReceiver,
  resetReceiverSteps,
  setOutage,
} from './receiver-actions.ts';
import { addToDestination, addToNewDestination, webhookProblem } from './use-as-webhook.ts';

export function ReceiverHeader({ receiver }: { receiver: Receiver }) {
  const { name, url, listening, problem, responded } = receiver;
  const behavior = behaviorLine(receiver);
  useReceiverCommands(receiver);
  return (
    <div className="flex-none border-b border-line bg-bg-1">
      <PageHeader
        title={<span title={name}>{name}</span>}
        badge={<ListeningBadge listening={listening} />}
        meta={
          <>
            <Address url={url} />
            <span className="min-w-0 truncate tabular-nums" title={behavior}>
              {counted(responded, 'request')} since reset · {behavior}
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
          <Banner tone={listening === 'failed' ? 'bad' : 'warn'}>
            {receiverProblemText(problem)}
          </Banner>
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
      <CopyButton value={url} label="Copy URL" shortcut="c" />
    </span>
  );
}

function UseAsWebhook({ receiver }: { receiver: Receiver }) {
  const destinations = useItems(collections.destinations);
  if (receiver.url === null)
    return (
      <Button icon={Share2} disabledReason="Not listening">
        Use as webhook
      </Button>
    );
  if (destinations.length === 0)
    return (
      <Button icon={Share2} onClick={() => void addToNewDestination(receiver)}>
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
            ? `${destination.name} (connected)`
            : destination.name,
          icon: Share2,
          disabled:
            usesReceiver(destination, receiver) ||
            webhookProblem(destination, receiver) !== undefined,
          run: () => void addToDestination(receiver, destination),
        })),
        [
          {
            id: 'new',
            label: 'New destination',
            icon: Plus,
            run: () => void addToNewDestination(receiver),
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
      title: 'Copy receiver URL',
      section,
      shortcut: 'c',
      enabled: () => url !== null,
      run: () => {
        void copy(url ?? '');
        showToast({ title: 'Copied URL' });
      },
    },
    {
      id: 'receiver.use',
      title: 'Use receiver in new destination',
      section,
      shortcut: 'w',
      enabled: () => url !== null,
      run: () => void addToNewDestination(receiver),
    },
    ...destinations.map((destination) => ({
      id: `receiver.use.${destination.id}`,
      title: `Use receiver in ${destination.name}`,
      section,
      enabled: () =>
        !usesReceiver(destination, receiver) && webhookProblem(destination, receiver) === undefined,
      run: () => void addToDestination(receiver, destination),
    })),
    {
      id: 'receiver.resetSteps',
      title: 'Reset receiver steps',
      section,
      run: () => void resetReceiverSteps(receiver),
    },
    {
      id: 'receiver.duplicate',
      title: 'Duplicate receiver',
      section,
      run: () => openNewReceiver(receiver.id),
    },
    {
      id: 'receiver.delete',
      title: 'Delete receiver',
      section,
      run: () => void removeReceiver(receiver),
    },
  ]);
}

function OutageBanner({ receiver }: { receiver: Receiver }) {
  const { outage, listening } = receiver;
  if (outage !== null && isWindow(outage))
    return <WindowBanner receiver={receiver} outage={outage} />;
  if (listening !== 'refusing') return null;
  return (
    <div className="px-4 pb-2.5">
      <Banner tone="info">Refusing connections</Banner>
    </div>
  );
}

function WindowBanner({ receiver, outage }: { receiver: Receiver; outage: OutageWindow }) {
  const state = useReadNow((now) => windowState(outage, now ?? 0));
  const remaining = useReadNow((now) => {
    const at = state === 'scheduled' ? outage.startsAt : windowEnd(outage);
    return typeof at === 'number' ? formatSpan(Math.abs(at - (now ?? 0))) : '';
  });
  const run = state === 'down' ? 'end' : 'start';
  return (
    <div className="px-4 pb-2.5">
      <Banner
        tone={state === 'over' ? 'info' : 'warn'}
        title={state === 'down' ? 'Simulated outage.' : undefined}
        action={
          <Button
            variant="quiet"
            className="-my-1 text-current"
            onClick={() => void setOutage(receiver, outage, run)}
          >
            {state === 'down'
              ? 'End outage'
              : state === 'over'
                ? 'Restart outage'
                : 'Start outage now'}
          </Button>
        }
      >
        <span className="tabular-nums">
          {state === 'down'
            ? `${remaining} left (virtual time)`
            : state === 'scheduled'
              ? `Outage starts in ${remaining} (virtual time)`
              : 'Outage ended'}
        </span>
      </Banner>
    </div>
  );
}

const listeningLabels: Readonly<Record<ReceiverListening, string>> = {
  listening: 'listening',
  refusing: 'refusing connections',
  failed: 'not listening',
};

/** Each state has its own shape, not only its own color. */
export function ListeningMark({ listening }: Pick<Receiver, 'listening'>) {
  return (
    <span className="inline-flex w-3.5 flex-none justify-center" title={listeningLabels[listening]}>
      {listening === 'listening' ? (
        <span
          aria-hidden="true"
          data-keep-color
          className="size-1.75 rounded-full bg-ok ring-3 ring-ok/20"
        />
      ) : listening === 'refusing' ? (
        <CircleSlash className="icon-small text-wait" strokeWidth={1.5} aria-hidden="true" />
      ) : (
        <CircleX className="icon-small text-bad" strokeWidth={1.5} aria-hidden="true" />
      )}
      <span className="sr-only">{listeningLabels[listening]}</span>
    </span>
  );
}

const tones = { listening: 'ok', refusing: 'wait', failed: 'bad' } as const;

function ListeningBadge({ listening }: Pick<Receiver, 'listening'>) {
  return <Badge tone={tones[listening]}>{listeningLabels[listening]}</Badge>;
}
