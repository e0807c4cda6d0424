/** Outages on the virtual clock: once for a duration, or daily at local times. */

import type { MockSettings } from '#shared/mocks/mock.ts';
import { stepAt } from '#shared/mocks/rules.ts';
import {
  type DailyOutage,
  isDown,
  isWindow,
  minutesOf,
  type Outage,
  type OutageWindow,
  windowEnd,
} from '#shared/mocks/step.ts';

/** The next start or end of the outage; null if there is none. */
export function nextChangeAt(outage: Outage, now: number): number | null {
  if (!isWindow(outage)) return nextDailyChangeAt(outage, now);
  const edges = [outage.startsAt ?? null, windowEnd(outage)];
  return edges.find((edge) => edge !== null && edge > now) ?? null;
}

/**
 * Whether a window that had started by `seen` must not run again after the clock was set back to
 * `now`: it had ended, or `now` is before its start. A window that is still running continues.
 */
export function isBeforeStart(outage: OutageWindow, lastCheckAt: number, now: number): boolean {
  const { startsAt } = outage;
  const end = windowEnd(outage);
  if (typeof startsAt !== 'number' || end === null || startsAt > lastCheckAt) return false;
  return end <= lastCheckAt || startsAt > now;
}

function nextDailyChangeAt({ from, to }: DailyOutage, now: number): number {
  const date = new Date(now);
  const times = [from, to].flatMap((timeOfDay) =>
    // If daylight saving time skips an hour, today's local time may not exist. Tomorrow's does.
    [0, 1, 2].map((days) =>
      new Date(
        date.getFullYear(),
        date.getMonth(),
        date.getDate() + days,
        0,
        minutesOf(timeOfDay),
      ).getTime(),
    ),
  );
  return Math.min(...times.filter((time) => time > now));
}

/** Whether a mock endpoint deliberately rejects connections now. */
export function isRefusing(mock: MockSettings, responded: number, now: number): boolean {
  const { outage, steps } = mock;
  if (outage !== null && isDown(outage, now)) return outage.fault === 'refuse_connection';
  return steps[stepAt(mock, responded)]?.fault === 'refuse_connection';
}
