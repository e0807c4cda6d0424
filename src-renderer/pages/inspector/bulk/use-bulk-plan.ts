import { useEffect, useState } from 'react';
import { errorSentence } from '#renderer/data/error-sentence.ts';
import type { BulkAction, JobPlan } from '#shared/schemas/job.ts';
import { type PlanReading, readPlan } from './start-job.ts';

/** Sooner, how far it is would only flicker. */
const quietMs = 1_000;

interface PlanState {
  /** Null while it is worked out. */
  readonly plan: JobPlan | null;
  /** How far that is; null while it has not taken long. */
  readonly looking: PlanReading | null;
  readonly problem: string | null;
}

const working: PlanState = { plan: null, looking: null, problem: null };

/** What an action would do to what the filter lets through at this moment; read again on demand. */
export function useBulkPlan(action: BulkAction, filter: string) {
  const [state, setState] = useState(working);
  const [asked, setAsked] = useState(0);
  useEffect(() => {
    // Named here so that asking again reads it anew.
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
