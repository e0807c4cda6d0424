import { describe, expect, it } from 'vitest';
import { timeRange } from '#main/statistics/time-range.ts';
import { startOfTests } from '#test/support/fake-clock.ts';

const hour = 3_600_000;
const realNow = startOfTests;
const before = { first: realNow - 10 * hour, last: realNow - 60_000 };

const holds = ({ from, to }: { from: number; to: number }, time: number) =>
  from <= time && time < to;

describe('recent activity', () => {
  it('is the last hour of a real-time clock', () => {
    const recent = timeRange({ range: 'recent' }, { now: realNow, realNow }, [before]);
    expect(recent).toEqual(timeRange({ range: '1h' }, { now: realNow, realNow }, [before]));
  });

  it('includes virtual hours while the clock is ahead', () => {
    const recent = timeRange({ range: 'recent' }, { now: realNow + 5 * hour, realNow }, [before]);
    expect(holds(recent, realNow - 59 * 60_000)).toBe(true);
    expect(holds(recent, realNow + 5 * hour)).toBe(true);
    expect((recent.to - recent.from) / recent.bucketMs).toBeLessThanOrEqual(96);
  });

  it('includes up to a day of virtual time after returning to real time', () => {
    const aheadBy = (ahead: number) => [before, { first: realNow, last: realNow + ahead }];
    const recent = timeRange({ range: 'recent' }, { now: realNow, realNow }, aheadBy(5 * hour));
    expect(holds(recent, realNow + 5 * hour)).toBe(true);
    const long = timeRange({ range: 'recent' }, { now: realNow, realNow }, aheadBy(900 * hour));
    expect(long.to).toBeLessThanOrEqual(realNow + 25 * hour);
  });

  it('starts with the last hour of a clock that is behind real time', () => {
    const now = realNow - 3 * hour;
    expect(
      holds(timeRange({ range: 'recent' }, { now, realNow }, [before]), now - 59 * 60_000),
    ).toBe(true);
  });
});
