import { commandJob } from '#renderer/jobs/job-actions.ts';
import { JobCard } from '#renderer/jobs/job-card.tsx';
import { jobMarks } from '#renderer/jobs/job-view.tsx';
import { useActions } from '#renderer/kit/actions/actions.tsx';
import { useJob } from '#renderer/kit/data/jobs.ts';
import { useSyncPlan, useSyncs } from '#renderer/kit/data/syncs.ts';
import { LateSpinner } from '#renderer/kit/loading.tsx';
import { RouteLink } from '#renderer/kit/routing/route-link.tsx';
import { PreviewCard } from '#renderer/requests/preview-card.tsx';
import { Banner } from '#renderer/ui/banner.tsx';
import { Button } from '#renderer/ui/button.tsx';
import { Card } from '#renderer/ui/card.tsx';
import { ErrorState } from '#renderer/ui/content-states.tsx';
import { ScrollRegion } from '#renderer/ui/scroll-region.tsx';
import { Sparkline } from '#renderer/ui/sparkline.tsx';
import { StateMark } from '#renderer/ui/state-mark.tsx';
import { Time } from '#renderer/ui/time.tsx';
import type { Computation, ComputationClass } from '#shared/audiences/computation.ts';
import type { Sync, SyncPlan } from '#shared/audiences/sync.ts';
import { jobErrorText, jobStateLabels } from '#shared/jobs/text.ts';
import { formatCount } from '#shared/kit/format.ts';
import { visibleLine } from '#shared/kit/visible-text.ts';
import { syncedValues } from '../audience-labels.tsx';
import { PaneSection } from '../pane-section.tsx';
import { PlanCard } from './plan-card.tsx';
import { deliveriesFilter, durationText, userCountsOf } from './sync-actions.ts';

interface HistoryCardProps {
  readonly kind: ComputationClass;
  readonly computation: Computation;
}

function HistoryCard({ kind, computation }: HistoryCardProps) {
  const { id, lastSync } = computation;
  const { items, status, problem, hasMore, isLoadingMore, loadMore } = useSyncs(kind, id);
  const counts = userCountsOf(items);
  const first = counts[0];
  const last = counts.at(-1);
  return (
    <Card
      title="History"
      meta={lastSync === null ? undefined : formatCount(lastSync.number)}
      padded={false}
    >
      {problem !== null && (
        <div className="p-2">
          <Banner tone="bad">{problem}</Banner>
        </div>
      )}
      {counts.length > 1 && first !== undefined && last !== undefined && (
        <div className="border-b border-line/60 px-3 pt-3 pb-2">
          <Sparkline
            values={counts}
            width={400}
            height={44}
            className="h-11 w-full"
            label={`Users in the last ${counts.length} syncs: ${formatCount(first)} to ${formatCount(last)}`}
          />
          <p
            aria-hidden="true"
            className="mt-1 flex justify-between text-label text-fg-3 tabular-nums"
          >
            <span>{formatCount(first)} users</span>
            <span>{formatCount(last)} at last sync</span>
          </p>
        </div>
      )}
      {items.length === 0 ? (
        <p className="px-3 py-2.5 text-fg-2">{status === 'ready' ? 'Not synced yet' : ' '}</p>
      ) : (
        <ScrollRegion label="Syncs" className="max-h-[420px] overflow-auto">
          <HistoryTable kind={kind} syncs={items} />
          {hasMore && (
            <div className="p-2">
              <Button variant="quiet" busy={isLoadingMore} onClick={loadMore}>
                Show older
              </Button>
            </div>
          )}
        </ScrollRegion>
      )}
    </Card>
  );
}

interface HistoryTableProps {
  readonly kind: ComputationClass;
  /** Newest first. */
  readonly syncs: readonly Sync[];
}

const head = 'px-1.5 py-1.5 text-left text-label font-normal whitespace-nowrap text-fg-3';
const cell = 'px-1.5 py-1.5 whitespace-nowrap';
/** Wraps before "of" in narrow windows. */
const sentCell = 'px-1.5 py-1.5 text-right';

