import type { Clock } from '../ports.ts';

/** Timers are limited to 31 bits of milliseconds. Longer delays are split into days. */
const maxTimerMs = 24 * 3_600_000;

/** Real time of the machine. */
export const realClock: Clock = {
  now: () => Date.now(),
  at(time, run) {
    let timer: NodeJS.Timeout;
    const wait = () => {
      const remainingMs = time - Date.now();
      timer =
        remainingMs > maxTimerMs
          ? setTimeout(wait, maxTimerMs)
          : setTimeout(run, Math.max(0, remainingMs));
    };
    wait();
    return () => clearTimeout(timer);
  },
  subscribe: () => () => undefined,
};
