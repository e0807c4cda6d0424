/** Applies the result of an attempt to a delivery and its webhooks. Pure functions (D23 to D29). */
import { isInWindow, minDelayMs, plannedRetryMs, withRetryAfter } from '#shared/lib/backoff.ts';
import { backoffOf, profileOf } from '#shared/profiles/profiles.ts';
import { isDisabling, statusMeaning } from '#shared/profiles/status.ts';
import type { AttemptResult, ExhaustedReason, WebhookProgress } from '#shared/schemas/delivery.ts';
import type { Delivery } from '../store/deliveries.ts';
import { conclude, isOpen, type Settings, waitingState } from './progress.ts';

function afterAttempt(
  webhook: WebhookProgress,
  result: AttemptResult,
  status: number | null,
): WebhookProgress {
  return {
    ...webhook,
    state: result.outcome === 'failed' ? 'retrying' : result.outcome,
    attempts: webhook.attempts + 1,
    windowAttempts: webhook.windowAttempts + 1,
    lastStatus: status,
    lastResult: result,
    nextAttemptAt: null,
  };
}

/** Time of the next attempt of a failed webhook, or why there is none (D28, D29, D55). */
function nextAttempt(
  delivery: Delivery,
  settings: Settings,
  { lastResult, lastStatus }: WebhookProgress,
  retry: number,
  now: number,
  retryAfterMs: number | null,
): number | ExhaustedReason {
  const profile = profileOf(settings);
  const backoff = backoffOf(settings);
  const isResponse = lastResult?.outcome === 'failed' && lastStatus !== null;
  if (isResponse) {
    if (isDisabling(profile, lastStatus)) return 'endpoint_disabled';
    if (statusMeaning(profile, lastStatus) === 'not_retried') return 'not_retryable';
  }
  const isTimeout = lastResult?.code === 'timeout';
  if (isTimeout && profile.timeouts === 'not_retried') return 'not_retryable';
  if ('kind' in backoff && backoff.kind === 'none') return 'not_retryable';
  const minMs = minDelayMs(profile, { status: isResponse ? lastStatus : null, isTimeout });
  const delayMs = plannedRetryMs(backoff, delivery.id, retry, minMs);
  if (delayMs === null) return 'attempts_used';
  const time = now + withRetryAfter(profile.retryAfter, delayMs, retryAfterMs);
  const firstAt = delivery.firstAttemptAt ?? now;
  return isInWindow(backoff, now - firstAt, time - firstAt) ? time : 'window_ended';
}

/** Schedules the next attempt of each failed webhook, or marks it exhausted. */
function scheduleRetries(
  delivery: Delivery,
  settings: Settings,
  webhooks: readonly WebhookProgress[],
  isFailed: (webhook: WebhookProgress) => boolean,
  retryOf: (webhook: WebhookProgress) => number,
  now: number,
  retryAfterMs: number | null,
): Pick<Delivery, 'webhooks' | 'exhaustedReason'> {
  let { exhaustedReason } = delivery;
  const scheduled = webhooks.map((webhook) => {
    if (!isFailed(webhook)) return webhook;
    const next = nextAttempt(delivery, settings, webhook, retryOf(webhook), now, retryAfterMs);
    if (typeof next === 'number')
      return { ...webhook, state: 'retrying' as const, nextAttemptAt: next };
    exhaustedReason = next;
    return { ...webhook, state: 'exhausted' as const, nextAttemptAt: null };
  });
  return { webhooks: scheduled, exhaustedReason };
}

/**
 * Updates the delivery's own fields after an attempt. A late failure doesn't overwrite a success.
 */
function withLatest(delivery: Delivery, result: AttemptResult, status: number | null): Delivery {
  const attempts = delivery.attempts + 1;
  if (delivery.state === 'delivered' && result.outcome !== 'delivered')
    return { ...delivery, attempts };
  return {
    ...delivery,
    attempts,
    lastStatus: status,
    lastFailure: result.outcome === 'delivered' ? null : result.code,
    warning: result.code === 'non_2xx',
  };
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
  retryAfterMs: number | null = null,
): Delivery {
  const webhooks = before.webhooks.map((webhook) =>
    webhook.url === url ? afterAttempt(webhook, result, status) : webhook,
  );
  // The retry window starts with this attempt if it was the first.
  const delivery = { ...withLatest(before, result, status), webhooks };
  return settings.fanOut === 'any'
    ? recordAny(delivery, settings, webhooks, inFlight, now, retryAfterMs)
    : recordEach(delivery, settings, webhooks, url, inFlight, now, retryAfterMs);
}

/**
 * One success finishes all webhooks (spec 4.1 rule 1). Otherwise, the round ends with its last
 * response.
 */
function recordAny(
  delivery: Delivery,
  settings: Settings,
  webhooks: readonly WebhookProgress[],
  inFlight: ReadonlySet<string>,
  now: number,
  retryAfterMs: number | null,
): Delivery {
  if (webhooks.some(({ state }) => state === 'delivered')) {
    const finished = webhooks.map((webhook) =>
      isOpen(webhook) && !inFlight.has(webhook.url)
        ? { ...webhook, state: 'skipped' as const, nextAttemptAt: null }
        : webhook,
    );
    return { ...delivery, webhooks: finished, state: 'delivered', nextAttemptAt: null };
  }
  if (webhooks.some(({ state }) => state === 'sending')) return { ...delivery, webhooks };
  const retry = delivery.windowRounds;
  const next = scheduleRetries(
    delivery,
    settings,
    webhooks,
    isOpen,
    () => retry,
    now,
    retryAfterMs,
  );
  return conclude({ ...delivery, ...next }, next.webhooks);
}

/** Each webhook is independent. Attempts queued behind a failure are returned to the store. */
function recordEach(
  delivery: Delivery,
  settings: Settings,
  webhooks: readonly WebhookProgress[],
  url: string,
  inFlight: ReadonlySet<string>,
  now: number,
  retryAfterMs: number | null,
): Delivery {
  const isFailed = (webhook: WebhookProgress): boolean =>
    webhook.url === url && webhook.state === 'retrying';
  const planned = scheduleRetries(
    delivery,
    settings,
    webhooks,
    isFailed,
    ({ windowAttempts }) => windowAttempts,
    now,
    retryAfterMs,
  );
  const next = planned.webhooks.some(isFailed)
    ? withReleased(planned.webhooks, inFlight, now)
    : planned.webhooks;
  const current = { ...delivery, ...planned, webhooks: next };
  return next.some(({ state }) => state === 'sending') ? current : conclude(current, next);
}

const withReleased = (
  webhooks: readonly WebhookProgress[],
  inFlight: ReadonlySet<string>,
  now: number,
): readonly WebhookProgress[] =>
  webhooks.map((webhook) =>
    webhook.state === 'sending' && !inFlight.has(webhook.url)
      ? { ...webhook, state: waitingState(webhook), nextAttemptAt: now }
      : webhook,
  );

/** Returns queued attempts that have not started to the store. They are due immediately. */
export function releaseQueued(
  delivery: Delivery,
  inFlight: ReadonlySet<string>,
  now: number,
): Delivery {
  const webhooks = withReleased(delivery.webhooks, inFlight, now);
  if (webhooks.some(({ state }) => state === 'sending')) return { ...delivery, webhooks };
  return delivery.state === 'sending' ? conclude(delivery, webhooks) : { ...delivery, webhooks };
}
