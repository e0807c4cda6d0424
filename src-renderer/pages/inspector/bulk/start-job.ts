/** Planning and starting of jobs on what a filter lets through. */
import { noteResult } from '#renderer/components/jobs/job-commands.ts';
import { setJobListOpen } from '#renderer/components/jobs/job-list.ts';
import { core } from '#renderer/data/core.ts';
import type { BulkAction, JobPlan, PlanProgress } from '#shared/schemas/job.ts';

export type PlanReading = Extract<PlanProgress, { kind: 'progress' }>;

/** `onProgress` is told how far it is, where that takes its time. */
export async function readPlan(
  kind: BulkAction,
  filter: string,
  signal: AbortSignal,
  onProgress: (progress: PlanReading) => void,
): Promise<JobPlan> {
  for await (const event of await core.jobs.planProgress({ kind, filter }, { signal })) {
    if (event.kind === 'plan') return event.plan;
    onProgress(event);
  }
  throw new Error('The plan ended before it was whole.');
}

/** Does exactly what was planned, in sight. Tells whether it was started. */
export async function startPlanned(
  { kind, bounds }: JobPlan,
  filter: string,
  perSecond: number | null,
): Promise<boolean> {
  const rate = perSecond === null ? {} : { perSecond };
  const isStarted = await noteResult("Can't start the job", () =>
    core.jobs.start({ kind, filter, bounds, ...rate }),
  );
  if (isStarted) setJobListOpen(true);
  return isStarted;
}
