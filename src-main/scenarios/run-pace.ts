import type { ChangeRunPace, RunPace } from '#shared/scenarios/schema/run.ts';

/** The pace of a run, which the user may change. */
export function createRunPace() {
  let pace: RunPace = { speed: null, isPaused: false };
  const listeners: ((pace: RunPace) => void)[] = [];
  return {
    current: (): RunPace => pace,
    change({ speed = pace.speed, isPaused = pace.isPaused }: Omit<ChangeRunPace, 'id'>): void {
      pace = { speed, isPaused };
      for (const listener of listeners) listener(pace);
    },
    subscribe: (listener: (pace: RunPace) => void): void => void listeners.push(listener),
  };
}
export type RunPaceControl = ReturnType<typeof createRunPace>;
