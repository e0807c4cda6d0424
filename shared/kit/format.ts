/** Formats counts, sizes, rates and times for the interface. Durations are in `duration.ts`. */
import { formatCoarse } from './duration.ts';

/** `12,345`. */
export const formatCount = (count: number): string => count.toLocaleString('en');

/** `1 delivery`, `12,345 deliveries`. */
export const counted = (count: number, singular: string, plural = `${singular}s`): string =>
  `${formatCount(count)} ${count === 1 ? singular : plural}`;

/** For the start of a sentence. */
export const capitalized = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

const compact = new Intl.NumberFormat('en', { notation: 'compact', maximumFractionDigits: 1 });

/** Short format for axes and tiles: `1.2K`, `3M`. */
export const formatCompactCount = (count: number): string => compact.format(count);

/** A KB is 1,024 bytes, here and in the limits of the docs. */
const bytesPerKb = 1_024;

export const bytesPerGb = bytesPerKb ** 3;

const oneDecimal = (value: number): number => Number(value.toFixed(1));

/** `1 byte`, `999 bytes`, `1.2 KB`, `64 KB`, `3.4 MB`, `5 GB`. */
export function formatBytes(bytes: number): string {
  if (bytes < bytesPerKb) return counted(bytes, 'byte');
  const kb = oneDecimal(bytes / bytesPerKb);
  if (kb < bytesPerKb) return `${kb} KB`;
  const mb = oneDecimal(bytes / bytesPerKb ** 2);
  return mb < bytesPerKb ? `${mb} MB` : `${oneDecimal(bytes / bytesPerGb)} GB`;
}

/** `74 %`: one decimal at most; never rounded to 0 or 100. */
export function formatPercent(share: number): string {
  if (share === 0 || share === 1) return `${share * 100} %`;
  const percent = Math.min(99.9, Math.max(0.1, share * 100));
  return `${percent.toFixed(percent >= 10 && percent < 99 ? 0 : 1)} %`;
}

/** Rate per unit of time: `0.2`, `12`, `1.2K`. */
export function formatRate(rate: number): string {
  if (rate === 0) return '0';
  if (rate < 0.05) return '<0.1';
  return rate < 10 ? String(Number(rate.toFixed(1))) : compact.format(rate);
}

const nowMs = 5_000;

/** `now`, `4 min`, or `+2 h` for a time ahead of the clock. */
export function formatAge(at: number, now: number): string {
  const age = now - at;
  if (Math.abs(age) < nowMs) return 'now';
  return age > 0 ? formatCoarse(age) : `+${formatCoarse(-age)}`;
}

/** The system's language orders dates; times have 24 hours, and digits are those of the text. */
function localTime(options: Intl.DateTimeFormatOptions): (at: number) => string {
  const format = new Intl.DateTimeFormat(undefined, {
    hourCycle: 'h23',
    calendar: 'gregory',
    numberingSystem: 'latn',
    ...options,
  });
  return (at) => format.format(at);
}

const day = { month: 'short', day: 'numeric' } as const;
const date = { year: 'numeric', ...day } as const;
const minute = { hour: '2-digit', minute: '2-digit' } as const;
const second = { ...minute, second: '2-digit' } as const;
const millisecond = { ...second, fractionalSecondDigits: 3 } as const;

/** Local time: `15:04`. */
export const formatMinute = localTime(minute);

/** Local time: `15:04:05`. */
export const formatTime = localTime(second);

/** Local time: `15:04:05.123`. */
export const formatExactTime = localTime(millisecond);

/** `Nov 28` */
export const formatDay = localTime(day);

/** `Nov 28, 2026` */
export const formatDate = localTime(date);

/** `Sat, Nov 28, 2026` */
export const formatWeekday = localTime({ weekday: 'short', ...date });

/** `Nov 28, 15:04` */
export const formatDayTime = localTime({ ...day, ...minute });

/** Local date and time to the millisecond: `Nov 28, 2026, 15:04:05.123`. */
export const formatDateTime = localTime({ ...date, ...millisecond });

/** `19:58`, or `Nov 24, 19:58` on another day than `now`. */
export const formatMoment = (at: number, now: number): string =>
  formatDay(at) === formatDay(now) ? formatMinute(at) : formatDayTime(at);
