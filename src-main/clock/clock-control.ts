/** Clock commands: set and fast-forward. The state survives restarts. */

import { AppError } from '#main/kit/app-error.ts';
import type { Clock } from '#main/kit/ports.ts';
import type { Store } from '#main/store/store.ts';
import type { ClockSetting, ClockState } from '#shared/clock/clock.ts';
import type { VirtualClock } from './virtual-clock.ts';

/** Maximum real time that an idle fast clock loses in a crash. */
const storeEveryMs = 1_000;

export function createClockControl(tools: {
  readonly store: Store;
  readonly clock: VirtualClock;
  readonly machineClock: Clock;
  readonly nextAttemptAt: () => number | null;
  /** Called when the state changes. */
  readonly changed: () => void;
}) {
  const { store, clock, machineClock, nextAttemptAt } = tools;
  clock.subscribe(tools.changed);

  const get = (): ClockState => ({
    mode: clock.mode,
    speed: clock.speed,
    rate: clock.rate(),
    now: clock.now(),
    aheadMs: clock.aheadMs(),
    nextAttemptAt: nextAttemptAt(),
  });

  /** While the clock isn't real time, every write stores it as well (see store.ts). */
  const save = () => store.write((tx) => store.settings.saveClock(tx, clock.snapshot()));

  let isStopped = false;
  let cancelStoring: () => void = () => undefined;

  /** Needed only while no other write stores the fast clock. */
  function storeWhileFast(): void {
    cancelStoring();
    if (isStopped || clock.mode !== 'fast' || clock.speed === 1) return;
    cancelStoring = machineClock.at(machineClock.now() + storeEveryMs, () => {
      // The disk may be full. Retried in a second.
      void save()
        .catch(() => undefined)
        .then(storeWhileFast);
    });
  }

  return {
    get,
    start(): void {
      clock.subscribe(storeWhileFast);
      storeWhileFast();
    },
    stop(): void {
      isStopped = true;
      cancelStoring();
    },
    async set({ mode, speed }: ClockSetting): Promise<ClockState> {
      clock.set(mode, speed);
      await save();
      return get();
    },
    async fastForwardToNextAttempt(): Promise<ClockState> {
      const nextAt = nextAttemptAt();
      if (nextAt === null)
        throw new AppError('conflict', "Can't fast-forward: no attempt is scheduled.");
      clock.fastForwardTo(nextAt);
      await save();
      return get();
    },
    save,
  };
}
