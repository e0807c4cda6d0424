import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { CircleStop } from 'lucide-react';
import { Fragment, useEffect, useRef, useState } from 'react';
import { useMockOf } from '#renderer/connections/mock-of.ts';
import { JobView, workStates } from '#renderer/jobs/job-view.tsx';
import { core } from '#renderer/kit/data/core.ts';
import { useLedger } from '#renderer/kit/data/ledger.ts';
import { useCopiesOf } from '#renderer/kit/data/pages.ts';
import { api } from '#renderer/kit/data/query-client.ts';
import { findSentMessage } from '#renderer/kit/data/sent-message.ts';
import { RouteLink } from '#renderer/kit/routing/route-link.tsx';
import { judgmentOf } from '#renderer/requests/copy/copy-judgment.ts';
import { StatusCode } from '#renderer/ui/badge.tsx';
import { Banner } from '#renderer/ui/banner.tsx';
import { Button } from '#renderer/ui/button.tsx';
import { StateMark } from '#renderer/ui/state-mark.tsx';
import { toneText } from '#renderer/ui/tone.ts';
import {
  type DeliverySummary,
  deliveryStates,
  isFinishedState,
  type MessageDetail,
} from '#shared/deliveries/delivery.ts';
import { stateLabel } from '#shared/deliveries/text.ts';
import { allOf, numberIs, textIs } from '#shared/filter/filter.ts';
import { printFilter } from '#shared/filter/print.ts';
import { formatLatency } from '#shared/kit/duration.ts';
import { formatCount, formatTime } from '#shared/kit/format.ts';
import type { SendProgress } from '#shared/sending/send.ts';
import type { Statistics } from '#shared/statistics/statistics.ts';
import { cancelRun, runText, type SendRun, type SentRun, useSendRun } from './send-run.ts';

/** Faster updates can't be read. */
const refreshMs = 1_000;

/** The deliveries of the run: those created from its start on by sending from here. */
const runFilter = ({ sourceId, startedAt }: SentRun): string =>
  printFilter(
    allOf([
      { kind: 'choice', field: 'origin', value: 'send' },
      numberIs('created', '>=', startedAt),
      sourceId === undefined ? null : textIs('source', sourceId),
    ]),
  );

const isOver = ({ deliveries }: Statistics): boolean =>
  deliveryStates.every((state) => isFinishedState(state) || deliveries[state] === 0);

interface RunSummaryProps {
  readonly progress: SendProgress;
  readonly sent: SentRun;
  readonly isRunning: boolean;
}

/** Throughput and latency of a run, until all its deliveries have finished. */
function RunSummary({ progress, sent, isRunning }: RunSummaryProps) {
  const filter = runFilter(sent);
  const options = api.statistics.get.queryOptions({ input: { range: 'recent', filter } });
  const { data } = useQuery({
    ...options,
    // Figures asked for during the run may lack its last messages, so they can't be the result.
    queryKey: [...options.queryKey, isRunning] as const,
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) =>
      !isRunning && state.data !== undefined && isOver(state.data) ? false : refreshMs,
  });
  const perSecond = (progress.sent * 1_000) / Math.max(1, sent.elapsedMs);
  const figures: readonly (readonly [name: string, value: string])[] = [
    ['Rate', `${formatCount(Math.round(perSecond))} / s`],
    ...(data === undefined ? [] : deliveryFigures(data)),
  ];
  return (
    <dl aria-label="Summary" className="flex flex-wrap gap-x-3.5 gap-y-1 text-small">
      {figures.map(([name, value]) => (
        <div key={name} className="flex gap-1.5">
          <dt className="text-fg-2">{name}</dt>
          <dd className="font-medium tabular-nums">{value}</dd>
        </div>
      ))}
    </dl>
  );
}

