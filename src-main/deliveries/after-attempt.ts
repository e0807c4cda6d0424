/** Applies the result of an attempt to a delivery and its webhooks. Pure functions (D23 to D29, D58). */

import type { Delivery } from '#main/store/deliveries.ts';
import type { AttemptResult, WebhookProgress } from '#shared/deliveries/delivery.ts';
import {
  isInWindow,
  minDelayMs,
  plannedRetryMs,
  withRetryAfter,
} from '#shared/profiles/backoff.ts';
import type { ProviderProfile } from '#shared/profiles/profile.ts';
import { backoffOf, profileOf } from '#shared/profiles/profiles.ts';
import { isDisabling, type StatusMeaning, statusMeaning } from '#shared/profiles/status.ts';
import {
  conclude,
  ended,
  finished,
  firstPlanned,
  gaveUp,
  isOpen,
  type Settings,
} from './state-machine.ts';

/** A webhook that was refused or failed waits until its next attempt is decided. */
function afterAttempt(
  webhook: WebhookProgress,
  result: AttemptResult,
  status: number | null,
  now: number,
): WebhookProgress {
  const after: WebhookProgress = {
    ...webhook,
    sending: false,
    attempts: webhook.attempts + 1,
    windowAttempts: webhook.windowAttempts + 1,
    lastStatus: status,
    lastResult: result,
    lastResultAt: now,
    accepted: webhook.accepted || result.outcome === 'accepted',
    nextAttemptAt: null,
  };
  if (result.outcome === 'accepted') return finished(after, 'delivered');
  return result.outcome === 'blocked' ? finished(after, 'blocked') : after;
}

/** A webhook after a response that is not retried, or after a failure that is not (D58). */
const notRetried = (webhook: WebhookProgress): WebhookProgress =>
  webhook.lastResult?.outcome === 'refused'
    ? finished(webhook, 'refused')
    : gaveUp(webhook, 'not_retryable');

const finalMeanings: readonly StatusMeaning[] = ['final', 'not_retried'];

/** Whether the profile repeats such an attempt at all. */
function isRetryable(
  profile: ProviderProfile,
  { lastResult, lastStatus }: WebhookProgress,
): boolean {
  if (lastResult?.code === 'timeout' && profile.timeouts === 'not_retried') return false;
  return lastStatus === null || !finalMeanings.includes(statusMeaning(profile, lastStatus));
}

/** What decides when an attempt is repeated, besides the settings. */
interface RetryFacts {
  /** What the receiver asked for with Retry-After. */
  readonly retryAfterMs: number | null;
  /** Of the run of a scenario (D70); 0 outside of runs. */
  readonly jitterSeed: number;
}

/** A refused or failed webhook with its next attempt, or without one (D28, D29, D55). */
function withNextAttempt(
  delivery: Delivery,
  settings: Settings,
  webhook: WebhookProgress,
  retry: number,
  now: number,
  { retryAfterMs, jitterSeed: seed }: RetryFacts,
): WebhookProgress {
  const { lastResult, lastStatus } = webhook;
  const profile = profileOf(settings);
  const backoff = backoffOf(settings);
  if (lastStatus !== null && isDisabling(profile, lastStatus))
    return gaveUp(webhook, 'endpoint_disabled');
  const isNeverRetried = 'kind' in backoff && backoff.kind === 'none';
  if (isNeverRetried || !isRetryable(profile, webhook)) return notRetried(webhook);
  const minMs = minDelayMs(profile, {
    status: lastStatus,
    isTimeout: lastResult?.code === 'timeout',
  });
  const delayMs = plannedRetryMs(backoff, delivery.id, retry, { seed, minMs });
  if (delayMs === null) return gaveUp(webhook, 'attempts_used');
  const time = now + withRetryAfter(profile.retryAfter, delayMs, retryAfterMs);
  const firstAt = delivery.firstAttemptAt ?? now;
  return isInWindow(backoff, now - firstAt, time - firstAt)
    ? { ...webhook, nextAttemptAt: time }
    : gaveUp(webhook, 'window_ended');
}

/** Whether a response ends the delivery for its other URLs, too (spec 4.1 rule 1, D23). */
function isFinal(
  settings: Settings,
  { state, sending, windowAttempts, lastStatus }: WebhookProgress,
): boolean {
  // Otherwise, state and status are of an earlier round or window.
  if (sending || windowAttempts === 0) return false;
  if (state === 'delivered') return true;
  return lastStatus !== null && statusMeaning(profileOf(settings), lastStatus) === 'final';
}

/** Updates the delivery's own fields after an attempt. Once one was accepted, others don't replace it. */
function withLatest(delivery: Delivery, result: AttemptResult, status: number | null): Delivery {
  const attempts = delivery.attempts + 1;
  return delivery.state === 'delivered' && result.outcome !== 'accepted'
    ? { ...delivery, attempts }
    : { ...delivery, attempts, lastStatus: status, lastCode: result.code };
}

