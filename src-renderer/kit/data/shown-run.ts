/** A scenario run in front of the user: its counts and clock take the place of this instance's. */
import { useEffect } from 'react';
import { create } from 'zustand';
import type { DeliveryCounts } from '#shared/statistics/statistics.ts';

export interface ShownRun {
  /** Deliveries by state. */
  readonly states: DeliveryCounts;
  /** Accepted messages. */
  readonly messages: number;
  /** Of its clock. */
  readonly now: number;
  readonly isRunning: boolean;
  /** Factor of real time; null for as fast as possible. */
  readonly speed: number | null;
}

export const useShownRun = create<{ readonly run: ShownRun | null }>()(() => ({ run: null }));

/** While the component is mounted. */
export function useShowRun(run: ShownRun | null): void {
  useEffect(() => useShownRun.setState({ run }));
  useEffect(() => () => useShownRun.setState({ run: null }), []);
}
