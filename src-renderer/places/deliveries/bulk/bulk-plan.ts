/** Plans and starts jobs on the deliveries that match a filter. */

import { useEffect, useState } from 'react';
import { noteResult, setJobListOpen } from '#renderer/jobs/job-actions.ts';
import { core } from '#renderer/kit/data/core.ts';
import { errorSentence } from '#renderer/kit/data/error-sentence.ts';
import type { BulkAction, BulkPlan, PlannedUrl, PlanProgress } from '#shared/jobs/job.ts';
import { canChooseUrls } from '#shared/jobs/job.ts';

const chosenUrl = ({ destinationId, url, outcome }: PlannedUrl) => ({
  destinationId,
  url,
  outcome,
});

type PlanReading = Extract<PlanProgress, { kind: 'progress' }>;

/** Calls `onProgress` while a long plan is counted. */
async function readPlan(
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

/** Starts the job as planned, for the chosen URLs. Resolves to whether it started. */
export async function startPlanned(
  { kind, bounds }: BulkPlan,
  filter: string,
  chosen: readonly PlannedUrl[],
  perSecond: number | null,
): Promise<boolean> {
  const options = {
    ...(perSecond !== null && { perSecond }),
    ...(canChooseUrls(kind) && { urls: chosen.map(chosenUrl) }),
  };
  const isStarted = await noteResult("Can't start", () =>
    core.jobs.start({ kind, filter, bounds, ...options }),
  );
  if (isStarted) setJobListOpen(true);
  return isStarted;
}

/** Showing progress sooner would flicker. */
const progressDelayMs = 1_000;

interface PlanState {
  /** Null while planning. */
  readonly plan: BulkPlan | null;
  /** Planning progress; null until planning takes noticeably long. */
  readonly looking: PlanReading | null;
  readonly problem: string | null;
}

const working: PlanState = { plan: null, looking: null, problem: null };

/** Plans an action on the deliveries that match now; `again` plans it again. */
export function useBulkPlan(action: BulkAction, filter: string) {
  const [state, setState] = useState(working);
  const [planCount, setPlanCount] = useState(0);
  useEffect(() => {
    // A new plan starts whenever `planCount` changes.
    void planCount;
    const controller = new AbortController();
    const startedAt = performance.now();
    const update = (change: Partial<PlanState>): void => {
      if (!controller.signal.aborted) setState({ ...working, ...change });
    };
    setState(working);
    readPlan(action, filter, controller.signal, (looking) => {
      if (performance.now() - startedAt > progressDelayMs) update({ looking });
    }).then(
      (plan) => update({ plan }),
      (error: unknown) => update({ problem: errorSentence(error) }),
    );
    return () => controller.abort();
  }, [action, filter, planCount]);
  return { ...state, again: () => setPlanCount((count) => count + 1) };
}
