/** Reads what a server did with requests, until further side effects of them would have shown. */
import { setTimeout as pause } from 'node:timers/promises';
import { inParallel } from './parallel.ts';

/** Time between readings. */
const againMs = 200;

/** Side effects take no more than so many times as long as the slowest one known. */
const factor = 3;

export interface KnownSideEffects {
  /** Waits at least so long after the last response, in milliseconds. */
  readonly leastMs: number;
  /** Of the slowest known side effect, in milliseconds. */
  readonly slowestMs: number;
  /** Called with the time of a slower one. */
  readonly onSlower?: (ms: number) => void;
  /** Ends all waiting with its reason. */
  readonly stopped?: AbortSignal;
}

export function createSideEffects({
  leastMs,
  slowestMs: knownMs,
  onSlower,
  stopped,
}: KnownSideEffects) {
  let beganAt = performance.now();
  let slowestMs = knownMs;
  const passedMs = (): number => performance.now() - beganAt;

  async function wait(ms: number, over?: AbortSignal): Promise<void> {
    const signals = [over, stopped].filter((signal) => signal !== undefined);
    const signal = AbortSignal.any(signals);
    await pause(ms, undefined, { signal }).catch(() => stopped?.throwIfAborted());
  }

  function shown(): void {
    if (passedMs() <= slowestMs) return;
    slowestMs = passedMs();
    onSlower?.(slowestMs);
  }

  return {
    /** A request was responded to. */
    begin() {
      beganAt = performance.now();
    },
    /** Leaves time to process a request before the next one. */
    pause: () => wait(againMs),
    /**
     * Reads each target until it is as expected, and all of them once more when further side effects would have shown;
     * or until the time is over.
     */
    async readAll<Target, Reading>(
      targets: readonly Target[],
      {
        read,
        isExpected,
        isFinal,
      }: {
        readonly read: (target: Target) => Promise<Reading>;
        readonly isExpected: (reading: Reading) => boolean;
        /** Whether no further side effect can change what it decides. */
        readonly isFinal: (reading: Reading) => boolean;
      },
      over: AbortSignal,
    ): Promise<readonly Reading[]> {
      const isDone = (reading: Reading): boolean => isExpected(reading) || isFinal(reading);
      let readings = await inParallel(targets, read);
      let isComplete = false;
      while (!over.aborted) {
        if (readings.every(isDone)) {
          if (isComplete || readings.length === 0 || readings.some(isFinal)) break;
          const leftMs = Math.max(leastMs, factor * slowestMs) - passedMs();
          await wait(Math.max(againMs, leftMs), over);
          readings = await inParallel(targets, read);
          isComplete = true;
        } else {
          await wait(againMs, over);
          const before = readings;
          readings = await inParallel([...targets.entries()], async ([index, target]) => {
            const reading = before[index];
            return reading !== undefined && isDone(reading) ? reading : read(target);
          });
          if (readings.every(isDone)) shown();
          isComplete = false;
        }
      }
      return readings;
    },
  };
}
