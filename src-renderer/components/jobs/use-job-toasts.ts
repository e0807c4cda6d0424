import { useEffect } from 'react';
import { notifyBySystem } from '#renderer/components/notify-by-system.ts';
import { isActive, jobsNow, onJobs } from '#renderer/data/jobs.ts';
import { useCommands } from '#renderer/keyboard/commands.ts';
import { showToast } from '#renderer/ui/toast.tsx';
import { jobSummary, jobTitle } from '#shared/labels/jobs.ts';
import type { Job } from '#shared/schemas/job.ts';
import { commandJob } from './job-commands.ts';
import { useJobList } from './job-list.ts';

const undoable = (): Job | undefined => jobsNow().find(({ commands }) => commands.includes('undo'));

/** Syncs and deletion requests report on their pages; toasts for scheduled ones would be noise. */
function reportEnd(job: Job): void {
  if (job.kind === 'sync' || job.kind === 'deletion_request') return;
  const [title, description] = [jobTitle(job), jobSummary(job)];
  if (!useJobList.getState().isOpen)
    showToast({
      title,
      description,
      tone: job.state === 'completed' && (job.counts.failed ?? 0) === 0 ? 'ok' : 'neutral',
      action: job.commands.includes('undo')
        ? { label: 'Undo', run: () => void commandJob(job.id, 'undo') }
        : undefined,
    });
  notifyBySystem({ title, body: description });
}

/** Reports finished jobs with undo, on every page. */
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
  useCommands([
    {
      id: 'jobs.undo',
      title: 'Undo last bulk retry or cancel',
      section: 'Bulk actions',
      shortcut: 'Shift+U',
      enabled: () => undoable() !== undefined,
      run: () => {
        const job = undoable();
        if (job !== undefined) void commandJob(job.id, 'undo');
      },
    },
  ]);
}
