import { useEffect } from 'react';
import { notifyBySystem } from '#renderer/components/notify-by-system.ts';
import { useCommands } from '#renderer/keyboard/commands.ts';
import { isActive, useJobs } from '#renderer/stores/jobs-store.ts';
import { showToast } from '#renderer/ui/toast.tsx';
import { jobSummary, jobTitle } from '#shared/lib/job-labels.ts';
import type { Job } from '#shared/schemas/job.ts';
import { commandJob } from './job-commands.ts';

const undoable = (): Job | undefined =>
  useJobs.getState().jobs.find(({ commands }) => commands.includes('undo'));

function tellEnd(job: Job): void {
  const [title, description] = [jobTitle(job), jobSummary(job)];
  if (!useJobs.getState().isListOpen)
    showToast({
      title,
      description,
      tone: job.state === 'completed' && (job.counts.failed ?? 0) === 0 ? 'ok' : 'neutral',
      action: job.commands.includes('undo')
        ? { label: 'Undo', run: () => void commandJob(job, 'undo') }
        : undefined,
    });
  notifyBySystem({ title, body: description });
}

/** Says what a job did when it has ended, and offers to undo it on every page. */
export function useJobNews(): void {
  useEffect(
    () =>
      useJobs.subscribe(({ jobs }, { jobs: before }) => {
        if (jobs === before) return;
        const active = new Set(before.filter(isActive).map(({ id }) => id));
        // Retention ends all the time, and nobody asked for it.
        for (const job of jobs)
          if (job.kind !== 'retention' && active.has(job.id) && !isActive(job)) tellEnd(job);
      }),
    [],
  );
  useCommands([
    {
      id: 'jobs.undo',
      title: 'Undo the last retry or cancel of many',
      section: 'Bulk actions',
      shortcut: 'Shift+U',
      enabled: () => undoable() !== undefined,
      run: () => {
        const job = undoable();
        if (job !== undefined) void commandJob(job, 'undo');
      },
    },
  ]);
}
