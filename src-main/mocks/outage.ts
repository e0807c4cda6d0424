/** What an outage changes at a mock endpoint. */

import type { MockSettings } from '#shared/mocks/mock.ts';
import { stepAt } from '#shared/mocks/rules.ts';
import { isDown, type OutageWindow, windowEnd } from '#shared/mocks/step.ts';

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

/** Whether a mock endpoint deliberately rejects connections now. */
export function isRefusing(mock: MockSettings, responded: number, now: number): boolean {
  const { outage, steps } = mock;
  if (outage !== null && isDown(outage, now)) return outage.fault === 'refuse_connection';
  return steps[stepAt(mock, responded)]?.fault === 'refuse_connection';
}
