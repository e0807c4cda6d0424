import { useEffect } from 'react';
import { create } from 'zustand';
import { perform } from '#renderer/kit/actions/perform.ts';
import { core } from '#renderer/kit/data/core.ts';
import { isActive, onJobs, putResponse } from '#renderer/kit/data/jobs.ts';
import { notifyBySystem } from '#renderer/kit/host/notify-by-system.ts';
import { showToast } from '#renderer/ui/toast.tsx';
import type { BulkAction, Job, JobCommand } from '#shared/jobs/job.ts';
import { jobSummary, jobTitle } from '#shared/jobs/text.ts';

/** Whether the job list is open. */
export const useJobList = create<{ readonly isOpen: boolean }>()(() => ({ isOpen: false }));

export const setJobListOpen = (isOpen: boolean): void => useJobList.setState({ isOpen });

// The bulk action being planned, or null.

/** An action on the deliveries that match a filter. */
interface PlannedBulk {
  readonly action: BulkAction;
  readonly filter: string;
  /** What the filter selects, if it has a name. */
  readonly scope: string | null;
}

export const useBulkPanel = create<{ readonly planned: PlannedBulk | null }>()(() => ({
  planned: null,
}));

export const planBulk = (action: BulkAction, filter: string, scope: string | null = null): void =>
  useBulkPanel.setState({ planned: { action, filter, scope } });
export const closePlan = (): void => useBulkPanel.setState({ planned: null });

// Pauses, resumes and cancels a job.

/** Runs a command on a job and stores the result. Resolves to whether it succeeded. */
export const noteResult = (failed: string, act: () => Promise<Job>): Promise<boolean> =>
  perform(failed, async () => {
    await putResponse(act);
  });

export const commandJob = (id: number, command: JobCommand): Promise<boolean> =>
  noteResult(`Can't ${command} the job`, () => core.jobs[command]({ id }));

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
