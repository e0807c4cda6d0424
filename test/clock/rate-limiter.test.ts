import { expect, it } from 'vitest';
import { createRateLimiter } from '#main/kit/rate-limiter.ts';

function paceAt(perSecond: number | null) {
  let now = 1_000_000;
  const limiter = createRateLimiter({ now: () => now }, perSecond);
  return {
    limiter,
    pass(ms: number) {
      now += ms;
    },
    /** Consumes everything available and returns the count. */
    take() {
      const room = limiter.available();
      limiter.consume(room);
      return room;
    },
    inMs: () => limiter.nextAt() - now,
  };
}

it('starts immediately and continues at its rate', () => {
  const { take, pass, inMs } = paceAt(4);
  expect([take(), take(), inMs()]).toEqual([1, 0, 250]);
  pass(249);
  expect([take(), inMs()]).toEqual([0, 1]);
  pass(1);
  expect([take(), inMs()]).toEqual([1, 250]);
});

it('keeps a rate with a fractional interval', () => {
  const { take, pass, limiter } = paceAt(3);
  let total = 0;
  for (let ms = 0; ms < 10_000; ms += 7) {
    total += take();
    pass(Math.min(7, 10_000 - ms));
  }
  expect(total + take()).toBe(31);
  expect(limiter.available()).toBe(0);
});

it('catches up after a stall, by at most one second', () => {
  const { take, pass, inMs } = paceAt(10);
  expect(take()).toBe(1);
  pass(1_000);
  expect(take()).toBe(10);
  pass(3_600_000);
  expect([take(), take(), inMs()]).toEqual([11, 0, 100]);
});

it('waits for one interval at most when the clock is set back', () => {
  const { take, pass, inMs } = paceAt(10);
  expect(take()).toBe(1);
  pass(-3_600_000);
  expect([take(), inMs()]).toEqual([0, 100]);
  pass(100);
  expect(take()).toBe(1);
});

it('allows any number without a rate', () => {
  const { limiter } = paceAt(null);
  limiter.consume(1_000_000);
  expect(limiter.available()).toBe(Number.POSITIVE_INFINITY);
});
