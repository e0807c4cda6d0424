import { CircleStop, type LucideIcon, Pause, Play, Undo2 } from 'lucide-react';
import { useState } from 'react';
import { explain } from '#renderer/components/filter/delivery-filter.ts';
import { Banner } from '#renderer/ui/banner.tsx';
import { Button } from '#renderer/ui/button.tsx';
import { ProgressBar } from '#renderer/ui/progress.tsx';
import {
  jobErrorText,
  jobShare,
  jobStateLabels,
  jobSummary,
  jobTitle,
} from '#shared/labels/jobs.ts';
import { formatDuration } from '#shared/lib/duration.ts';
import { formatCount } from '#shared/lib/format.ts';
import type { Job, JobCommand } from '#shared/schemas/job.ts';
import { commandJob } from './job-commands.ts';
import { SkippedList } from './skipped-list.tsx';

const commandLooks: Readonly<
  Record<JobCommand, { readonly label: string; readonly icon: LucideIcon }>
> = {
  pause: { label: 'Pause', icon: Pause },
  resume: { label: 'Resume', icon: Play },
  cancel: { label: 'Cancel', icon: CircleStop },
  undo: { label: 'Undo', icon: Undo2 },
};

function subjectOf(job: Job): string {
  switch (job.kind) {
    case 'sync':
      return `${job.computationName}, sync ${formatCount(job.number)}`;
    case 'deletion_request':
      return `Deletion request ${job.deletionId}`;
    case 'retention':
      return 'Storage limits';
    default:
      return job.filter === '' ? 'All deliveries' : explain(job.filter);
  }
}

/** A job: its action, progress, and commands. */
export function JobCard({ job }: { job: Job }) {
  const [busy, setBusy] = useState(false);
  const share = jobShare(job);
  const summary = jobSummary(job);
  const isOver = job.state === 'completed' || job.state === 'undone' || job.state === 'cancelled';
  const run = async (command: JobCommand): Promise<void> => {
    if (busy) return;
    setBusy(true);
    await commandJob(job.id, command);
    setBusy(false);
  };
  return (
    <li aria-label={jobTitle(job)} className="flex flex-col gap-1.5 border-t border-line py-2.5">
      <div className="flex items-baseline gap-2">
        <span className="min-w-0 flex-1 font-medium tabular-nums">{jobTitle(job)}</span>
        <span className="flex-none text-small text-fg-2">{jobStateLabels[job.state]}</span>
      </div>
      <p className="truncate text-small text-fg-2">{subjectOf(job)}</p>
      {!isOver && share !== null && (
        <div className="flex items-center gap-2 text-small text-fg-2 tabular-nums">
          <ProgressBar label="Done" value={share} of={1} className="flex-1" />
          {Math.floor(share * 100)}%
          {job.remainingMs !== null && <span>about {formatDuration(job.remainingMs)} left</span>}
        </div>
      )}
      {summary !== '' && <p className="text-small tabular-nums">{summary}</p>}
      {job.error !== null && <Banner tone="bad">{jobErrorText(job.error)}</Banner>}
      {job.state !== 'undone' && <SkippedList label="Skipped" groups={job.skipped} />}
      <SkippedList label="Not restored" groups={job.notUndone} />
      {job.commands.length > 0 && (
        <div className="flex gap-2">
          {job.commands.map((command) => (
            <Button
              key={command}
              icon={commandLooks[command].icon}
              busy={busy}
              onClick={() => void run(command)}
            >
              {commandLooks[command].label}
            </Button>
          ))}
        </div>
      )}
    </li>
  );
}
