/** Outages with a duration on the virtual clock, measured from their start (D56). */
import type { Outage, OutageWindow } from '../schemas/mock-step.ts';

export const isWindow = (outage: Outage): outage is OutageWindow => 'durationMs' in outage;

/** Null before the start is set. */
export function windowEnd({ startsAt, durationMs }: OutageWindow): number | null {
  return typeof startsAt === 'number' ? startsAt + durationMs : null;
}

export type WindowState = 'scheduled' | 'down' | 'over';

export function windowState(outage: OutageWindow, now: number): WindowState {
  const { startsAt } = outage;
  const end = windowEnd(outage);
  if (typeof startsAt !== 'number' || end === null || now >= end) return 'over';
  return now < startsAt ? 'scheduled' : 'down';
}

/** The same outage starting at `now`. Daily outages are unchanged. */
export function startedAt(outage: Outage | null, now: number): Outage | null {
  return outage !== null && isWindow(outage) ? { ...outage, startsAt: now } : outage;
}
