/**
 * The product's clock over the machine's: as fast as it, faster, standing still, or ahead by a jump
 * (D34). While an attempt is in flight it runs at real speed, since sockets do.
 */
import type { ClockMode } from '#shared/schemas/clock.ts';
import type { Clock, ClockMemory } from '../ports.ts';

export interface ProductClock extends Clock {
  readonly mode: ClockMode;
  readonly speed: number;
  /** Times real time just now. */
  rate(): number;
  aheadMs(): number;
  /** Back to the machine's time with `real`; what is planned stays planned for its time. */
  set(mode: ClockMode, speed: number): void;
  /** Goes forward to `time`; never back. Real time becomes `fast` at speed 1, since it is ahead now. */
  jumpTo(time: number): void;
  /** An attempt is in flight until the returned function is called. */
  busy(): () => void;
  memory(): ClockMemory;
}

interface Waiting {
  readonly time: number;
  readonly run: () => void;
  cancel: () => void;
}

export function createProductClock(machine: Clock, remembered: ClockMemory | null): ProductClock {
  let mode: ClockMode = remembered?.mode ?? 'real';
  let speed = remembered?.speed ?? 1;
  let inFlight = 0;
  let machineAnchor = machine.now();
  let clockAnchor = startTime();
  /** What the machine's clock and this one showed when they were last looked at. */
  let machineSeen = machineAnchor;
  let seen = clockAnchor;
  const waiting = new Set<Waiting>();
  const listeners = new Set<() => void>();

  /** While the program did not run, a clock that was ahead went on at real speed. */
  function startTime(): number {
    if (remembered === null || remembered.mode === 'real') return machineAnchor;
    if (remembered.mode === 'paused') return remembered.clockAt;
    return remembered.clockAt + Math.max(0, machineAnchor - remembered.machineAt);
  }

  function rate(): number {
    if (mode === 'paused') return 0;
    return mode === 'real' || inFlight > 0 ? 1 : speed;
  }

  /**
   * To the fraction of a millisecond, which a speed such as 1.5 gives: rounded at every attempt, it
   * would lose time. With real time there is nothing to convert: it follows the machine, also when
   * that is set.
   */
  function exactNow(): number {
    const machineNow = machine.now();
    if (mode === 'real') return machineNow;
    if (machineNow < machineSeen) {
      // It was set back: an hour of it would be months of a fast clock. This one goes on from here.
      machineAnchor = machineNow;
      clockAnchor = seen;
    }
    machineSeen = machineNow;
    seen = clockAnchor + (machineNow - machineAnchor) * rate();
    return seen;
  }

  const now = (): number => Math.floor(exactNow());

  /** Waits on the machine's clock for as long as the present rate takes. */
  function arm(one: Waiting): void {
    one.cancel();
    const current = rate();
    const remainingMs = one.time - now();
    // While paused nothing comes nearer; what a jump went to is due all the same.
    if (current === 0 && remainingMs > 0) return;
    const machineTime =
      mode === 'real'
        ? one.time
        : machine.now() + (remainingMs > 0 ? Math.ceil(remainingMs / current) : 0);
    one.cancel = machine.at(machineTime, () => {
      if (waiting.delete(one)) one.run();
    });
  }

  /** Changes how time runs, from the time it is now. */
  function change(apply: () => void, time = exactNow()): void {
    machineAnchor = machine.now();
    clockAnchor = time;
    machineSeen = machineAnchor;
    seen = time;
    apply();
    for (const one of waiting) arm(one);
    for (const listener of listeners) listener();
  }

  return {
    get mode() {
      return mode;
    },
    get speed() {
      return speed;
    },
    now,
    rate,
    aheadMs: () => now() - machine.now(),
    at(time, run) {
      const one: Waiting = { time, run, cancel: () => undefined };
      waiting.add(one);
      arm(one);
      return () => {
        waiting.delete(one);
        one.cancel();
      };
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    set(newMode, newSpeed) {
      change(() => {
        mode = newMode;
        speed = newMode === 'fast' ? newSpeed : 1;
      });
    },
    jumpTo(time) {
      if (time <= now()) return;
      change(() => {
        if (mode === 'real') mode = 'fast';
      }, time);
    },
    busy() {
      const add = (by: number) => {
        const before = rate();
        const time = exactNow();
        inFlight += by;
        if (rate() === before) return;
        change(() => undefined, time);
      };
      add(1);
      let isBusy = true;
      return () => {
        if (isBusy) add(-1);
        isBusy = false;
      };
    },
    memory: () => ({ mode, speed, clockAt: now(), machineAt: machine.now() }),
  };
}
