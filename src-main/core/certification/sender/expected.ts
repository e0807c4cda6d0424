/** When the next attempt must start after a response, by a profile (D28, D29, D55). */
import { type Backoff, retryDelayMs, windowMsOf, withRetryAfter } from '#shared/lib/backoff.ts';
import { backoffOf } from '#shared/profiles/profiles.ts';
import { isDisabling, statusMeaning } from '#shared/profiles/status.ts';
import type { ProviderProfile } from '#shared/schemas/profile.ts';
import { defaultRetryPolicy } from '#shared/schemas/retry-policy.ts';

/** How the receiver responds to an attempt. */
export type CaseResponse =
  | {
      readonly kind: 'status';
      readonly status: number;
      readonly retryAfterMs: number | null;
      /** Whether Retry-After is a date instead of seconds. */
      readonly isDate: boolean;
      /** Whether it points to another path of the receiver. */
      readonly isRedirect: boolean;
    }
  /** Resets the connection after the request. */
  | { readonly kind: 'reset' }
  /** Keeps the connection open until the sender closes it. */
  | { readonly kind: 'no_response' };

/** `allowed`: the retry window ends between the earliest and the latest start. */
export type Retry = 'required' | 'allowed' | 'forbidden';

/** In milliseconds from the end of the attempt, without tolerance. */
export interface Expected {
  readonly retry: Retry;
  readonly earliestMs: number;
  readonly latestMs: number;
}

/** Of an attempt, counted from 1. */
interface Attempted {
  readonly number: number;
  readonly response: CaseResponse;
  /** From the start of the first attempt to the end of this one. */
  readonly elapsedMs: number;
}

/** How long to watch for requests that must not come if the profile has no retries. */
export const quietMs = 5_000;

/** Schedulers look for due retries at intervals; both clocks drift. */
export const earliestAllowed = (earliestMs: number): number => Math.max(0, earliestMs * 0.95 - 50);
/** The sender's limit also includes the time to connect, which the receiver doesn't see. */
export const earliestTimeout = (limitMs: number): number => Math.max(0, limitMs * 0.8 - 100);
export const latestTimeout = (limitMs: number): number => limitMs * 1.1 + 1_000;
export const latestAllowed = (latestMs: number): number => latestMs * 1.1 + 2_000;

const isFailure = (profile: ProviderProfile, response: CaseResponse): boolean =>
  response.kind !== 'status' ||
  (!isDisabling(profile, response.status) && statusMeaning(profile, response.status) === 'retried');

/** Shortest and longest delay before a retry; null if there is none. */
function delays(profile: ProviderProfile, retry: number): readonly [number, number] | null {
  const backoff = backoffOf({ profile, retry: defaultRetryPolicy });
  const shortest = retryDelayMs(backoff, retry, 1);
  const longest = retryDelayMs(backoff, retry, 0);
  return shortest === null || longest === null ? null : [shortest, longest];
}

/** The delay that would follow if the schedule went on: a sender that never stops uses it. */
function nextDelayMs(backoff: Backoff, retry: number): number {
  const delayMs = retryDelayMs(
    'kind' in backoff && backoff.kind === 'exponential'
      ? { ...backoff, maxAttempts: null }
      : backoff,
    retry,
    0,
  );
  if (delayMs !== null) return delayMs;
  if (!('kind' in backoff) || backoff.kind !== 'delays') return quietMs;
  const [beforeLast = 0, last = quietMs] = backoff.delaysMs.slice(-2);
  const growth = backoff.delaysMs.length < 2 || beforeLast === 0 ? 1 : last / beforeLast;
  return last * Math.max(1, growth) * (1 + backoff.jitter.plus);
}

export function expectedAfter(
  profile: ProviderProfile,
  { number, response, elapsedMs }: Attempted,
): Expected {
  const range = isFailure(profile, response) ? delays(profile, number) : null;
  const backoff = backoffOf({ profile, retry: defaultRetryPolicy });
  const windowMs = windowMsOf(backoff);
  if (range === null || elapsedMs + range[0] > windowMs) {
    const latestMs = nextDelayMs(backoff, number);
    return { retry: 'forbidden', earliestMs: latestMs, latestMs };
  }
  const retryAfterMs = response.kind === 'status' ? response.retryAfterMs : null;
  const [earliestMs, latestMs] = range.map((delay) =>
    withRetryAfter(profile.retryAfter, delay, retryAfterMs),
  ) as [number, number];
  return {
    retry: elapsedMs + latestMs > windowMs ? 'allowed' : 'required',
    earliestMs,
    latestMs,
  };
}

/** The longest delay before the first retry; null without retries. */
export const firstDelayMs = (profile: ProviderProfile): number | null =>
  delays(profile, 1)?.[1] ?? null;