function deliveryFigures({ deliveries, latency }: Statistics) {
  const failed = deliveries.refused + deliveries.gave_up + deliveries.blocked;
  const open = deliveryStates
    .filter((state) => !isFinishedState(state))
    .reduce((sum, state) => sum + deliveries[state], 0);
  return [
    ['Delivered', formatCount(deliveries.delivered)],
    ...(failed === 0 ? [] : [['Not delivered', formatCount(failed)] as const]),
    ...(open === 0 ? [] : [['Waiting', formatCount(open)] as const]),
    ...(latency === null
      ? []
      : [
          ['p50', formatLatency(latency.p50)] as const,
          ['p99', formatLatency(latency.p99)] as const,
        ]),
  ] as const;
}

/** Progress or result of the last run. */
export function RunResult() {
  const run = useSendRun();
  const { status, progress, problem, count, sent } = run;
  return (
    <section
      aria-label="Response"
      className="flex max-h-56 min-h-10 flex-none flex-col gap-1.5 overflow-y-auto rounded-card border border-line bg-bg-1 px-3 py-2 shadow-rest"
    >
      {status === 'running' && count > 1 ? (
        <JobView
          title={`Send ${formatCount(count)} events`}
          state={workStates[status]}
          share={(progress?.sent ?? 0) / count}
          counts={runText(run)}
          actions={
            <Button size="small" icon={CircleStop} onClick={() => void cancelRun()}>
              Cancel
            </Button>
          }
        />
      ) : (
        <ResultLine run={run} />
      )}
      {status === 'failed' && (
        <Banner tone="bad" title="Sending failed.">
          {problem}
        </Banner>
      )}
      {progress !== null && sent !== null && count > 1 && (
        <RunSummary progress={progress} sent={sent} isRunning={status === 'running'} />
      )}
      {progress !== null && <Response progress={progress} forged={run.forged} />}
    </section>
  );
}

function ResultLine({ run }: { readonly run: SendRun }) {
  const { status, progress, sent } = run;
  if (status === 'idle') return <p className="py-0.5 text-fg-2">The response appears here.</p>;
  const isOver = status !== 'running';
  const isAccepted = (progress?.accepted ?? 0) > 0;
  return (
    <div className="flex min-h-6 items-center gap-2">
      {!isOver ? (
        <StateMark state="sending" decorative />
      ) : isAccepted ? (
        <StateMark state="delivered" decorative />
      ) : progress?.lastResponse ? (
        <StatusCode code={progress.lastResponse.status} />
      ) : (
        <StateMark state="not_sent" decorative />
      )}
      <span role="status" className="min-w-0 flex-1 text-fg-2 tabular-nums">
        <span className="font-semibold text-fg">{runText(run)}</span>
        {isOver && progress !== null && sent !== null && (
          <>
            {' '}
            in {formatLatency(sent.elapsedMs)}, sent at {formatTime(sent.startedAt)}
          </>
        )}
      </span>
      {isOver && isAccepted && sent !== null && (
        <RouteLink to={{ page: 'deliveries', query: { filter: runFilter(sent) } }}>Show</RouteLink>
      )}
    </div>
  );
}

interface ResponseProps {
  readonly progress: SendProgress;
  readonly forged: readonly number[];
}

function Response({ progress, forged }: ResponseProps) {
  const { lastResponse, rejected } = progress;
  const newest = useSentMessage(progress.messageIds.at(-1));
  return (
    <>
      {lastResponse !== null && lastResponse.status !== 200 && (
        <p className="text-fg-2">
          {lastResponse.code && <code className="bytes font-semibold">{lastResponse.code}</code>}{' '}
          {lastResponse.message}
        </p>
      )}
      {newest !== null && newest.deliveries.length > 0 && (
        <ul aria-label="Deliveries of the last message" className="flex flex-col gap-1">
          {newest.deliveries.map((delivery) => (
            <Fragment key={delivery.id}>
              <Delivery delivery={delivery} />
              {forged.length > 0 && <ForgedCopies deliveryId={delivery.id} ids={forged} />}
            </Fragment>
          ))}
        </ul>
      )}
      {newest !== null && newest.deliveries.length === 0 && (
        <p className="text-fg-2">
          {newest.outcome === 'duplicate'
            ? 'Not delivered: duplicate messageId.'
            : 'Not delivered: no enabled destination.'}{' '}
          <RouteLink to={{ page: 'deliveries', path: ['messages', String(newest.id)] }}>
            View in Deliveries
          </RouteLink>
        </p>
      )}
      {rejected > 0 && (
        <p>
          <RouteLink to={{ page: 'deliveries', path: ['rejected'] }}>
            View rejected {rejected === 1 ? 'message' : 'messages'}
          </RouteLink>
        </p>
      )}
    </>
  );
}

