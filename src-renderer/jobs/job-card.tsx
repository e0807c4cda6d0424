import { CircleStop, type LucideIcon, Pause, Play } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { explain } from '#renderer/filter/delivery-filter.ts';
import { Button } from '#renderer/ui/button.tsx';
import type { Job, JobCommand } from '#shared/jobs/job.ts';
import { jobErrorText, jobShare, jobSummary, jobTitle } from '#shared/jobs/text.ts';
import { formatCount } from '#shared/kit/format.ts';
import { commandJob } from './job-actions.ts';
import { JobView, SkippedList } from './job-view.tsx';

const commandLooks: Readonly<
  Record<JobCommand, { readonly label: string; readonly icon: LucideIcon }>
> = {
  pause: { label: 'Pause', icon: Pause },
  resume: { label: 'Resume', icon: Play },
  cancel: { label: 'Cancel', icon: CircleStop },
};

/** What a job works on, where its page doesn't say it. */
export function subjectOf(job: Job): string {
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

interface JobCardProps {
  readonly job: Job;
  readonly subject?: string;
  readonly children?: ReactNode;
}

/** A job of the core with its commands. */
export function JobCard({ job, subject, children }: JobCardProps) {
  const [isBusy, setBusy] = useState(false);
  const run = async (command: JobCommand): Promise<void> => {
    if (isBusy) return;
    setBusy(true);
    await commandJob(job.id, command);
    setBusy(false);
  };
  return (
    <JobView
      title={jobTitle(job)}
      state={job.state}
      subject={subject}
      share={jobShare(job)}
      remainingMs={job.remainingMs}
      counts={jobSummary(job)}
      problem={job.error === null ? null : jobErrorText(job.error)}
      actions={job.commands.map((command) => (
        <Button
          key={command}
          size="small"
          icon={commandLooks[command].icon}
          busy={isBusy}
          onClick={() => void run(command)}
        >
          {commandLooks[command].label}
        </Button>
      ))}
    >
      <SkippedList label="Skipped" groups={job.skipped} />
      {children}
    </JobView>
  );
}
