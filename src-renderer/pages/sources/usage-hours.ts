/** The last day of a source hour by hour, also the hours in which nothing came. Pure. */
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

export function usageSentence(hours: readonly UsageHour[]): string {
  const count = hours.reduce((sum, { accepted }) => sum + accepted, 0);
  const busiest = Math.max(0, ...hours.map(({ accepted }) => accepted));
  if (count === 0) return 'No message in the last 24 hours.';
  return `${count.toLocaleString('en')} in the last 24 hours, ${busiest.toLocaleString('en')} in the busiest hour.`;
}