function HistoryTable({ kind, syncs }: HistoryTableProps) {
  return (
    <table className="w-full border-collapse text-small tabular-nums">
      <thead className="sticky top-0 bg-bg-1">
        <tr className="border-b border-line">
          <th scope="col" className={`${head} pl-3`}>
            Sync
          </th>
          <th scope="col" className={head}>
            State
          </th>
          <th scope="col" className={`${head} text-right`}>
            {syncedValues[kind].addition}
          </th>
          <th scope="col" className={`${head} text-right`}>
            {syncedValues[kind].removal}
          </th>
          <th scope="col" className={`${head} text-right`}>
            Duration
          </th>
          <th scope="col" className={`${head} pr-3 text-right`}>
            Started
          </th>
        </tr>
      </thead>
      <tbody>
        {syncs.map((sync) => (
          <tr key={sync.id} className="border-b border-line/55 last:border-b-0">
            <th scope="row" className={`${cell} pl-3 text-left font-medium`}>
              <RouteLink
                to={{ page: 'deliveries', query: { filter: deliveriesFilter(sync) } }}
                plain
                className="hover:underline"
              >
                {formatCount(sync.number)}{' '}
                <span className="ml-0.5 font-normal text-fg-2">
                  {sync.cause === 'schedule' ? 'scheduled' : 'manual'}
                  {sync.full && ', full'}
                </span>
              </RouteLink>
            </th>
            <td className={cell}>
              <span className="flex items-center gap-1.5">
                <StateMark state={jobMarks[sync.state]} decorative />
                {jobStateLabels[sync.state].toLowerCase()}
              </span>
              {sync.error !== null && (
                <span className="block max-w-72 min-w-20 whitespace-normal text-fg-2">
                  {jobErrorText(sync.error)}
                </span>
              )}
            </td>
            <td className={sentCell}>
              <Sent sent={sync.additionsSent} of={sync.additions} />
            </td>
            <td className={sentCell}>
              <Sent sent={sync.removalsSent} of={sync.removals} />
            </td>
            <td className={`${cell} text-right text-fg-2`}>{durationText(sync)}</td>
            <td className={`${cell} pr-3 text-right text-fg-2`}>
              <Time at={sync.startedAt} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Sent({ sent, of }: { sent: number; of: number }) {
  return sent === of ? formatCount(sent) : `${formatCount(sent)} of\u00a0${formatCount(of)}`;
}

interface SyncSectionProps {
  readonly kind: ComputationClass;
  readonly computation: Computation;
}

/** The running sync, the plan of the next, and the history. */
export function SyncSection({ kind, computation }: SyncSectionProps) {
  const { lastSync: sync } = computation;
  const { plan, problem, reload } = useSyncPlan(kind, computation.id);
  const isRunning = sync?.state === 'running';
  return (
    <PaneSection name="sync" title="Sync">
      <div className="@container">
        <div className="flex max-w-[1280px] flex-col gap-3 @3xl:flex-row">
          <div className="flex min-w-0 flex-col gap-3 @3xl:w-1/2 [&>*]:flex-none">
            {sync !== null && (isRunning || sync.resumable) && <RunCard kind={kind} sync={sync} />}
            {!isRunning &&
              (plan !== null ? (
                <PlanCard
                  key={computation.id}
                  kind={kind}
                  computation={computation}
                  plan={plan}
                  problem={problem}
                />
              ) : (
                <div>
                  {problem === null ? (
                    <LateSpinner label="Loading plan" />
                  ) : (
                    <ErrorState onRetry={reload}>{problem}</ErrorState>
                  )}
                </div>
              ))}
            <HistoryCard kind={kind} computation={computation} />
          </div>
          <div className="flex min-w-0 flex-col gap-3 @3xl:w-1/2">
            {plan !== null && !isRunning && <FirstMessage plan={plan} />}
          </div>
        </div>
      </div>
    </PaneSection>
  );
}

/** Request previews of the sync's first message. */
function FirstMessage({ plan: { first, destinations } }: { plan: SyncPlan }) {
  if (first === null) return null;
  if (first.deliveries.length === 0)
    return (
      <Card title="First message">
        <p className="text-fg-2">
          {destinations.length === 0
            ? 'The source has no enabled destination'
            : 'No destination receives it'}
        </p>
      </Card>
    );
  return (
    <>
      <h4 className="min-w-0 truncate px-0.5 text-small font-semibold">
        First message, for <code className="bytes">{visibleLine(first.userId)}</code>
      </h4>
      {first.deliveries.map((delivery) => (
        <PreviewCard key={delivery.destinationId} delivery={delivery} eventName={undefined} />
      ))}
    </>
  );
}

interface RunCardProps {
  readonly kind: ComputationClass;
  readonly sync: Sync;
}

/** The running sync, or one that can be resumed. */
function RunCard({ kind, sync }: RunCardProps) {
  const job = useJob(sync.jobId);
  const isRunning = sync.state === 'running';
  useActions('Audiences', [
    {
      id: 'computation.resume',
      title: 'Resume sync',
      isShown: !isRunning && sync.resumable,
      run: () => void commandJob(sync.jobId, 'resume'),
    },
  ]);
  return (
    <Card title={`Sync ${formatCount(sync.number)}`} meta={rateText(sync)}>
      {job && (
        <JobCard job={job}>
          <p className="text-fg-2 tabular-nums">
            <Part
              label={syncedValues[kind].addition}
              sent={sync.additionsSent}
              of={sync.additions}
            />
            {', '}
            <Part label={syncedValues[kind].removal} sent={sync.removalsSent} of={sync.removals} />
            {'. '}
            {isRunning ? 'New changes wait for the next sync.' : 'A new sync includes the rest.'}
          </p>
          <p>
            <RouteLink to={{ page: 'deliveries', query: { filter: deliveriesFilter(sync) } }}>
              View deliveries
            </RouteLink>
          </p>
        </JobCard>
      )}
    </Card>
  );
}

function rateText({ perSecond }: Sync): string {
  return perSecond === null ? 'no rate limit' : `up to ${formatCount(perSecond)} per second`;
}

function Part({ label, sent, of }: { label: string; sent: number; of: number }) {
  return (
    <>
      <code className="bytes">{label}</code> {formatCount(sent)} of {formatCount(of)}
    </>
  );
}
