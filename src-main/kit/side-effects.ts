/** Reads what a server did with requests, until further side effects of them would have shown. */
import { setTimeout as pause } from 'node:timers/promises';
import { inParallel } from './parallel.ts';

/** Time between readings. */
const againMs = 200;

/** Side effects take no more than so many times as long as the slowest one known. */
const factor = 3;

/** Responses after which side effects are looked for if nothing is known: some have none. */
const maxLearned = 5;

export interface KnownSideEffects {
  /** Waits at least so long after the last response, in milliseconds. */
  readonly leastMs: number;
  /** Of the slowest known side effect, in milliseconds; null: nothing is known yet. */
  readonly slowestMs: number | null;
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
  let slowestMs = knownMs ?? 0;
  /** Responses, by server. */
  const learned = new Map<string, number>();
  const passedMs = (): number => performance.now() - beganAt;

  async function wait(ms: number, over?: AbortSignal): Promise<void> {
    const signals = [over, stopped].filter((signal) => signal !== undefined);
    const signal = AbortSignal.any(signals);
    await pause(ms, undefined, { signal }).catch(() => stopped?.throwIfAborted());
  }

  function shown(afterMs: number): void {
    if (afterMs <= slowestMs) return;
    slowestMs = afterMs;
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
     * Reads again and again until side effects of the response would have shown, as far as it is known how long they take.
     * `readAgain` returns whether anything changed.
     */
    async observe(
      server: string,
      {
        isAccepted,
        isShown,
      }: {
        /** Whether the server accepted a request. */
        readonly isAccepted: boolean;
        /** Whether a side effect showed at once. */
        readonly isShown: boolean;
      },
      readAgain: () => Promise<boolean>,
      over: AbortSignal,
    ): Promise<void> {
      const count = knownMs === null ? (learned.get(server) ?? 0) : maxLearned;
      const isLearning = slowestMs === 0 && isAccepted && !isShown && count < maxLearned;
      const untilMs = isLearning ? leastMs : factor * slowestMs;
      if (isShown) learned.set(server, maxLearned);
      else if (isLearning) learned.set(server, count + 1);
      let changedMs = 0;
      for (let isQuiet = true; passedMs() < untilMs || !isQuiet; ) {
        // What changes all the time does so by itself.
        if (over.aborted || passedMs() > 2 * untilMs) return;
        await wait(againMs, over);
        isQuiet = over.aborted || !(await readAgain());
        if (!isQuiet) changedMs = passedMs();
      }
      if (isLearning && changedMs > 0) shown(changedMs);
    },
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
          if (readings.every(isDone)) shown(passedMs());
          isComplete = false;
        }
      }
      return readings;
    },
  };
}
