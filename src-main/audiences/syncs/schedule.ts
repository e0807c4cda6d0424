/** Starts scheduled syncs on the virtual clock (D34). */
import type { Clock, Log } from '#main/kit/ports.ts';
import { storeRetryMs } from '#main/store/commit.ts';
import type { StoredComputation } from '#main/store/computations.ts';
import type { Store } from '#main/store/store.ts';
import type { Tx } from '#main/store/write-queue.ts';

const minuteMs = 60_000;

interface ScheduleTools {
  readonly store: Store;
  readonly clock: Clock;
  readonly machineClock: Clock;
  readonly log: Log;
  /** Starts a due sync, unless the previous one is still running. */
  readonly start: (tx: Tx, computation: StoredComputation) => void;
}

/**
 * The next scheduled time after now. Missed syncs are made up once, and the interval stays the same
 * if the clock is set back.
 */
function nextAfter({ schedule, nextSyncAt }: StoredComputation, now: number): number | null {
  if (schedule === null || nextSyncAt === null) return null;
  const everyMs = schedule.everyMinutes * minuteMs;
  return nextSyncAt + (Math.floor((now - nextSyncAt) / everyMs) + 1) * everyMs;
}

export function createSyncSchedule({ store, clock, machineClock, log, start }: ScheduleTools) {
  let cancel: () => void = () => undefined;
  let armedAt = Number.NEGATIVE_INFINITY;
  let stopped = false;
  let running: Promise<void> = Promise.resolve();

  /**
   * Scheduled when the clock was further ahead. Without a correction, a fast-forwarded day would be
   * followed by a day without syncs.
   */
  const isTooFar = ({ schedule, nextSyncAt }: StoredComputation, now: number): boolean =>
    schedule !== null && nextSyncAt !== null && nextSyncAt - now > schedule.everyMinutes * minuteMs;

  const isDue = ({ nextSyncAt }: StoredComputation, now: number): boolean =>
    nextSyncAt !== null && nextSyncAt <= now;

  const startDue = (): Promise<void> =>
    store.write((tx) => {
      const now = clock.now();
      const all = store.computations.all();
      for (const computation of all) {
        const next = nextAfter(computation, now);
        if (next !== computation.nextSyncAt) store.computations.planNext(tx, computation, next);
      }
      for (const computation of all) if (isDue(computation, now)) start(tx, computation);
    });

  async function run(): Promise<void> {
    try {
      await startDue();
      arm();
    } catch (error) {
      log.error("Can't start a scheduled sync; retrying.", { error });
      if (!stopped) cancel = machineClock.at(machineClock.now() + storeRetryMs, wake);
    }
  }

  function wake(): void {
    running = run();
  }

  /** Sets a timer for the earliest schedule. */
  function arm(): void {
    cancel();
    if (stopped) return;
    armedAt = clock.now();
    const all = store.computations.all();
    const times = all.map(({ nextSyncAt }) => nextSyncAt).filter((time) => time !== null);
    // Checked here too, because the clock may have been set back while the next times were stored.
    if (all.some((computation) => isTooFar(computation, armedAt))) wake();
    else cancel = times.length === 0 ? () => undefined : clock.at(Math.min(...times), wake);
  }

  const unsubscribe = clock.subscribe(() => {
    if (clock.now() < armedAt) arm();
  });

  return {
    arm,
    stop(): Promise<void> {
      stopped = true;
      unsubscribe();
      cancel();
      return running;
    },
  };
}
