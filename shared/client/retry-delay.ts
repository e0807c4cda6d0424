/** The delay before a batch is retried (D43). */

const firstDelayMs = 100;
const maxDelayMs = 10_000;

/** Random fraction of a delay, so that clients don't all retry at the same time. */
const jitter = 0.5;

/** A timer of more than about 24 days fires immediately. */
const maxRetryAfterMs = 3_600_000;

/** Milliseconds in `Retry-After`, given as seconds or a date; null if absent or invalid. */
function readRetryAfter(header: string | null): number | null {
  if (header === null) return null;
  const ms = /^\s*\d+\s*$/.test(header) ? Number(header) * 1_000 : Date.parse(header) - Date.now();
  return ms >= 0 ? Math.min(ms, maxRetryAfterMs) : null;
}

/** @param attempt Number of the failed attempt, starting at 1. */
export function retryDelayMs(attempt: number, retryAfter: string | null): number {
  const backoffMs = Math.min(maxDelayMs, firstDelayMs * 2 ** (attempt - 1));
  return readRetryAfter(retryAfter) ?? backoffMs * (1 - jitter * Math.random());
}
