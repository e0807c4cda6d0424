import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { seededFraction } from '#shared/kit/seeded-fraction.ts';
import { backoffMs, plannedDelayMs, scheduleMs } from '#shared/profiles/backoff.ts';
import { defaultRetryPolicy, RetryPolicy } from '#shared/profiles/retry-policy.ts';

const policy: RetryPolicy = { baseMs: 10_000, capMs: 1_200_000, jitter: 0.5, windowMs: 14_400_000 };

const anyPolicy = fc
  .record({
    baseMs: fc.integer({ min: 1, max: 14_400_000 }),
    capMs: fc.integer({ min: 1, max: 14_400_000 }),
    jitter: fc.double({ min: 0, max: 1, noNaN: true }),
    windowMs: fc.integer({ min: 0, max: 14_400_000 }),
  })
  .filter(({ baseMs, capMs }) => capMs >= baseMs);

describe('the delay before a retry', () => {
  it('is min(cap, base * 2^(n-1)) * (1 - jitter * fraction)', () => {
    const delays = (fraction: number) =>
      [1, 2, 3, 7, 8, 9, 100].map((retry) => backoffMs(policy, retry, fraction));
    expect(delays(0)).toEqual([10_000, 20_000, 40_000, 640_000, 1_200_000, 1_200_000, 1_200_000]);
    expect(delays(1)).toEqual([5_000, 10_000, 20_000, 320_000, 600_000, 600_000, 600_000]);
    expect(backoffMs(policy, 1, 0.5)).toBe(7_500);
  });

  it('is a whole number of milliseconds from one to the maximum, for any policy', () => {
    fc.assert(
      fc.property(
        anyPolicy,
        fc.integer({ min: 1, max: 100_000 }),
        fc.double({ min: 0, max: 1, noNaN: true }),
        (given, retry, fraction) => {
          const delay = backoffMs(given, retry, fraction);
          expect(Number.isInteger(delay)).toBe(true);
          expect(delay).toBeGreaterThanOrEqual(1);
          expect(delay).toBeLessThanOrEqual(given.capMs);
        },
      ),
    );
  });

  it('is the same for a delivery and retry on every run, and differs for others', () => {
    expect(plannedDelayMs(policy, 7, 3)).toBe(plannedDelayMs(policy, 7, 3));
    const first = Array.from({ length: 100 }, (_, id) => plannedDelayMs(policy, id + 1, 1));
    expect(new Set(first).size).toBeGreaterThan(90);
  });
});

describe('the seeded fraction', () => {
  it('lies in [0, 1) for any numbers', () => {
    fc.assert(
      fc.property(fc.maxSafeNat(), fc.nat(), (seed, step) => {
        const fraction = seededFraction(seed, step);
        expect(fraction).toBeGreaterThanOrEqual(0);
        expect(fraction).toBeLessThan(1);
      }),
    );
  });

  it('is evenly distributed over IDs and over retries', () => {
    const meanOf = (fractions: readonly number[]) =>
      fractions.reduce((sum, fraction) => sum + fraction, 0) / fractions.length;
    const numbers = Array.from({ length: 10_000 }, (_, index) => index + 1);
    expect(meanOf(numbers.map((id) => seededFraction(id, 1)))).toBeCloseTo(0.5, 1);
    expect(meanOf(numbers.map((step) => seededFraction(1, step)))).toBeCloseTo(0.5, 1);
    const tenths = Array.from({ length: 10 }, () => 0);
    for (const id of numbers) {
      const tenth = Math.floor(seededFraction(id, 1) * 10);
      tenths[tenth] = (tenths[tenth] ?? 0) + 1;
    }
    for (const count of tenths) expect(Math.abs(count - 1_000)).toBeLessThan(150);
  });

  it('differs for IDs above 2^32', () => {
    expect(seededFraction(1, 1)).not.toBe(seededFraction(1 + 2 ** 32, 1));
  });
});

describe('the backoff schedule', () => {
  it('has the steps that fit into the window, as offsets from the first attempt', () => {
    expect(scheduleMs({ ...policy, windowMs: 70_000 }, () => 0)).toEqual([10_000, 30_000, 70_000]);
    expect(scheduleMs({ ...policy, windowMs: 69_999 }, () => 0)).toEqual([10_000, 30_000]);
  });

  it('continues at the current retry of a delivery', () => {
    const whole = scheduleMs(policy, () => 0);
    expect(scheduleMs(policy, () => 0, 3, whole[1])).toEqual(whole.slice(2));
  });

  it('of the default policy fills four hours', () => {
    const offsets = scheduleMs(defaultRetryPolicy, () => 0);
    expect(offsets.at(-1)).toBeLessThanOrEqual(14_400_000);
    expect((offsets.at(-1) ?? 0) + defaultRetryPolicy.capMs).toBeGreaterThan(14_400_000);
  });

  it('is finite for any policy', () => {
    expect(scheduleMs({ ...policy, baseMs: 1, capMs: 1 }, () => 0)).toHaveLength(500);
  });
});

describe('a retry policy', () => {
  it('has the documented defaults', () => {
    expect(RetryPolicy.parse({})).toEqual({
      baseMs: 10_000,
      capMs: 1_200_000,
      jitter: 0.5,
      windowMs: 14_400_000,
    });
  });

  it.each([
    [{ baseMs: 0 }, 'at least 1 ms'],
    [{ baseMs: 1.5 }, 'whole number'],
    [{ capMs: 14_400_001 }, 'at most 4 hours'],
    [{ baseMs: 1_000, capMs: 999 }, 'must not be shorter than the first delay'],
    [{ jitter: 1.01 }, 'at most 1'],
    [{ jitter: -0.1 }, 'at least 0'],
    [{ windowMs: -1 }, 'must not be negative'],
    [{ windowMs: 14_400_001 }, 'at most 4 hours'],
    [{ windowMs: Number.NaN }, 'number of milliseconds'],
  ])('with %j is rejected with a message', (given, sentence) => {
    const [issue] = RetryPolicy.safeParse(given).error?.issues ?? [];
    expect(issue?.message).toContain(sentence);
  });
});