interface ForgedCopiesProps {
  readonly deliveryId: number;
  readonly ids: readonly number[];
}

/** What each URL did with its forged copy. */
function ForgedCopies({ deliveryId, ids }: ForgedCopiesProps) {
  const copies = useCopiesOf(deliveryId).items.filter(({ id }) => ids.includes(id));
  return copies.map((copy) => {
    const { tone, title } = judgmentOf(copy);
    return (
      <li key={copy.id} className="flex min-w-0 items-center gap-2 pl-5.5">
        <span className="min-w-0 flex-1 truncate">
          <RouteLink
            to={{ page: 'deliveries', path: [String(deliveryId), 'copies', String(copy.id)] }}
          >
            Forged copy
          </RouteLink>{' '}
          <span className={toneText[tone]}>{title}</span>
        </span>
        {copy.status !== null && <StatusCode code={copy.status} />}
      </li>
    );
  });
}

function Delivery({ delivery }: { delivery: DeliverySummary }) {
  const { id, state, destinationId, destinationName, lastStatus } = delivery;
  const mock = useMockOf(destinationId);
  return (
    <li className="flex min-w-0 items-center gap-2">
      <StateMark state={state} decorative />
      <span className="flex min-w-0 flex-1">
        <span className="truncate">
          <RouteLink to={{ page: 'deliveries', path: [String(id)] }}>{destinationName}</RouteLink>
        </span>
        <span className="flex-none">: {stateLabel(state)}</span>
      </span>
      {lastStatus !== null && <StatusCode code={lastStatus} />}
      {mock !== undefined && (
        <RouteLink className="flex-none" to={{ page: 'connections', path: ['mocks', mock.id] }}>
          Mock endpoint
        </RouteLink>
      )}
    </li>
  );
}

function isFinished({ deliveries }: MessageDetail): boolean {
  return !deliveries.some(({ state }) => state === 'waiting');
}

/** The last sent message with its deliveries, reloaded until finished. */
function useSentMessage(messageId: string | undefined): MessageDetail | null {
  const [message, setMessage] = useState<MessageDetail | null>(null);
  const latest = useRef<MessageDetail | null>(null);
  const isLoading = useRef(false);
  const hasMissed = useRef(false);
  const [retries, setRetries] = useState(0);
  // Changes with every batch of updates.
  const ledger = useLedger((ledger) => ledger);

  useEffect(() => {
    void ledger;
    void retries;
    const current = latest.current?.messageId === messageId ? latest.current : null;
    if (messageId === undefined) return;
    if (isLoading.current) {
      // What is being read may be older than this change, which may be the last one.
      hasMissed.current = true;
      return;
    }
    if (current !== null && isFinished(current)) return;
    isLoading.current = true;
    const loading =
      current === null ? findSentMessage(messageId) : core.messages.get({ id: current.id });
    loading
      .then((sentMessage) => {
        if (sentMessage === null) return;
        latest.current = sentMessage;
        setMessage(sentMessage);
      })
      .catch(() => {
        // The next change retries.
      })
      .finally(() => {
        isLoading.current = false;
        if (!hasMissed.current) return;
        hasMissed.current = false;
        setRetries((count) => count + 1);
      });
  }, [messageId, ledger, retries]);

  return message?.messageId === messageId ? message : null;
}
