import type { Clock } from '../ports.ts';

/** Timers hold 31 bits of milliseconds; a longer wait is taken in steps of a day. */
const longestTimerMs = 24 * 3_600_000;

/** The machine's own time, at its own speed. */
export const realClock: Clock = {
  now: () => Date.now(),
  at(time, run) {
    let timer: NodeJS.Timeout;
    const wait = () => {
      const remainingMs = time - Date.now();
      timer =
        remainingMs > longestTimerMs
          ? setTimeout(wait, longestTimerMs)
          : setTimeout(run, Math.max(0, remainingMs));
    };
    wait();
    return () => clearTimeout(timer);
  },
  subscribe: () => () => undefined,
};
