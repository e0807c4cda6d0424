/** When outages start and end on the virtual clock: once for a duration, or daily at local times. */
import { isWindow, minutesOf, type Outage, windowEnd } from './step.ts';

/** Local times of day around `at`; days count from that day. */
function timesOfDay(timeOfDay: string, at: number, days: readonly number[]): readonly number[] {
  const date = new Date(at);
  const [year, month, day] = [date.getFullYear(), date.getMonth(), date.getDate()];
  return days.map((offset) =>
    new Date(year, month, day + offset, 0, minutesOf(timeOfDay)).getTime(),
  );
}

/** The next start or end of the outage; null if there is none. */
export function nextChangeAt(outage: Outage, now: number): number | null {
  if (isWindow(outage)) {
    const edges = [outage.startsAt ?? null, windowEnd(outage)];
    return edges.find((edge) => edge !== null && edge > now) ?? null;
  }
  // If daylight saving time skips an hour, today's local time may not exist. Tomorrow's does.
  const times = [outage.from, outage.to].flatMap((time) => timesOfDay(time, now, [0, 1, 2]));
  return Math.min(...times.filter((time) => time > now));
}

/** The outage that is on at a time, or the latest before it; null before the start is set. */
export function outageAround(
  outage: Outage,
  at: number,
): { readonly from: number; readonly to: number } | null {
  if (isWindow(outage)) {
    const to = windowEnd(outage);
    return to === null ? null : { from: outage.startsAt ?? to, to };
  }
  const from = timesOfDay(outage.from, at, [0, -1]).find((time) => time <= at);
  if (from === undefined) return null;
  const to = timesOfDay(outage.to, at, [-1, 0, 1]).find((time) => time > from);
  return to === undefined ? null : { from, to };
}
