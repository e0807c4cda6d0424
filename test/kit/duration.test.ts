import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  compactDuration,
  formatCoarse,
  formatDuration,
  formatLatency,
  formatOffset,
  formatSpan,
  parseDuration,
} from '#shared/kit/duration.ts';
import { Duration } from '#shared/scenarios/schema/values.ts';

describe('a duration', () => {
  it.each([
    ['exact', formatDuration],
    ['compact', compactDuration],
    ['an offset', formatOffset],
  ])('is parsed back to the same milliseconds, also in scenarios: %s', (_, format) => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 50 * 3_600_000 }), (ms) => {
        expect(parseDuration(format(ms))).toBe(ms);
        expect(Duration.parse(format(ms))).toBe(ms);
      }),
    );
  });

  it.each([
    ['two units', formatSpan],
    ['one unit', formatCoarse],
    ['measured', formatLatency],
  ])('is parsed when it was rounded, also in scenarios: %s', (_, format) => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 50 * 86_400_000 }), (ms) => {
        expect(parseDuration(format(ms))).not.toBeNull();
        expect(Duration.safeParse(format(ms)).data).toBe(parseDuration(format(ms)));
      }),
    );
  });

  it.each([
    [0, '0 s'],
    [250, '250 ms'],
    [1_500, '1.5 s'],
    [10_000, '10 s'],
    [90_000, '1 min 30 s'],
    [1_200_000, '20 min'],
    [5_400_000, '1 h 30 min'],
    [14_400_000, '4 h'],
  ])('%i ms is formatted as %s', (ms, text) => {
    expect(formatDuration(ms)).toBe(text);
  });

  it.each([
    ['10s', 10_000],
    ['10 sec', 10_000],
    [' 20 Minutes ', 1_200_000],
    ['1h30m', 5_400_000],
    ['1,5 h', 5_400_000],
    ['250ms', 250],
    ['0', 0],
    ['+1h 15m 49s', 4_549_000],
  ])('%s is parsed', (text, ms) => {
    expect(parseDuration(text)).toBe(ms);
  });

  it.each(['', '10', '-5 s', '1 fortnight', 's', '10 s or so', '1e3 s'])(
    '"%s" is rejected',
    (text) => {
      expect(parseDuration(text)).toBeNull();
    },
  );
});
