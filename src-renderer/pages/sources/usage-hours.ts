/** Hourly usage of a source over the last day, including empty hours. */
import { formatCount } from '#shared/lib/format.ts';
import type { UsageHour } from '#shared/schemas/source.ts';

const hourMs = 3_600_000;
const shownHours = 24;

export function hourOf(now: number): number {
  return now - (now % hourMs);
}

export function lastDay(hours: readonly UsageHour[], now: number): readonly UsageHour[] {
  const byHour = new Map(hours.map(({ hourAt, accepted }) => [hourAt, accepted]));
  const current = hourOf(now);
  return Array.from({ length: shownHours }, (_, index) => {
    const hourAt = current - (shownHours - 1 - index) * hourMs;
    return { hourAt, accepted: byHour.get(hourAt) ?? 0 };
  });
}

export function usageText(hours: readonly UsageHour[]): string {
  const count = hours.reduce((sum, { accepted }) => sum + accepted, 0);
  const busiest = Math.max(0, ...hours.map(({ accepted }) => accepted));
  if (count === 0) return 'None in the last 24 h';
  return `${formatCount(count)} in the last 24 h, up to ${formatCount(busiest)} per hour`;
}
