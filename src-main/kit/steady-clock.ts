import type { Clock } from './ports.ts';

/** A clock for durations. Its time, in milliseconds since an arbitrary start, never jumps. */
export interface SteadyClock extends Pick<Clock, 'now' | 'at'> {
  /** Milliseconds since the epoch by the machine's clock, which may be set at any time. */
  wallNow(): number;
}

export const steadyClock: SteadyClock = {
  now: () => performance.now(),
  at(time, run) {
    const timer = setTimeout(run, Math.max(0, time - performance.now()));
    return () => clearTimeout(timer);
  },
  wallNow: () => Date.now(),
};
