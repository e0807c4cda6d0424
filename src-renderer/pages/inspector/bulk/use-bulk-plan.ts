import { useEffect, useState } from 'react';
import { errorSentence } from '#renderer/data/error-sentence.ts';
import type { BulkAction, JobPlan } from '#shared/schemas/job.ts';
import { type PlanReading, readPlan } from './start-job.ts';

/** Showing progress sooner would flicker. */
const quietMs = 1_000;

interface PlanState {
  /** Null while planning. */
  readonly plan: JobPlan | null;
  /** Planning progress; null until planning takes noticeably long. */
  readonly looking: PlanReading | null;
  readonly problem: string | null;
}

const working: PlanState = { plan: null, looking: null, problem: null };

/** Plans an action on the deliveries that match now; `again` plans it again. */
export function useBulkPlan(action: BulkAction, filter: string) {
  const [state, setState] = useState(working);
  const [asked, setAsked] = useState(0);
  useEffect(() => {
    // A new plan starts whenever `round` changes.
    void asked;
    const left = new AbortController();
    const startedAt = performance.now();
    const tell = (news: Partial<PlanState>): void => {
      if (!left.signal.aborted) setState({ ...working, ...news });
    };
    setState(working);
    readPlan(action, filter, left.signal, (looking) => {
      if (performance.now() - startedAt > quietMs) tell({ looking });
    }).then(
      (plan) => tell({ plan }),
      (error: unknown) => tell({ problem: errorSentence(error) }),
    );
    return () => left.abort();
  }, [action, filter, asked]);
  return { ...state, again: () => setAsked((count) => count + 1) };
}
