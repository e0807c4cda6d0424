import type { Clock } from './ports.ts';

/** Resolves when the clock reaches `time`, or `signal` is aborted. */
export const until = (clock: Clock, time: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const done = () => {
      cancel();
      signal.removeEventListener('abort', done);
      resolve();
    };
    const cancel = clock.at(Math.ceil(time), done);
    signal.addEventListener('abort', done);
    if (signal.aborted) done();
  });
