import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { realClock, wakeRealClock } from '#main/kit/real-clock.ts';

const hourMs = 3_600_000;
let due: string[] = [];
const plan = (name: string, delayMs: number) =>
  realClock.at(Date.now() + delayMs, () => due.push(name));

/** Time passes, but not for timers. */
const suspend = (ms: number): void => void vi.setSystemTime(Date.now() + ms);

beforeEach(() => {
  due = [];
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

test('what became due while the machine was suspended runs soon after', () => {
  plan('first', hourMs);
  plan('later', 3 * hourMs);
  suspend(2 * hourMs);
  vi.advanceTimersByTime(30_100);
  expect(due).toEqual(['first']);
  vi.advanceTimersByTime(hourMs);
  expect(due).toEqual(['first', 'later']);
});

test('it runs at once if the end of the suspension is known', () => {
  const cancel = plan('cancelled', hourMs);
  plan('first', hourMs);
  plan('later', 3 * hourMs);
  cancel();
  suspend(2 * hourMs);
  wakeRealClock();
  vi.advanceTimersByTime(0);
  expect(due).toEqual(['first']);
  expect(vi.getTimerCount()).toBe(1);
});
