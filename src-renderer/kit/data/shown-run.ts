/** A scenario run in front of the user: its counts and clock take the place of this instance's. */
import { useEffect } from 'react';
import { create } from 'zustand';
import type { RunPace } from '#shared/scenarios/schema/run.ts';
import type { DeliveryCounts } from '#shared/statistics/statistics.ts';

export interface ShownRun {
  /** Deliveries by state. */
  readonly states: DeliveryCounts;
  /** Accepted messages. */
  readonly messages: number;
  /** Of its clock. */
  readonly now: number;
  /** Null once it has ended. */
  readonly pace: RunPace | null;
  readonly changePace: (change: Partial<RunPace>) => Promise<unknown>;
}

export const useShownRun = create<{ readonly run: ShownRun | null }>()(() => ({ run: null }));

/** While the component is mounted. */
export function useShowRun(run: ShownRun | null): void {
  useEffect(() => useShownRun.setState({ run }));
  useEffect(() => () => useShownRun.setState({ run: null }), []);
}
