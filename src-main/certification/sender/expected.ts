/** When the next attempt must start after a response, by a profile (D28, D29, D55). */
import {
  type Backoff,
  isInWindow,
  isLimitedByFailures,
  minDelayMs,
  retryDelayMs,
  windowMsOf,
  withRetryAfter,
} from '#shared/profiles/backoff.ts';
import type { ProviderProfile } from '#shared/profiles/profile.ts';
import { backoffOf, isDocumented } from '#shared/profiles/profiles.ts';
import { defaultRetryPolicy } from '#shared/profiles/retry-policy.ts';
import { isDisabling, statusMeaning } from '#shared/profiles/status.ts';

/** How the receiver responds to an attempt. */
export type CaseResponse =
  | {
      readonly kind: 'status';
      readonly status: number;
      readonly retryAfterMs: number | null;
      /** Time from the request to the response. */
      readonly afterMs: number;
      /** At a time that the sender's clock shows. */
      readonly headers: (now: number) => Readonly<Record<string, string>>;
    }
  /** Resets the connection after the request. */
  | { readonly kind: 'reset' }
  /** Keeps the connection open until the sender closes it. */
  | { readonly kind: 'no_response' };

/** `allowed`: no source says that it must come, or the window ends between the earliest and the latest start. */
export type Retry = 'required' | 'allowed' | 'forbidden';

/** In milliseconds from the end of the attempt, without tolerance. */
export interface Expected {
  readonly retry: Retry;
  readonly earliestMs: number;
  readonly latestMs: number;
  /** More times at which a sender may retry: within the jitter, or if no source documents its delays. */
  readonly likelyMs: readonly number[];
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

const isRetried = (profile: ProviderProfile, response: CaseResponse): boolean =>
  response.kind === 'status'
    ? !isDisabling(profile, response.status) &&
      statusMeaning(profile, response.status) === 'retried'
    : response.kind === 'reset' || profile.timeouts === 'retried';

const minMsAfter = (profile: ProviderProfile, response: CaseResponse): number =>
  minDelayMs(profile, {
    status: response.kind === 'status' ? response.status : null,
    isTimeout: response.kind === 'no_response',
  });

const policyOf = (profile: ProviderProfile): Backoff =>
  backoffOf({ profile, retry: defaultRetryPolicy });

/** Shortest and longest delay before a retry; null if there is none. */
function delays(
  backoff: Backoff,
  retry: number,
  minMs = 0,
): readonly [shortest: number, longest: number] | null {
  const shortest = retryDelayMs(backoff, retry, 1, minMs);
  const longest = retryDelayMs(backoff, retry, 0, minMs);
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

function noneAfter(backoff: Backoff, number: number): Expected {
  const latestMs = nextDelayMs(backoff, number);
  return { retry: 'forbidden', earliestMs: latestMs, latestMs, likelyMs: [] };
}

/** Of the range of a random delay: to see where in it a sender retries whose clock is set. */
export const jitterSteps = 10;

const withinJitter = (earliestMs: number, latestMs: number): readonly number[] =>
  latestMs === earliestMs
    ? []
    : Array.from(
        { length: jitterSteps - 1 },
        (_, index) => earliestMs + ((latestMs - earliestMs) * (index + 1)) / jitterSteps,
      );

/** By a schedule that a source documents. */
function expectedByDelays(
  profile: ProviderProfile,
  backoff: Backoff,
  { number, response, elapsedMs }: Attempted,
): Expected {
  const range = delays(backoff, number, minMsAfter(profile, response));
  if (range === null || !isInWindow(backoff, elapsedMs, elapsedMs + range[0]))
    return noneAfter(backoff, number);
  const retryAfterMs = response.kind === 'status' ? response.retryAfterMs : null;
  const [earliestMs, latestMs] = range.map((delay) =>
    withRetryAfter(profile.retryAfter, delay, retryAfterMs),
  ) as [number, number];
  // The receiver doesn't see when exactly the sender decided.
  const decidedMs = isLimitedByFailures(backoff) ? latestTimeout(elapsedMs) : elapsedMs;
  return {
    retry: isInWindow(backoff, decidedMs, elapsedMs + latestMs) ? 'required' : 'allowed',
    ...{ earliestMs, latestMs, likelyMs: withinJitter(earliestMs, latestMs) },
  };
}

/** Beyond this, a sender without documented limits is not watched. */
const watchedFactor = 4;

/** No source documents the delays, but one may document the number of retries, or the window. */
function expectedByLimits(
  profile: ProviderProfile,
  backoff: Backoff,
  { number, elapsedMs }: Attempted,
): Expected {
  const isCounted = isDocumented(profile, 'retry_count');
  const windowMs = isDocumented(profile, 'retry_window') ? windowMsOf(backoff) : null;
  const assumed = delays(backoff, number);
  const isLast = assumed === null && isCounted;
  if (isLast || (windowMs !== null && elapsedMs > windowMs)) return noneAfter(backoff, number);
  const [soonest, latest] = assumed ?? [0, nextDelayMs(backoff, number)];
  const latestMs = windowMs === null ? watchedFactor * latest : windowMs - elapsedMs;
  const doublings = Math.max(0, Math.ceil(Math.log2(latestMs / latest)));
  return {
    retry: number === 1 || isCounted ? 'required' : 'allowed',
    earliestMs: 0,
    latestMs,
    likelyMs: [soonest, ...Array.from({ length: doublings }, (_, index) => latest * 2 ** index)],
  };
}

export function expectedAfter(profile: ProviderProfile, attempted: Attempted): Expected {
  const backoff = policyOf(profile);
  const isOver =
    !isRetried(profile, attempted.response) || ('kind' in backoff && backoff.kind === 'none');
  if (isOver) return noneAfter(backoff, attempted.number);
  return isDocumented(profile, 'retry_delays')
    ? expectedByDelays(profile, backoff, attempted)
    : expectedByLimits(profile, backoff, attempted);
}

/** How many attempts a message has at most; null if no source documents it. */
export function maxAttemptsOf(profile: ProviderProfile): number | null {
  const { retries } = profile;
  if (!isDocumented(profile, 'retry_count')) return null;
  if (retries.kind === 'delays') return retries.delaysMs.length + 1;
  return retries.kind === 'exponential' ? retries.maxAttempts : null;
}

/** The longest delay before the first retry; null without retries. */
export const firstDelayMs = (profile: ProviderProfile): number | null =>
  delays(policyOf(profile), 1)?.[1] ?? null;

/** The longest that a sender may wait for a response. */
export const longestTimeLimitMs = ({ timeLimitMs, timeLimitMaxMs }: ProviderProfile): number =>
  Math.max(timeLimitMs, timeLimitMaxMs ?? 0);
