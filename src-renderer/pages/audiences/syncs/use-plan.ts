import { useEffect, useRef, useState } from 'react';
import { collections, useItems } from '#renderer/data/collections.ts';
import { errorSentence } from '#renderer/data/error-sentence.ts';
import type { Computation, ComputationClass } from '#shared/schemas/computation.ts';
import type { Sync, SyncPlan } from '#shared/schemas/sync.ts';
import { readPlan } from './sync-actions.ts';

export interface PlanState {
  /** Null until it is known; the one before stays while it is read again. */
  readonly plan: SyncPlan | null;
  readonly problem: string | null;
  readonly reload: () => void;
}

const unread = { plan: null, problem: null };
/** Read no more often than this, however fast members come in. */
const pauseMs = 400;

/** What a sync would send if it were begun now: read again whenever something about it has changed. */
export function usePlan(
  kind: ComputationClass,
  computation: Computation,
  sync: Sync | null,
): PlanState {
  const { id } = computation;
  const destinations = useItems(collections.destinations);
  const [state, setState] = useState<Omit<PlanState, 'reload'>>(unread);
  const [asked, setAsked] = useState(0);
  const readAt = useRef(Number.NEGATIVE_INFINITY);
  const syncState = sync?.state;
  useEffect(() => {
    // Named here so that what changes the plan reads it anew.
    void [computation, destinations, syncState, asked];
    let isCurrent = true;
    const waitMs = Math.max(0, readAt.current + pauseMs - performance.now());
    const timer = setTimeout(() => {
      readAt.current = performance.now();
      readPlan(kind, id).then(
        (plan) => isCurrent && setState({ plan, problem: null }),
        (error: unknown) =>
          isCurrent && setState(({ plan }) => ({ plan, problem: errorSentence(error) })),
      );
    }, waitMs);
    return () => {
      isCurrent = false;
      clearTimeout(timer);
    };
  }, [kind, id, computation, destinations, syncState, asked]);
  return { ...state, reload: () => setAsked((count) => count + 1) };
}
