/** Reading the timestamps that real SDKs send (D11). */

const iso8601 =
  /^(\d{4})-(\d{2})-(\d{2})(?:[Tt ](\d{2}):(\d{2})(?::(\d{2})(?:[.,](\d{1,12}))?)?\s?(Z|z|[+-]\d{2}(?::?\d{2})?)?)?$/;

/** Minutes east of Greenwich; no zone means UTC. */
function zoneMinutes(zone: string | undefined): number {
  if (zone === undefined || zone === 'Z' || zone === 'z') return 0;
  const digits = zone.slice(1).replace(':', '').padEnd(4, '0');
  const minutes = Number(digits.slice(0, 2)) * 60 + Number(digits.slice(2));
  return zone.startsWith('-') ? -minutes : minutes;
}

/** Milliseconds since the epoch, finer fractions cut off; null when it is not ISO 8601. */
export function readTimestamp(text: string): number | null {
  // Most SDKs write what Date writes, and Date reads that several times as fast.
  const usual = text.length === 24 ? Date.parse(text) : Number.NaN;
  if (!Number.isNaN(usual) && new Date(usual).toISOString() === text) return usual;
  const match = iso8601.exec(text);
  if (match === null) return null;
  const [, year, month, day, hour = '0', minute = '0', second = '0', fraction = '', zone] = match;
  const millisecond = Number(fraction.slice(0, 3).padEnd(3, '0'));
  const date = new Date(0);
  date.setUTCFullYear(Number(year), Number(month) - 1, Number(day));
  date.setUTCHours(Number(hour), Number(minute), Number(second), millisecond);
  // 30 February or 25:00 would silently roll over into the next day.
  const rolledOver =
    date.getUTCMonth() !== Number(month) - 1 ||
    date.getUTCDate() !== Number(day) ||
    date.getUTCHours() !== Number(hour) ||
    date.getUTCMinutes() !== Number(minute);
  if (rolledOver || Number(second) > 59) return null;
  return date.getTime() - zoneMinutes(zone) * 60_000;
}

/** The clock of a client may be off: what it says is shifted by what it was off when it sent (D11). */
export function correctSkew(
  originalMs: number,
  sentAtMs: number | null,
  receivedAtMs: number,
): number {
  return sentAtMs === null ? originalMs : receivedAtMs - (sentAtMs - originalMs);
}
