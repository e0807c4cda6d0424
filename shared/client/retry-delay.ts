/** How long to wait before a batch is tried again (D43). */

const firstDelayMs = 100;
const longestDelayMs = 10_000;

/** Share of a delay that is left to chance, so that clients of one outage do not come back as one. */
const jitter = 0.5;

/** Longer than any server asks for in earnest; beyond about 24 days a timer would fire at once. */
const longestRetryAfterMs = 3_600_000;

/** Milliseconds that `Retry-After` asks for, as seconds or as a date; null when it asks for nothing. */
function readRetryAfter(header: string | null): number | null {
  if (header === null) return null;
  const ms = /^\s*\d+\s*$/.test(header) ? Number(header) * 1_000 : Date.parse(header) - Date.now();
  return ms >= 0 ? Math.min(ms, longestRetryAfterMs) : null;
}

/** @param attempt How often it was tried, from 1. */
export function retryDelayMs(attempt: number, retryAfter: string | null): number {
  const ladder = Math.min(longestDelayMs, firstDelayMs * 2 ** (attempt - 1));
  return readRetryAfter(retryAfter) ?? ladder * (1 - jitter * Math.random());
}
