/** How fast virtual time may move in a run. It moves from event to event, so that what happens stays the same. */
import { setTimeout as pause } from 'node:timers/promises';
import type { RunPace } from '#shared/scenarios/schema/run.ts';

/** The longest delay of a timer. */
const maxTimerMs = 2 ** 31 - 1;

export function createPace(start: RunPace) {
  let current = start;
  let changed = Promise.withResolvers<void>();

  /** Until the pace changes, or the time is over. */
  async function untilChanged(ms: number, signal: AbortSignal): Promise<void> {
    const woken = new AbortController();
    const timer = pause(ms, undefined, { signal: AbortSignal.any([signal, woken.signal]) });
    await Promise.race([timer, changed.promise]).finally(() => woken.abort());
  }

  return {
    isUnlimited: (): boolean => current.speed === null,
    change(pace: RunPace): void {
      current = pace;
      changed.resolve();
      changed = Promise.withResolvers();
    },
    /**
     * Waits until so much virtual time may pass; for at most `limitMs` of real time, besides the
     * time for which it was paused, which is the result.
     */
    async wait(virtualMs: number, limitMs: number, signal: AbortSignal): Promise<number> {
      let [leftMs, leftRealMs, pausedMs] = [virtualMs, limitMs, 0];
      for (;;) {
        const { speed, isPaused } = current;
        if (!isPaused && (speed === null || leftMs <= 0 || leftRealMs <= 0)) return pausedMs;
        const startedAt = performance.now();
        const waitMs =
          isPaused || speed === null ? maxTimerMs : Math.min(leftMs / speed, leftRealMs);
        await untilChanged(waitMs, signal);
        const passedMs = performance.now() - startedAt;
        if (isPaused) pausedMs += passedMs;
        else {
          leftMs -= passedMs * (speed ?? 0);
          leftRealMs -= passedMs;
        }
      }
    },
  };
}
