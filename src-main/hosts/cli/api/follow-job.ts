/** Shows the progress of a job until it ends. */
import { setTimeout } from 'node:timers/promises';
import { ORPCError } from '@orpc/client';
import type { Job } from '#shared/jobs/job.ts';
import {
  jobErrorText,
  jobShare,
  jobSummary,
  jobTitle,
  skipReasonLabels,
} from '#shared/jobs/text.ts';
import { formatCount } from '#shared/kit/format.ts';
import { CommandError } from '../command-error.ts';
import type { Host } from '../host.ts';
import { createLiveLine } from '../output.ts';

const pollMs = 200;

const isOpen = ({ state }: Job): boolean => state === 'planned' || state === 'running';

const progressText = (job: Job): string =>
  `${jobTitle(job)}: ${Math.floor((jobShare(job) ?? 0) * 100)}%`;

/** The signal cancels the job; what it did until then stays. */
export async function followJob(host: Host, id: number, signal: AbortSignal): Promise<Job> {
  const line = createLiveLine(process.stderr);
  let isStopping = false;
  try {
    for (;;) {
      if (signal.aborted && !isStopping) {
        isStopping = true;
        // The job may have just ended, and retention can only be paused.
        await host.jobs
          .cancel({ id })
          .catch(() => host.jobs.pause({ id }))
          .catch(() => undefined);
      }
      const job = await host.jobs.get({ id });
      if (!isOpen(job)) return job;
      line.show(progressText(job));
      await setTimeout(pollMs, undefined, isStopping ? {} : { signal }).catch(() => undefined);
    }
  } catch (error) {
    // With an error response the connection still works.
    if (error instanceof ORPCError && !(error.cause instanceof CommandError)) throw error;
    throw new CommandError(
      'failed',
      `Lost the connection to Hookwright, which continues the job. "hookwright api jobs.get id=${id}" shows its progress.`,
      error,
    );
  } finally {
    line.clear();
  }
}

export function jobLines(job: Job): readonly string[] {
  const { state, skipped, error } = job;
  const summary = jobSummary(job);
  return [
    `${jobTitle(job)}${state === 'completed' ? '' : ` (${state})`}.`,
    ...(summary === '' ? [] : [`  ${summary}.`]),
    ...skipped.map(({ reason, count }) => `  ${formatCount(count)} ${skipReasonLabels[reason]}`),
    ...(error === null ? [] : [`  ${jobErrorText(error)}`]),
  ];
}

/** Why the command fails; null if the job did what was asked. */
export function jobProblem({ state, doneCount, counts }: Job): string | null {
  if (state !== 'completed') return `The job is ${state}.`;
  if (doneCount === 0) return 'Nothing matched.';
  return (counts.copies ?? 0) > 0 && (counts.accepted ?? 0) === 0
    ? 'No copy was accepted. See the responses in Deliveries.'
    : null;
}
