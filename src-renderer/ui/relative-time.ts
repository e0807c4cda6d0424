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

/** A span in its two largest units, rounded down: `28s`, `3m 28s`, `2h 58m`, `12d 4h`. */
export function span(ms: number): string {
  const length = Math.abs(ms);
  const count = (unit: number, above = Number.POSITIVE_INFINITY) =>
    Math.floor((length % above) / unit);
  if (length < MINUTE) return `${count(SECOND)}s`;
  if (length < HOUR) return `${count(MINUTE)}m ${count(SECOND, MINUTE)}s`;
  if (length < DAY) return `${count(HOUR)}h ${count(MINUTE, HOUR)}m`;
  return `${count(DAY)}d ${count(HOUR, DAY)}h`;
}

/**
 * How long ago: `now` or `4m`. `+2h` is what happened while the clock was ahead of where it stands
 * now.
 */
export function ageText(at: number, now: number): string {
  const age = now - at;
  if (Math.abs(age) < 5 * SECOND) return 'now';
  return age > 0 ? shortSpan(age) : `+${shortSpan(age)}`;
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
