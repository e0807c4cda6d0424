/** A clock that stands still until a test moves it; due timers then run in order of time. */
import type { Clock } from '#main/kit/ports.ts';
import type { SteadyClock } from '#main/kit/steady-clock.ts';

interface Timer {
  readonly time: number;
  readonly run: () => void;
}

/** 20 November 2026, 08:00:00.000 UTC, always the same. */
export const startOfTests = Date.UTC(2026, 10, 20, 8);

/** Since the start of the tests: when a core checks for old data. */
const isFullHour = (time: number): boolean => (time - startOfTests) % 3_600_000 === 0;

export class FakeClock implements Clock, SteadyClock {
  #now = startOfTests;
  #wallOffsetMs = 0;
  readonly #timers = new Set<Timer>();
  readonly #leaving = new Set<{ readonly time: number; resolve(): void }>();
  readonly #waiting = new Set<{ readonly time: number; resolve(): void }>();

  readonly now = (): number => this.#now;
  readonly wallNow = (): number => this.#now + this.#wallOffsetMs;

  /** Sets the machine's clock forward, or back. */
  moveWall(ms: number): void {
    this.#wallOffsetMs += ms;
  }

  at(time: number, run: () => void): () => void {
    const timer: Timer = { time, run };
    this.#timers.add(timer);
    for (const waiter of this.#waiting)
      if (waiter.time === time && this.#waiting.delete(waiter)) waiter.resolve();
    // Never synchronously, like the real clock.
    if (time <= this.#now) queueMicrotask(() => this.#fire(timer));
    return () => this.#remove(timer);
  }

  readonly subscribe = (): (() => void) => () => undefined;

  /** When the next timer is due, except the hourly check of old data; null without timers. */
  get nextAt(): number | null {
    const times = [...this.#timers].map(({ time }) => time).filter((time) => !isFullHour(time));
    return times.length === 0 ? null : Math.min(...times);
  }

  /** Resolves when a timer is set for the time. */
  scheduled(time: number): Promise<void> {
    if ([...this.#timers].some((timer) => timer.time === time)) return Promise.resolve();
    return new Promise((resolve) => this.#waiting.add({ time, resolve }));
  }

  /** Resolves when no timer is set for the time. */
  cancelled(time: number): Promise<void> {
    if (![...this.#timers].some((timer) => timer.time === time)) return Promise.resolve();
    return new Promise((resolve) => this.#leaving.add({ time, resolve }));
  }

  advance(ms: number): void {
    this.advanceTo(this.#now + ms);
  }

  advanceTo(time: number): void {
    for (let next = this.#earliest(); next && next.time <= time; next = this.#earliest()) {
      this.#now = Math.max(this.#now, next.time);
      this.#fire(next);
    }
    this.#now = Math.max(this.#now, time);
  }

  #earliest(): Timer | undefined {
    return [...this.#timers].sort((one, other) => one.time - other.time)[0];
  }

  #remove(timer: Timer): boolean {
    const wasThere = this.#timers.delete(timer);
    for (const waiter of this.#leaving)
      if (waiter.time === timer.time && this.#leaving.delete(waiter)) waiter.resolve();
    return wasThere;
  }

  #fire(timer: Timer): void {
    if (this.#remove(timer)) timer.run();
  }
}
