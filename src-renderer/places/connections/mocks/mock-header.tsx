import { CircleSlash, CircleX, Copy, ListRestart, Plus, Share2 } from 'lucide-react';
import { usesMock } from '#renderer/connections/mock-of.ts';
import {
  type Action,
  ActionMenu,
  type BoundAction,
  useActions,
} from '#renderer/kit/actions/actions.tsx';
import { deleteAction } from '#renderer/kit/actions/entity-actions.ts';
import { collections, useItems } from '#renderer/kit/data/collections.ts';
import { Badge } from '#renderer/ui/badge.tsx';
import { Banner } from '#renderer/ui/banner.tsx';
import { Button } from '#renderer/ui/button.tsx';
import { CopyButton, useCopy } from '#renderer/ui/copy-button.tsx';
import { PageHeader } from '#renderer/ui/page-header.tsx';
import { useReadNow } from '#renderer/ui/time.tsx';
import { formatSpan } from '#shared/kit/duration.ts';
import { counted } from '#shared/kit/format.ts';
import { mockProblemText } from '#shared/kit/problem.ts';
import type { Mock, MockListening } from '#shared/mocks/mock.ts';
import { isWindow, type OutageWindow, windowEnd, windowState } from '#shared/mocks/step.ts';
import { behaviorLine } from './editor/behavior-labels.ts';
import { openNewMock, removalOfMock, setOutage, stepResetOf } from './mock-actions.ts';
import { addToDestination, addToNewDestination, webhookProblem } from './use-as-webhook.ts';

export function MockHeader({ mock }: { mock: Mock }) {
  const { name, url, listening, problem, responded } = mock;
  const behavior = behaviorLine(mock);
  const actions = useMockActions(mock);
  const uses = useActionsToUse(mock);
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
            <UseAsWebhook mock={mock} uses={uses} />
            <ActionMenu actions={actions} />
          </>
        }
      />
      <OutageBanner mock={mock} />
      {problem !== null && (
        <div className="px-4 pb-2.5">
          <Banner tone={listening === 'failed' ? 'bad' : 'warn'}>{mockProblemText(problem)}</Banner>
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

function UseAsWebhook({ mock, uses }: { mock: Mock; uses: readonly BoundAction[] }) {
  const isOnly = uses.length === 1;
  const button = (
    <Button
      icon={Share2}
      disabledReason={mock.url === null ? 'Not listening' : undefined}
      onClick={isOnly ? () => void addToNewDestination(mock) : undefined}
    >
      Use as webhook
    </Button>
  );
  return isOnly || mock.url === null ? button : <ActionMenu actions={uses} trigger={button} />;
}

/** To use its URL in a destination; a new one is last. */
function useActionsToUse(mock: Mock): readonly BoundAction[] {
  const destinations = useItems(collections.destinations);
  return useActions(section, [
    ...destinations.map((destination): Action => {
      const isConnected = usesMock(destination, mock);
      return {
        id: `mock.use.${destination.id}`,
        title: `Use mock endpoint in ${destination.name}`,
        label: isConnected ? `${destination.name} (connected)` : destination.name,
        icon: Share2,
        menu: 'main',
        problem: isConnected ? 'Connected' : webhookProblem(destination, mock),
        run: () => void addToDestination(mock, destination),
      };
    }),
    {
      id: 'mock.use',
      title: 'Use mock endpoint in new destination',
      label: 'New destination',
      shortcut: 'w',
      icon: Plus,
      menu: 'new',
      isShown: mock.url !== null,
      run: () => void addToNewDestination(mock),
    },
  ]);
}

const section = 'Mock endpoints';

function useMockActions(mock: Mock) {
  const [, copy] = useCopy();
  const { id, url } = mock;
  return useActions(section, [
    {
      id: 'mock.copy-url',
      title: 'Copy mock endpoint URL',
      shortcut: 'c',
      isShown: url !== null,
      run: () => {
        void copy(url ?? '');
        return { title: 'Copied URL' };
      },
    },
    {
      id: 'mock.resetSteps',
      title: 'Reset mock endpoint steps',
      label: 'Reset steps',
      icon: ListRestart,
      menu: 'main',
      ...stepResetOf(mock),
    },
    {
      id: 'mock.duplicate',
      title: 'Duplicate mock endpoint',
      label: 'Duplicate',
      icon: Copy,
      menu: 'main',
      run: () => openNewMock(id),
    },
    deleteAction('mock endpoint', removalOfMock(mock)),
  ]);
}

function OutageBanner({ mock }: { mock: Mock }) {
  const { outage, listening } = mock;
  if (outage !== null && isWindow(outage)) return <WindowBanner mock={mock} outage={outage} />;
  if (listening !== 'refusing') return null;
  return (
    <div className="px-4 pb-2.5">
      <Banner tone="info">Refusing connections</Banner>
    </div>
  );
}

function WindowBanner({ mock, outage }: { mock: Mock; outage: OutageWindow }) {
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
            onClick={() => void setOutage(mock, outage, run)}
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

const listeningLabels: Readonly<Record<MockListening, string>> = {
  listening: 'listening',
  refusing: 'refusing connections',
  failed: 'not listening',
};

/** Each state has its own shape, not only its own color. */
export function ListeningMark({ listening }: Pick<Mock, 'listening'>) {
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

function ListeningBadge({ listening }: Pick<Mock, 'listening'>) {
  return <Badge tone={tones[listening]}>{listeningLabels[listening]}</Badge>;
}
