/** Syncs by themselves, every so many minutes of the product's clock (D34). */
import type { Clock, Log } from '../../ports.ts';
import { storeRetryMs } from '../../store/commit.ts';
import type { StoredComputation } from '../../store/computations.ts';
import type { Store } from '../../store/store.ts';
import type { Tx } from '../../store/write-queue.ts';

const minuteMs = 60_000;

interface ScheduleTools {
  readonly store: Store;
  readonly clock: Clock;
  readonly machineClock: Clock;
  readonly log: Log;
  /** Starts the sync that is due, unless the one before still runs. */
  readonly begin: (tx: Tx, computation: StoredComputation) => void;
}

/**
 * The first time after now that the schedule comes to: what was missed in between is made up once, and
 * it keeps its pace on a clock that has gone back.
 */
function nextAfter({ schedule, nextSyncAt }: StoredComputation, now: number): number | null {
  if (schedule === null || nextSyncAt === null) return null;
  const everyMs = schedule.everyMinutes * minuteMs;
  return nextSyncAt + (Math.floor((now - nextSyncAt) / everyMs) + 1) * everyMs;
}

export function createSyncSchedule({ store, clock, machineClock, log, begin }: ScheduleTools) {
  let cancel: () => void = () => undefined;
  let armedAt = Number.NEGATIVE_INFINITY;
  let stopped = false;
  let running: Promise<void> = Promise.resolve();

  /** Planned when the clock was further on: a day at speed would be followed by a day without a sync. */
  const isTooFar = ({ schedule, nextSyncAt }: StoredComputation, now: number): boolean =>
    schedule !== null && nextSyncAt !== null && nextSyncAt - now > schedule.everyMinutes * minuteMs;

  const isDue = ({ nextSyncAt }: StoredComputation, now: number): boolean =>
    nextSyncAt !== null && nextSyncAt <= now;

  const beginDue = (): Promise<void> =>
    store.write((tx) => {
      const now = clock.now();
      const all = store.computations.all();
      for (const computation of all) {
        const next = nextAfter(computation, now);
        if (next !== computation.nextSyncAt) store.computations.planNext(tx, computation, next);
      }
      for (const computation of all) if (isDue(computation, now)) begin(tx, computation);
    });

  async function run(): Promise<void> {
    try {
      await beginDue();
      arm();
    } catch (error) {
      log.error("Can't start a scheduled sync; retrying.", { error });
      if (!stopped) cancel = machineClock.at(machineClock.now() + storeRetryMs, wake);
    }
  }

  function wake(): void {
    running = run();
  }

  /** Waits for the earliest schedule. */
  function arm(): void {
    cancel();
    if (stopped) return;
    armedAt = clock.now();
    const all = store.computations.all();
    const times = all.map(({ nextSyncAt }) => nextSyncAt).filter((time) => time !== null);
    // Here and not only when the clock goes back: it may have, while the next ones were being stored.
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
