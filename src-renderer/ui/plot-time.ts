/** Times on plot axes and in tooltips. */
const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;

const clock = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit' });
const clockSeconds = new Intl.DateTimeFormat('en-GB', { timeStyle: 'medium' });
const day = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short' });
const dayClock = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'short',
  hour: '2-digit',
  minute: '2-digit',
});

interface Span {
  readonly from: number;
  readonly to: number;
  readonly bucketMs: number;
}

/** As short as the span allows. */
export function plotTimeText(at: number, { from, to }: Span): string {
  const startsDay = clock.format(at) === '00:00';
  if (to - from > 2 * dayMs) return day.format(at);
  return startsDay && to - from > dayMs / 2 ? day.format(at) : clock.format(at);
}

/** A bucket from start to end, such as `15:04 to 15:05`. */
export function bucketText(at: number, { from, to, bucketMs }: Span): string {
  const end = at + bucketMs;
  if (bucketMs >= dayMs)
    return bucketMs === dayMs ? day.format(at) : `${day.format(at)} to ${day.format(end)}`;
  if (to - from > dayMs) return `${dayClock.format(at)} to ${clock.format(end)}`;
  const format = bucketMs < minuteMs ? clockSeconds : clock;
  return `${format.format(at)} to ${format.format(end)}`;
}
