import type { Clock } from './ports.ts';

/**
 * Timers stand still while the machine is suspended, so a longer delay is split: after it wakes,
 * nothing is later than this.
 */
const maxTimerMs = 30_000;

/** Those that wait, to be checked at once when the machine wakes. */
const waits = new Set<() => void>();

/** After the machine was suspended: runs what is due. */
export function wakeRealClock(): void {
  for (const wait of [...waits]) wait();
}

/** Real time of the machine. */
export const realClock: Clock = {
  now: () => Date.now(),
  at(time, run) {
    let timer: NodeJS.Timeout | undefined;
    const cancel = (): void => {
      clearTimeout(timer);
      waits.delete(wait);
    };
    const end = (): void => {
      cancel();
      run();
    };
    const wait = (): void => {
      clearTimeout(timer);
      const remainingMs = time - Date.now();
      timer =
        remainingMs > maxTimerMs
          ? setTimeout(wait, maxTimerMs)
          : setTimeout(end, Math.max(0, remainingMs));
    };
    waits.add(wait);
    wait();
    return cancel;
  },
  subscribe: () => () => undefined,
};
