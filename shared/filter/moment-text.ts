/** Moments as a filter writes them: `2026-11-20T15:04Z`. Always with a zone, or a date alone, in UTC. */
const written =
  /^\d{4}-\d{2}-\d{2}(?:T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,3})?)?(?:Z|[+-]\d{2}:\d{2}))?$/i;

const earliest = Date.parse('0000-01-01T00:00:00Z');
const latest = Date.parse('9999-12-31T23:59:59.999Z');

/** Milliseconds since the epoch; null when it cannot be read. */
export function parseMoment(text: string): number | null {
  const at = written.test(text) ? Date.parse(text.toUpperCase()) : Number.NaN;
  // A zone may lead out of the years that are written with four digits.
  return at >= earliest && at <= latest ? at : null;
}

/** The shortest exact form, in UTC. */
export const momentText = (at: number): string =>
  new Date(at)
    .toISOString()
    .replace(/\.000Z$/, 'Z')
    .replace(/(T\d\d:\d\d):00Z$/, '$1Z');
