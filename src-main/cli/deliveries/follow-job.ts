/** Shows the progress of a job until it ends; Ctrl+C cancels it. */
import { setTimeout } from 'node:timers/promises';
import { ORPCError } from '@orpc/client';
import { jobShare, jobTitle } from '#shared/labels/jobs.ts';
import type { Job } from '#shared/schemas/job.ts';
import { createLiveLine } from '../live-line.ts';
import { onInterrupt } from '../on-interrupt.ts';
import { CommandError } from './command-error.ts';
import type { Host } from './host.ts';

const pollMs = 200;

const isOpen = ({ state }: Job): boolean => state === 'planned' || state === 'running';

const progressText = (job: Job): string =>
  `${jobTitle(job)}: ${Math.floor((jobShare(job) ?? 0) * 100)}%`;

export async function followJob(host: Host, started: Job): Promise<Job> {
  const { id } = started;
  let stopping: Promise<unknown> | undefined;
  const stop = (): void => {
    // The job may have just ended, and retention can only be paused.
    stopping ??= host.jobs
      .cancel({ id })
      .catch(() => host.jobs.pause({ id }))
      .catch(() => undefined);
  };
  const ignoreInterrupts = onInterrupt(stop);
  const line = createLiveLine(process.stderr);
  try {
    let job = started;
    while (isOpen(job)) {
      line.show(progressText(job));
      await setTimeout(pollMs);
      await stopping;
      job = await host.jobs.get({ id });
    }
    return job;
  } catch (error) {
    // With an error response the connection still works.
    if (error instanceof ORPCError && !(error.cause instanceof CommandError)) throw error;
    throw new CommandError(
      'failed',
      `Lost the connection to Hookwright, which continues the job. GET /api/jobs/${id} returns its progress.`,
      error,
    );
  } finally {
    ignoreInterrupts();
    line.clear();
  }
}
