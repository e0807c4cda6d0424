/** Plans and starts jobs on the deliveries that match a filter. */
import { noteResult } from '#renderer/components/jobs/job-commands.ts';
import { setJobListOpen } from '#renderer/components/jobs/job-list.ts';
import { core } from '#renderer/data/core.ts';
import type { BulkAction, BulkPlan, PlanProgress } from '#shared/schemas/job.ts';

export type PlanReading = Extract<PlanProgress, { kind: 'progress' }>;

/** Calls `onProgress` while a long plan is counted. */
export async function readPlan(
  kind: BulkAction,
  filter: string,
  signal: AbortSignal,
  onProgress: (progress: PlanReading) => void,
): Promise<BulkPlan> {
  for await (const event of await core.jobs.planProgress({ kind, filter }, { signal })) {
    if (event.kind === 'plan') return event.plan;
    onProgress(event);
  }
  throw new Error('Planning stopped early. Try again.');
}

/** Starts the job exactly as planned. Resolves to whether it started. */
export async function startPlanned(
  { kind, bounds }: BulkPlan,
  filter: string,
  perSecond: number | null,
): Promise<boolean> {
  const rate = perSecond === null ? {} : { perSecond };
  const isStarted = await noteResult("Can't start", () =>
    core.jobs.start({ kind, filter, bounds, ...rate }),
  );
  if (isStarted) setJobListOpen(true);
  return isStarted;
}
