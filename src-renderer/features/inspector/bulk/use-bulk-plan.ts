import { useEffect, useState } from 'react';
import { errorSentence } from '#renderer/core-client/error-sentence.ts';
import type { BulkAction, BulkPlan } from '#shared/schemas/bulk.ts';
import { readBulkPlan } from './bulk-run-actions.ts';

interface PlanState {
  /** Null while it is worked out. */
  readonly plan: BulkPlan | null;
  readonly problem: string | null;
}

const working: PlanState = { plan: null, problem: null };

/** What an action would do to what the filter lets through at this moment; read again on demand. */
export function useBulkPlan(action: BulkAction, filter: string) {
  const [state, setState] = useState(working);
  const [asked, setAsked] = useState(0);
  useEffect(() => {
    // Named here so that asking again reads it anew.
    void asked;
    const left = new AbortController();
    setState(working);
    readBulkPlan(action, filter, left.signal).then(
      (plan) => !left.signal.aborted && setState({ plan, problem: null }),
      (error: unknown) =>
        !left.signal.aborted && setState({ plan: null, problem: errorSentence(error) }),
    );
    return () => left.abort();
  }, [action, filter, asked]);
  return { ...state, again: () => setAsked((count) => count + 1) };
}
