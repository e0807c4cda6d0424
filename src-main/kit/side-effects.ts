/** Reads what servers did with requests, until further side effects of them would have shown. */
import { setTimeout as pause } from 'node:timers/promises';
import { inParallel } from './parallel.ts';

/** Time between readings: the later, the longer. */
const [firstAgainMs, againMs] = [20, 200];

/** Side effects take no more than so many times as long as the slowest one known. */
const factor = 3;

/** Milliseconds in which all side effects show if the slowest one took so long. */
export const processingMsOf = (slowestMs: number): number => factor * slowestMs;

/** Responses of a server after which side effects are looked for if nothing is known: some have none, or fast ones. */
const maxLearned = 5;

/** Pause after a busy response, as a part of the time that a server takes for a message. */
const pausePart = 1 / 5;

export interface KnownSideEffects {
  /** Least wait after the last response, in milliseconds. */
  readonly leastMs: number;
  /** Milliseconds that servers take to process a message, if it is known. */
  readonly processingMs?: ReadonlyMap<string, number>;
  /** Of the slowest known side effect, in milliseconds; null: nothing is known yet. */
  readonly slowestMs: number | null;
  /** Called with the time of a slower one. */
  readonly onSlower?: (ms: number) => void;
  /** Ends all waiting with its reason. */
  readonly stopped?: AbortSignal;
}

/** Of a server, while a run goes on. */
interface Learned {
  readonly responses: number;
  readonly slowestMs: number;
  /** Whether any side effect was seen. */
  readonly hasShown: boolean;
}

export function createSideEffects({
  leastMs,
  processingMs = new Map(),
  slowestMs: knownMs,
  onSlower,
  stopped,
}: KnownSideEffects) {
  const createdAt = performance.now();
  /** Null before the first response. */
  let beganAt: number | null = null;
  let slowestMs = knownMs ?? 0;
  const learned = new Map<string, Learned>();
  const elapsedMs = (): number => performance.now() - (beganAt ?? createdAt);

  async function wait(ms: number, over?: AbortSignal): Promise<void> {
    const signals = [over, stopped].filter((signal) => signal !== undefined);
    const signal = AbortSignal.any(signals);
    await pause(ms, undefined, { signal }).catch(() => stopped?.throwIfAborted());
  }

  const waitForNextReading = (over: AbortSignal): Promise<void> =>
    wait(Math.min(againMs, Math.max(firstAgainMs, elapsedMs() / 2)), over);

  function learn(afterMs: number): void {
    if (afterMs <= slowestMs) return;
    slowestMs = afterMs;
    onSlower?.(slowestMs);
  }

  return {
    /** A request was responded to. */
    begin() {
      beganAt = performance.now();
    },
    /** Leaves the server time to process a request before the next one. */
    pause(server: string): Promise<void> {
      const knownMs = Math.max(processingMs.get(server) ?? 0, processingMsOf(slowestMs));
      return wait(Math.max(againMs, pausePart * knownMs));
    },
    /**
     * Reads again and again until side effects of the response would have shown, as far as it is known how long they take.
     * `readAgain` returns whether anything changed. Returns whether it waited.
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
    ): Promise<boolean> {
      const given = processingMs.get(server);
      const known = learned.get(server) ?? {
        ...{ responses: 0, slowestMs: knownMs ?? 0, hasShown: false },
      };
      const isLearning = knownMs === null && isAccepted && !isShown && known.responses < maxLearned;
      const knownWaitMs =
        known.slowestMs === 0 ? 0 : Math.max(againMs, processingMsOf(known.slowestMs));
      const needsGiven = isAccepted && given !== undefined;
      const leastWaitMs = needsGiven ? given : isLearning ? leastMs : 0;
      const untilMs = Math.max(leastWaitMs, knownWaitMs);
      let changes = 0;
      let changedMs = 0;
      for (let isQuiet = true; !over.aborted && (elapsedMs() < untilMs || !isQuiet); ) {
        if (elapsedMs() > 2 * untilMs) {
          // What changes all the time does so by itself.
          if (changes > 1) changedMs = 0;
          break;
        }
        await waitForNextReading(over);
        isQuiet = over.aborted || !(await readAgain());
        if (isQuiet) continue;
        changes += 1;
        changedMs = elapsedMs();
      }
      if (isLearning || isShown) {
        const slowest = isLearning ? Math.max(known.slowestMs, changedMs) : known.slowestMs;
        learned.set(server, {
          responses: isShown && known.slowestMs === 0 ? maxLearned : known.responses + 1,
          slowestMs: slowest,
          hasShown: known.hasShown || isShown || changedMs > 0,
        });
        learn(slowest);
      }
      return untilMs > 0;
    },
    /**
     * Reads each target until it is as expected, and all of them once more when further side effects would have shown;
     * or until the time is over.
     */
    async readAll<Target, Reading>(
      targets: readonly Target[],
      {
        server,
        read,
        isExpected,
        isFinal,
        stateOf,
      }: {
        readonly server: string;
        readonly read: (target: Target) => Promise<Reading>;
        readonly isExpected: (reading: Reading) => boolean;
        /** Whether no further side effect can change what it decides. */
        readonly isFinal: (reading: Reading) => boolean;
        /** What side effects change. */
        readonly stateOf: (reading: Reading) => unknown;
      },
      over: AbortSignal,
    ): Promise<readonly Reading[]> {
      const isDone = (reading: Reading): boolean => isExpected(reading) || isFinal(reading);
      const least = processingMs.get(server) ?? leastMs;
      const startMs = elapsedMs();
      // After an observation, a reading is late, and says hardly anything.
      const isTimely = startMs <= againMs || learned.get(server)?.hasShown !== true;
      const isLearning = knownMs === null && beganAt !== null && isTimely;
      let changedMs = 0;
      let readings = await inParallel(targets, read);
      let isComplete = false;
      while (!over.aborted) {
        if (readings.every(isDone)) {
          if (isComplete || readings.length === 0) break;
          if (changedMs > 0) learn(changedMs);
          // No later than that. For other runs: this one waits long enough anyway.
          else if (isLearning) onSlower?.(Math.min(startMs, least / factor));
          if (readings.some(isFinal)) break;
          const leftMs = Math.max(least, processingMsOf(slowestMs)) - elapsedMs();
          await wait(Math.max(firstAgainMs, leftMs), over);
          readings = await inParallel(targets, read);
          isComplete = true;
          // A later one: runs that try it again must wait as long.
          if (!readings.every(isExpected)) learn(elapsedMs() / factor);
        } else {
          await waitForNextReading(over);
          const before = readings;
          readings = await inParallel([...targets.entries()], async ([index, target]) => {
            const reading = before[index];
            return reading !== undefined && isDone(reading) ? reading : read(target);
          });
          if (readings.some((reading, index) => isChanged(before[index], reading)))
            changedMs = elapsedMs();
          isComplete = false;
        }
      }
      return readings;

      function isChanged(before: Reading | undefined, reading: Reading): boolean {
        return before !== undefined && stateOf(before) !== stateOf(reading);
      }
    },
  };
}
