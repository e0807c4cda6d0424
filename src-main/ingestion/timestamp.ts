/** Parses the timestamp formats that SDKs send, and formats timestamps (D11). */

const extended =
  /^(\d{4})-(\d{2})-(\d{2})(?:[Tt ](\d{2}):(\d{2})(?::(\d{2})(?:[.,](\d{1,12}))?)?\s?(Z|z|[+-]\d{2}(?::?\d{2})?)?)?$/;

const basic =
  /^(\d{4})(\d{2})(\d{2})(?:[Tt ](\d{2})(\d{2})(?:(\d{2})(?:[.,](\d{1,12}))?)?\s?(Z|z|[+-]\d{2}(?::?\d{2})?)?)?$/;

const dayMs = 86_400_000;

/** Leap seconds are inserted at the end of a day in UTC. */
const isEndOfUtcDay = (ms: number): boolean => ((ms % dayMs) + dayMs) % dayMs < 1_000;

/** 24:00 is the start of the next day. */
const isEndOfDay = (hour: string, ...smaller: readonly string[]): boolean =>
  hour === '24' && smaller.every((digits) => Number(digits) === 0);

/** No time zone is further from UTC (D73). */
const maxZoneMinutes = 18 * 60;

/** Minutes east of UTC; null for those that can't be. No zone means UTC. */
function zoneMinutes(zone: string | undefined): number | null {
  if (zone === undefined || zone === 'Z' || zone === 'z') return 0;
  const digits = zone.slice(1).replace(':', '').padEnd(4, '0');
  const minutes = Number(digits.slice(2));
  const total = Number(digits.slice(0, 2)) * 60 + minutes;
  if (minutes > 59 || total > maxZoneMinutes) return null;
  return zone.startsWith('-') ? -total : total;
}

/** Length of a Date's ISO text for the years 0 to 9999, and of its part before the fraction. */
const defaultLength = 24;
const secondLength = 20;

/** Caches the last second, because consecutive messages usually share it. */
let lastSecond = { startMs: 0, text: '1970-01-01T00:00:00.' };

/** Same as Date's `toISOString`, but several times faster. */
export function writeTimestamp(ms: number): string {
  const fraction = Math.floor(ms) - lastSecond.startMs;
  if (fraction >= 0 && fraction < 1_000)
    return `${lastSecond.text}${String(fraction).padStart(3, '0')}Z`;
  const date = new Date(ms);
  const text = date.toISOString();
  if (text.length === defaultLength)
    lastSecond = {
      startMs: date.getTime() - date.getUTCMilliseconds(),
      text: text.slice(0, secondLength),
    };
  return text;
}

/** Parses the format of Date's `toISOString`, as most SDKs send it. Returns null for others. */
function readDefaultForm(text: string): number | null {
  if (text.length !== defaultLength) return null;
  const ms = text.startsWith(lastSecond.text)
    ? lastSecond.startMs + Number(text.slice(secondLength, -1))
    : Date.parse(text);
  return !Number.isNaN(ms) && writeTimestamp(ms) === text ? ms : null;
}

/**
 * Milliseconds since the epoch, truncated. Null if the text has none of the accepted ISO 8601
 * formats.
 */
export function readTimestamp(text: string): number | null {
  const defaultForm = readDefaultForm(text);
  if (defaultForm !== null) return defaultForm;
  const match = extended.exec(text) ?? basic.exec(text);
  if (match === null) return null;
  const [, year, month, day, hour = '0', minute = '0', second = '0', fraction = '', zone] = match;
  const millisecond = Number(fraction.slice(0, 3).padEnd(3, '0'));
  const isNextDay = isEndOfDay(hour, minute, second, fraction);
  const hourOfDay = isNextDay ? 0 : Number(hour);
  const date = new Date(0);
  date.setUTCFullYear(Number(year), Number(month) - 1, Number(day));
  // A leap second is the next second (D73).
  const isLeap = second === '60';
  date.setUTCHours(hourOfDay, Number(minute), isLeap ? 59 : Number(second), millisecond);
  // February 30 or 25:00 would silently roll over to the next day.
  const rolledOver =
    date.getUTCMonth() !== Number(month) - 1 ||
    date.getUTCDate() !== Number(day) ||
    date.getUTCHours() !== hourOfDay ||
    date.getUTCMinutes() !== Number(minute);
  const offset = zoneMinutes(zone);
  if (rolledOver || offset === null || Number(second) > 60) return null;
  const ms = date.getTime() + (isNextDay ? dayMs : 0) - offset * 60_000;
  if (!isLeap) return ms;
  return isEndOfUtcDay(ms + 1_000) ? ms + 1_000 : null;
}

/** Smaller differences between the clocks are network latency (D11). */
const minSkewMs = 5_000;

/** A timestamp this much older than `sentAt` is historical and not corrected (D11). */
const historicalAfterMs = 3_600_000;

/**
 * Corrects the timestamp of a client with a wrong clock (D11). Uses real time, because clients
 * don't know the virtual clock.
 */
export function correctSkew(
  originalMs: number,
  sentAtMs: number | null,
  realNowMs: number,
): number {
  if (sentAtMs === null || Math.abs(realNowMs - sentAtMs) <= minSkewMs) return originalMs;
  const ageMs = sentAtMs - originalMs;
  return ageMs < historicalAfterMs ? realNowMs - ageMs : originalMs;
}
