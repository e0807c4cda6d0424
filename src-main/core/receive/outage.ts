/** Outages by the time of day, local, as the product's clock tells it. */
import type { Outage } from '#shared/schemas/receiver-step.ts';

type Hours = Pick<Outage, 'from' | 'to'>;

const minutesOf = (timeOfDay: string): number => {
  const [hours = 0, minutes = 0] = timeOfDay.split(':').map(Number);
  return 60 * hours + minutes;
};

export function isDown({ from, to }: Hours, now: number): boolean {
  const date = new Date(now);
  const minute = 60 * date.getHours() + date.getMinutes();
  const [begin, end] = [minutesOf(from), minutesOf(to)];
  return begin < end ? begin <= minute && minute < end : minute >= begin || minute < end;
}

/** When it begins or ends next. */
export function nextChangeAt({ from, to }: Hours, now: number): number {
  const date = new Date(now);
  const times = [from, to].flatMap((timeOfDay) =>
    // In a night that skips an hour, one of today may have no moment of its own; tomorrow's has.
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