/**
 * Applies the result of an attempt to the delivery. `inFlight` contains the webhooks with a pending
 * response; the other webhooks of the round were queued and are decided here.
 */
export function recordResult(
  before: Delivery,
  settings: Settings,
  url: string,
  result: AttemptResult,
  status: number | null,
  inFlight: ReadonlySet<string>,
  now: number,
  facts: RetryFacts,
): Delivery {
  const webhooks = before.webhooks.map((webhook) =>
    webhook.url === url ? afterAttempt(webhook, result, status, now) : webhook,
  );
  // The retry window starts with this attempt if it was the first.
  const delivery = { ...withLatest(before, result, status), webhooks };
  return settings.fanOut === 'any'
    ? recordAny(delivery, settings, webhooks, inFlight, now, facts)
    : recordEach(delivery, settings, webhooks, url, inFlight, now, facts);
}

/**
 * A final response finishes all webhooks (spec 4.1 rule 1); those in flight are only awaited. Otherwise, the round ends
 * with its last response.
 */
function recordAny(
  delivery: Delivery,
  settings: Settings,
  webhooks: readonly WebhookProgress[],
  inFlight: ReadonlySet<string>,
  now: number,
  facts: RetryFacts,
): Delivery {
  if (webhooks.some((webhook) => isFinal(settings, webhook)))
    return afterFinal(delivery, settings, webhooks, inFlight);
  if (webhooks.some(({ sending }) => sending)) return { ...delivery, webhooks };
  const retry = delivery.windowRounds;
  // Others keep their schedule, because this round retried chosen URLs only (D72).
  const inRound = webhooks
    .filter((webhook) => isOpen(webhook) && webhook.nextAttemptAt === null)
    .map((webhook) => withNextAttempt(delivery, settings, webhook, retry, now, facts));
  const nextAttemptAt = firstPlanned(inRound);
  const byUrl = new Map(
    inRound.map((webhook) => [
      webhook.url,
      isOpen(webhook) ? { ...webhook, nextAttemptAt } : webhook,
    ]),
  );
  return conclude(
    delivery,
    settings.fanOut,
    webhooks.map((webhook) => byUrl.get(webhook.url) ?? webhook),
  );
}

/** Webhooks that are still in flight may yet accept; the delivery waits for them unless one has. */
function afterFinal(
  delivery: Delivery,
  settings: Settings,
  webhooks: readonly WebhookProgress[],
  inFlight: ReadonlySet<string>,
): Delivery {
  const next = webhooks.map((webhook) => {
    if (!isOpen(webhook) || inFlight.has(webhook.url)) return webhook;
    return isFinal(settings, webhook) ? notRetried(webhook) : finished(webhook, 'skipped');
  });
  const isEnded = next.some(({ state }) => state === 'delivered') || !next.some(isOpen);
  return isEnded ? ended(delivery, settings.fanOut, next) : { ...delivery, webhooks: next };
}

/** Each webhook is independent. Attempts queued behind a failure are returned to the store. */
function recordEach(
  delivery: Delivery,
  settings: Settings,
  webhooks: readonly WebhookProgress[],
  url: string,
  inFlight: ReadonlySet<string>,
  now: number,
  facts: RetryFacts,
): Delivery {
  const planned = webhooks.map((webhook) =>
    webhook.url === url && isOpen(webhook)
      ? withNextAttempt(delivery, settings, webhook, webhook.windowAttempts, now, facts)
      : webhook,
  );
  const waitsAgain = planned.some((webhook) => webhook.url === url && isOpen(webhook));
  const next = waitsAgain ? withReleased(planned, inFlight, now) : planned;
  return next.some(({ sending }) => sending)
    ? { ...delivery, webhooks: next }
    : conclude(delivery, settings.fanOut, next);
}

const withReleased = (
  webhooks: readonly WebhookProgress[],
  inFlight: ReadonlySet<string>,
  now: number,
): readonly WebhookProgress[] =>
  webhooks.map((webhook) =>
    webhook.sending && !inFlight.has(webhook.url)
      ? { ...webhook, sending: false, nextAttemptAt: now }
      : webhook,
  );

/** Returns queued attempts that have not started to the store. They are due immediately. */
export function releaseQueued(
  delivery: Delivery,
  fanOut: Settings['fanOut'],
  inFlight: ReadonlySet<string>,
  now: number,
): Delivery {
  const webhooks = withReleased(delivery.webhooks, inFlight, now);
  if (webhooks.some(({ sending }) => sending)) return { ...delivery, webhooks };
  return delivery.sending ? conclude(delivery, fanOut, webhooks) : { ...delivery, webhooks };
}
