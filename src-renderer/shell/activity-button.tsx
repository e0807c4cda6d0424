import { ListChecks } from 'lucide-react';
import { alertCause, alertRoute, alertTitle } from '#renderer/deliveries/alerts.ts';
import { setJobListOpen, useJobList } from '#renderer/jobs/job-actions.ts';
import { JobCard, subjectOf } from '#renderer/jobs/job-card.tsx';
import { useActions } from '#renderer/kit/actions/actions.tsx';
import { alertKey, useAlerts } from '#renderer/kit/data/alerts.ts';
import { isActive, useJobs } from '#renderer/kit/data/jobs.ts';
import { navigate } from '#renderer/kit/routing/route-store.ts';
import { Button } from '#renderer/ui/button.tsx';
import { Popover } from '#renderer/ui/popup.tsx';
import { ProgressBar } from '#renderer/ui/progress.tsx';
import { StateMark } from '#renderer/ui/state-mark.tsx';
import { Time } from '#renderer/ui/time.tsx';
import type { Alert } from '#shared/deliveries/alert.ts';
import type { Job } from '#shared/jobs/job.ts';
import { jobShare, jobTitle } from '#shared/jobs/text.ts';

type Entry =
  | { readonly at: number; readonly job: Job }
  | { readonly at: number; readonly alert: Alert };

const noAlerts: readonly never[] = [];

/** Jobs and alerts, newest first. */
function useEntries(jobs: readonly Job[]): readonly Entry[] {
  const alerts = useAlerts() ?? noAlerts;
  return [
    ...jobs.map((job): Entry => ({ at: job.createdAt, job })),
    ...alerts.map((alert): Entry => ({ at: alert.lastAt, alert })),
  ].sort((a, b) => b.at - a.at);
}

/** All jobs and alerts, behind a top bar button that shows progress. */
export function ActivityButton() {
  const jobs = useJobs();
  const entries = useEntries(jobs);
  const { isOpen } = useJobList();
  useActions('View', [
    {
      id: 'jobs.show',
      title: 'Show activity',
      keywords: ['jobs', 'alerts'],
      run: () => setJobListOpen(true),
    },
  ]);
  const running = jobs.find((job) => job.kind !== 'retention' && isActive(job));
  const waiting = jobs.filter(({ state }) => state === 'paused').length;
  if (entries.length === 0 && !isOpen) return null;
  return (
    <Popover
      title="Activity"
      align="end"
      className="flex max-h-[70vh] w-96 flex-col overflow-y-auto"
      open={isOpen}
      onOpenChange={setJobListOpen}
      trigger={
        <button
          type="button"
          className="flex h-control flex-none items-center gap-1.5 rounded-control border border-line bg-bg-2 px-2.5 text-fg-2 transition-colors hover:border-line-2 hover:text-fg"
        >
          <ListChecks className="icon-small" strokeWidth={1.5} aria-hidden="true" />
          <span className="max-xl:sr-only">Activity</span>
          {running !== undefined && (
            <ProgressBar
              label={jobTitle(running)}
              value={jobShare(running) ?? 0}
              of={1}
              className="w-12"
            />
          )}
          {waiting > 0 && <span className="text-small tabular-nums">{waiting} paused</span>}
        </button>
      }
    >
      {entries.length === 0 && (
        <p className="text-small text-fg-2">Long-running jobs and alerts appear here.</p>
      )}
      <ul aria-label="Activity">
        {entries.map((entry) => {
          const isJob = 'job' in entry;
          return (
            <li
              key={isJob ? `job ${entry.job.id}` : `alert ${alertKey(entry.alert)}`}
              aria-label={isJob ? jobTitle(entry.job) : alertTitle(entry.alert)}
              className="border-t border-line py-2.5"
            >
              {isJob ? (
                <JobCard job={entry.job} subject={subjectOf(entry.job)} />
              ) : (
                <AlertCard alert={entry.alert} />
              )}
            </li>
          );
        })}
      </ul>
    </Popover>
  );
}

function AlertCard({ alert }: { readonly alert: Alert }) {
  return (
    <div className="flex min-w-0 items-start gap-2">
      <span className="mt-1 flex-none">
        <StateMark state={alert.state} decorative />
      </span>
      <div className="min-w-0 flex-1 [overflow-wrap:anywhere]">
        <p className="font-medium tabular-nums">{alertTitle(alert)}</p>
        <p className="text-small text-fg-2">
          {alertCause(alert)} · <Time at={alert.lastAt} />
        </p>
      </div>
      <Button
        variant="quiet"
        onClick={() => {
          setJobListOpen(false);
          navigate(alertRoute(alert));
        }}
      >
        View
      </Button>
    </div>
  );
}
