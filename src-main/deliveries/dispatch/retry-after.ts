import type { HeaderLines } from '#shared/ingestion/message.ts';

/** Longer waits are treated as this one: a day. */
const maxRetryAfterMs = 86_400_000;

/** The wait that a response asks for, in milliseconds; null for none (RFC 9110 10.2.3). */
export function retryAfterMsOf(
  response: { readonly headers: HeaderLines } | null,
  now: number,
): number | null {
  const value = response?.headers.find(([name]) => name.toLowerCase() === 'retry-after')?.[1];
  if (value === undefined) return null;
  const waitMs = /^\s*\d+\s*$/.test(value) ? Number(value) * 1_000 : Date.parse(value) - now;
  return Number.isNaN(waitMs) ? null : Math.min(Math.max(0, waitMs), maxRetryAfterMs);
}
