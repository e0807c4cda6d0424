const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** A span in one unit, rounded down: `48s`, `4m`, `6h`, `12d`. */
export function shortSpan(ms: number): string {
  const span = Math.abs(ms);
  if (span < MINUTE) return `${Math.floor(span / SECOND)}s`;
  if (span < HOUR) return `${Math.floor(span / MINUTE)}m`;
  if (span < DAY) return `${Math.floor(span / HOUR)}h`;
  return `${Math.floor(span / DAY)}d`;
}

/** Against `now`: `now`, `4m`, or `in 3m` for what is to come. */
export function relativeTime(at: number, now: number): string {
  const difference = now - at;
  if (Math.abs(difference) < 5 * SECOND) return 'now';
  return difference > 0 ? shortSpan(difference) : `in ${shortSpan(difference)}`;
}

const exact = new Intl.DateTimeFormat('en-CA', {
  dateStyle: 'short',
  timeStyle: 'medium',
  hourCycle: 'h23',
});

/** Local date and time to the millisecond. */
export function exactTime(at: number): string {
  const milliseconds = String(Math.floor(at) % 1000).padStart(3, '0');
  return `${exact.format(at)}.${milliseconds}`;
}
