/**
 * The virtual clock, based on real time: real-time, fast, paused, or ahead after a fast-forward
 * (D34). It runs at real speed while an attempt is in flight, because sockets do.
 */

import type { Clock, SavedClock } from '#main/kit/ports.ts';
import type { ClockMode } from '#shared/clock/clock.ts';

export interface VirtualClock extends Clock {
  readonly mode: ClockMode;
  readonly speed: number;
  /** Current speed relative to real time. */
  rate(): number;
  aheadMs(): number;
  /** `real` returns to real time. Scheduled times stay unchanged. */
  set(mode: ClockMode, speed: number): void;
  /**
   * Moves forward to `time`, never back. Real-time mode becomes `fast` at speed 1, because the
   * clock is now ahead.
   */
  fastForwardTo(time: number): void;
  /**
   * Runs to `time` at `speed` and stops there, in any mode, so that a fast-forward can be watched. Like
   * `fastForwardTo`, it does not wait for attempts in flight. Not remembered: after a crash, the clock continues in
   * its mode.
   */
  playTo(time: number, speed: number): void;
  /** Continues in the clock's mode from here. */
  stopPlaying(): void;
  /** Marks an attempt as in flight until the returned function is called. */
  busy(): () => void;
  snapshot(): SavedClock;
  /** Continues as it was saved; in real time if it never was. */
  restore(saved: SavedClock | null): void;
}

interface Timer {
  readonly time: number;
  readonly run: () => void;
  cancel: () => void;
}

/** In real time. */
export function createVirtualClock(machine: Clock): VirtualClock {
  let mode: ClockMode = 'real';
  let speed = 1;
  let inFlight = 0;
  let playing: { readonly to: number; readonly speed: number } | null = null;
  let machineAnchor = machine.now();
  let clockAnchor = machineAnchor;
  /** Real and virtual time at the last reading. */
  let lastMachineTime = machineAnchor;
  let lastTime = clockAnchor;
  const timers = new Set<Timer>();
  const listeners = new Set<() => void>();

  /** While the app wasn't running, a clock that was ahead continued at real speed. */
  function startTime(saved: SavedClock): number {
    if (saved.mode === 'real') return machine.now();
    if (saved.mode === 'paused') return saved.clockAt;
    return saved.clockAt + Math.max(0, machine.now() - saved.machineAt);
  }

  function rate(): number {
    if (playing !== null) return playing.speed;
    if (mode === 'paused') return 0;
    return mode === 'real' || inFlight > 0 ? 1 : speed;
  }

  /**
   * Keeps fractions of a millisecond, which occur with a speed such as 1.5. Rounding at every
   * attempt would lose time. In real-time mode, it follows the machine's clock, even when that is
   * changed.
   */
  function exactNow(): number {
    const machineNow = machine.now();
    if (mode === 'real') return machineNow;
    if (machineNow < lastMachineTime) {
      // The machine's clock was set back: an hour of it would be months on a fast clock. Continue
      // from here.
      machineAnchor = machineNow;
      clockAnchor = lastTime;
    }
    lastMachineTime = machineNow;
    const time = clockAnchor + (machineNow - machineAnchor) * rate();
    lastTime = playing === null ? time : Math.min(time, playing.to);
    return lastTime;
  }

  const now = (): number => Math.floor(exactNow());

  /** Sets a real-time timer according to the current rate. */
  function arm(timer: Timer): void {
    timer.cancel();
    // Set again when playing ends.
    if (playing !== null && timer.time > playing.to) return;
    const current = rate();
    const remainingMs = timer.time - now();
    // While paused, nothing becomes due, except times already reached by a fast-forward.
    if (current === 0 && remainingMs > 0) return;
    const machineTime =
      mode === 'real'
        ? timer.time
        : machine.now() + (remainingMs > 0 ? Math.ceil(remainingMs / current) : 0);
    timer.cancel = machine.at(machineTime, () => {
      if (timers.delete(timer)) timer.run();
    });
  }

  /** Changes how time runs, starting from the current time. */
  function change(apply: () => void, time = exactNow()): void {
    machineAnchor = machine.now();
    clockAnchor = time;
    lastMachineTime = machineAnchor;
    lastTime = time;
    apply();
    for (const timer of timers) arm(timer);
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
      const timer: Timer = { time, run, cancel: () => undefined };
      timers.add(timer);
      arm(timer);
      return () => {
        timers.delete(timer);
        timer.cancel();
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
        playing = null;
      });
    },
    fastForwardTo(time) {
      if (time <= now()) return;
      change(() => {
        if (mode === 'real') mode = 'fast';
        playing = null;
      }, time);
    },
    playTo(time, playSpeed) {
      if (time <= now() || (playing?.to === time && playing.speed === playSpeed)) return;
      change(() => {
        if (mode === 'real') mode = 'fast';
        playing = { to: time, speed: playSpeed };
      });
    },
    stopPlaying() {
      if (playing === null) return;
      change(() => {
        playing = null;
      });
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
    snapshot: () => ({ mode, speed, clockAt: now(), machineAt: machine.now() }),
    restore(saved) {
      if (saved === null) return;
      change(() => {
        mode = saved.mode;
        speed = saved.speed;
      }, startTime(saved));
    },
  };
}
