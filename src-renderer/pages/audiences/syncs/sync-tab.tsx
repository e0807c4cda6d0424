import { JobCard } from '#renderer/components/jobs/job-card.tsx';
import { commandJob } from '#renderer/components/jobs/job-commands.ts';
import { LateSpinner } from '#renderer/components/late-spinner.tsx';
import { PreviewCard } from '#renderer/components/preview-card.tsx';
import { RouteLink } from '#renderer/components/route-link.tsx';
import { useJob } from '#renderer/data/jobs.ts';
import { useSyncPlan } from '#renderer/data/syncs.ts';
import { useCommand } from '#renderer/keyboard/commands.ts';
import { Card } from '#renderer/ui/card.tsx';
import { ErrorState } from '#renderer/ui/content-states.tsx';
import { formatCount } from '#shared/lib/format.ts';
import { visibleLine } from '#shared/lib/visible-text.ts';
import type { Computation, ComputationClass } from '#shared/schemas/computation.ts';
import type { Sync, SyncPlan } from '#shared/schemas/sync.ts';
import { syncedValues } from '../audience-labels.ts';
import { HistoryCard } from './history-card.tsx';
import { PlanCard } from './plan-card.tsx';
import { deliveriesFilter } from './sync-actions.ts';

interface SyncTabProps {
  readonly kind: ComputationClass;
  readonly computation: Computation;
}

/** The running sync, the plan of the next, and the history. */
export function SyncTab({ kind, computation }: SyncTabProps) {
  const { lastSync: sync } = computation;
  const { plan, problem, reload } = useSyncPlan(kind, computation.id);
  const isRunning = sync?.state === 'running';
  return (
    <div className="@container min-h-0 flex-1 overflow-y-auto p-4">
      <div className="flex max-w-[1280px] flex-col gap-3 @xl:flex-row">
        <div className="flex min-w-0 flex-col gap-3 @xl:w-1/2 [&>*]:flex-none">
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
        <div className="flex min-w-0 flex-col gap-3 @xl:w-1/2">
          {plan !== null && !isRunning && <FirstMessage plan={plan} />}
        </div>
      </div>
    </div>
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
      <h2 className="min-w-0 truncate px-0.5 text-small font-semibold">
        First message, for <code className="bytes">{visibleLine(first.userId)}</code>
      </h2>
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
  useCommand({
    id: 'computation.resume',
    title: 'Resume sync',
    section: 'Audiences',
    enabled: () => !isRunning && sync.resumable,
    run: () => void commandJob(sync.jobId, 'resume'),
  });
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
            <RouteLink to={{ page: 'inspector', query: { filter: deliveriesFilter(sync) } }}>
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
