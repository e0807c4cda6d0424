import { useEffect, useState } from 'react';
import { errorSentence } from '#renderer/data/error-sentence.ts';
import type { BulkAction, BulkPlan } from '#shared/schemas/job.ts';
import { type PlanReading, readPlan } from './start-job.ts';

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
