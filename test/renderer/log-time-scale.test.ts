import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { logTimeScale, tickLabel } from '#renderer/ui/log-time-scale.ts';

const HOUR = 3_600_000;

describe('the logarithmic time axis', () => {
  it('has the first attempt at the left edge and the end of the window at the right', () => {
    const { positionOf } = logTimeScale(4 * HOUR);
    expect(positionOf(0)).toBe(0);
    expect(positionOf(4 * HOUR)).toBeCloseTo(1);
    expect(positionOf(-1)).toBe(0);
    expect(positionOf(5 * HOUR)).toBe(1);
  });

  it('gives the first minute of four hours about a third of the width', () => {
    expect(logTimeScale(4 * HOUR).positionOf(60_000)).toBeCloseTo(0.34, 1);
  });

  it('never decreases, and its labels never touch, for any window', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 30 * 24 * HOUR }), (windowMs) => {
        const { positionOf, ticks } = logTimeScale(windowMs);
        const positions = ticks.map((tick) => positionOf(tick.elapsedMs));
        return positions.every(
          (at, index) => index === 0 || at - (positions[index - 1] ?? 0) > 0.08,
        );
      }),
    );
  });

  it('labels four hours at round times', () => {
    const labels = logTimeScale(4 * HOUR).ticks.map((tick) => tick.label);
    expect(labels).toEqual(['0', '10 s', '1 min', '10 min', '1 h', '4 h']);
  });

  it('labels each time exactly', () => {
    expect([250, 1500, 90_000, 4 * HOUR].map(tickLabel)).toEqual([
      '250 ms',
      '1.5 s',
      '1 min 30 s',
      '4 h',
    ]);
  });
});
