import { ListChecks } from 'lucide-react';
import { useActions } from '#renderer/kit/actions/actions.tsx';
import { isActive, useJobs } from '#renderer/kit/data/jobs.ts';
import { Popover } from '#renderer/ui/popup.tsx';
import { ProgressBar } from '#renderer/ui/progress.tsx';
import { jobShare, jobTitle } from '#shared/jobs/text.ts';
import { setJobListOpen, useJobList } from './job-actions.ts';
import { JobCard, subjectOf } from './job-card.tsx';

/** All jobs, behind a top bar button that shows progress. */
export function JobsButton() {
  const jobs = useJobs();
  const { isOpen } = useJobList();
  useActions('View', [{ id: 'jobs.show', title: 'Show jobs', run: () => setJobListOpen(true) }]);
  const running = jobs.find((job) => job.kind !== 'retention' && isActive(job));
  const waiting = jobs.filter(({ state }) => state === 'paused').length;
  if (jobs.length === 0 && !isOpen) return null;
  return (
    <Popover
      title="Jobs"
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
          <span className="max-xl:sr-only">Jobs</span>
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
      {jobs.length === 0 && <p className="text-small text-fg-2">Long-running jobs appear here.</p>}
      <ul aria-label="Jobs">
        {jobs.map((job) => (
          <li key={job.id} aria-label={jobTitle(job)} className="border-t border-line py-2.5">
            <JobCard job={job} subject={subjectOf(job)} />
          </li>
        ))}
      </ul>
    </Popover>
  );
}
