import { useEffect } from 'react';
import { notifyBySystem } from '#renderer/components/notify-by-system.ts';
import { isActive, onJobs } from '#renderer/data/jobs.ts';
import { showToast } from '#renderer/ui/toast.tsx';
import { jobSummary, jobTitle } from '#shared/labels/jobs.ts';
import type { Job } from '#shared/schemas/job.ts';
import { useJobList } from './job-list.ts';

/** Syncs and deletion requests report on their pages; toasts for scheduled ones would be noise. */
function reportEnd(job: Job): void {
  if (job.kind === 'sync' || job.kind === 'deletion_request') return;
  const [title, description] = [jobTitle(job), jobSummary(job)];
  if (!useJobList.getState().isOpen)
    showToast({
      title,
      description,
      tone: job.state === 'completed' && (job.counts.failed ?? 0) === 0 ? 'ok' : 'neutral',
    });
  notifyBySystem({ title, body: description });
}

/** Reports finished jobs, on every page. */
export function useJobToasts(): void {
  useEffect(
    () =>
      onJobs((jobs, before) => {
        const active = new Set(before.filter(isActive).map(({ id }) => id));
        // Retention runs regularly and needs no report.
        for (const job of jobs)
          if (job.kind !== 'retention' && active.has(job.id) && !isActive(job)) reportEnd(job);
      }),
    [],
  );
}
