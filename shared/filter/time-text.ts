/** Times in filters, such as `2026-11-20T15:04Z`: always with a time zone, or a date in UTC. */
const pattern =
  /^\d{4}-\d{2}-\d{2}(?:T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,3})?)?(?:Z|[+-]\d{2}:\d{2}))?$/i;

const earliest = Date.parse('0000-01-01T00:00:00Z');
const latest = Date.parse('9999-12-31T23:59:59.999Z');

/** Milliseconds since the epoch; null if the text is invalid. */
export function parseTime(text: string): number | null {
  const at = pattern.test(text) ? Date.parse(text.toUpperCase()) : Number.NaN;
  // The time zone may move the time outside four-digit years.
  return at >= earliest && at <= latest ? at : null;
}

/** Shortest exact format in UTC. */
export const timeText = (at: number): string =>
  new Date(at)
    .toISOString()
    .replace(/\.000Z$/, 'Z')
    .replace(/(T\d\d:\d\d):00Z$/, '$1Z');
