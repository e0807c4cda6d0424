/** Moments as a filter writes them: `2026-11-20T15:04Z`. Always with a zone, or a date alone, in UTC. */
const written =
  /^\d{4}-\d{2}-\d{2}(?:T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,3})?)?(?:Z|[+-]\d{2}:\d{2}))?$/i;

/** Milliseconds since the epoch; null when it cannot be read. */
export function parseMoment(text: string): number | null {
  const at = written.test(text) ? Date.parse(text.toUpperCase()) : Number.NaN;
  return Number.isFinite(at) ? at : null;
}

/** The shortest exact form, in UTC. */
export const momentText = (at: number): string =>
  new Date(at)
    .toISOString()
    .replace(/\.000Z$/, 'Z')
    .replace(/(T\d\d:\d\d):00Z$/, '$1Z');
