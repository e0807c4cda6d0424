/**
 * Passes the time from the product to the mock endpoints while the product runs ahead. Written before a
 * request is sent and read when it arrives, the file is never behind, as a message to the other process
 * could be.
 */
import { closeSync, openSync, readSync, writeSync } from 'node:fs';
import type { SocketTime } from '#main/kit/http-client/socket-time.ts';
import type { Clock } from '#main/kit/ports.ts';

const bytes = 8;

export function openSharedClock(path: string, mode: 'create' | 'existing') {
  const file = openSync(path, mode === 'create' ? 'w+' : 'r+', 0o600);
  const value = new Float64Array(1);
  return {
    read(): number {
      readSync(file, value, 0, bytes, 0);
      return value[0] ?? 0;
    },
    write(time: number): void {
      value[0] = time;
      writeSync(file, value, 0, bytes, 0);
    },
    close: (): void => closeSync(file),
  };
}

// A clock that only moves when advanced; replaces the machine's clock in a run.

interface Timer {
  readonly time: number;
  /** Timers of one moment run in the order in which they were set. */
  readonly number: number;
  readonly run: () => void;
}

const isEarlier = (a: Timer, b: Timer): boolean =>
  a.time < b.time || (a.time === b.time && a.number < b.number);

/** `leader` is the time of a clock that this one follows; null while it follows none. */
export function createSteppedClock(start: number, leader: () => number | null = () => null) {
  let own = start;
  let lastNumber = 0;
  const timers = new Set<Timer>();

  const present = (): number => Math.max(own, leader() ?? own);

  function earliest(): Timer | null {
    let first: Timer | null = null;
    for (const timer of timers) if (first === null || isEarlier(timer, first)) first = timer;
    return first;
  }

  function fire(timer: Timer): void {
    if (timers.delete(timer)) timer.run();
  }

  function at(time: number, run: () => void): () => void {
    lastNumber += 1;
    const timer = { time, number: lastNumber, run };
    timers.add(timer);
    // Never synchronously, like a real timer.
    if (time <= present()) setImmediate(() => fire(timer));
    return () => void timers.delete(timer);
  }

  return {
    clock: { now: present, at, subscribe: () => () => undefined } satisfies Clock,
    time: {
      elapsedMs: present,
      after: (delayMs: number, run: () => void) => at(present() + delayMs, run),
    } satisfies SocketTime,
    /** Time of the next timer; null without one. */
    nextAt: (): number | null => earliest()?.time ?? null,
    /** Moves to `time`, never back, and runs the timers until then. */
    advanceTo(time: number): void {
      for (let next = earliest(); next !== null && next.time <= time; next = earliest()) {
        own = Math.max(own, next.time);
        fire(next);
      }
      own = Math.max(own, time);
    },
  };
}
