/** Applies the result of an attempt to a delivery and its webhooks. Pure functions (D23 to D29). */
import { plannedDelayMs } from '#shared/lib/backoff.ts';
import type { AttemptResult, WebhookProgress } from '#shared/schemas/delivery.ts';
import type { Delivery } from '../store/deliveries.ts';
import { conclude, isOpen, type Settings, waitingState, windowEnd } from './progress.ts';

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

/**
 * Schedules the next attempt of a failed webhook, or marks it exhausted if that is after the retry
 * window.
 */
function scheduleRetry(
  delivery: Delivery,
  settings: Settings,
  webhook: WebhookProgress,
  retry: number,
  now: number,
): WebhookProgress {
  const nextAttemptAt = now + plannedDelayMs(settings.retry, delivery.id, retry);
  return nextAttemptAt > windowEnd(delivery, settings)
    ? { ...webhook, state: 'exhausted', nextAttemptAt: null }
    : { ...webhook, state: 'retrying', nextAttemptAt };
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
): Delivery {
  const webhooks = before.webhooks.map((webhook) =>
    webhook.url === url ? afterAttempt(webhook, result, status) : webhook,
  );
  // The retry window starts with this attempt if it was the first.
  const delivery = { ...withLatest(before, result, status), webhooks };
  return settings.fanOut === 'any'
    ? recordAny(delivery, settings, webhooks, inFlight, now)
    : recordEach(delivery, settings, webhooks, url, inFlight, now);
}

/**
 * One success settles all webhooks (spec 4.1 rule 1). Otherwise, the round ends with its last
 * response.
 */
function recordAny(
  delivery: Delivery,
  settings: Settings,
  webhooks: readonly WebhookProgress[],
  inFlight: ReadonlySet<string>,
  now: number,
): Delivery {
  if (webhooks.some(({ state }) => state === 'delivered')) {
    const settled = webhooks.map((webhook) =>
      isOpen(webhook) && !inFlight.has(webhook.url)
        ? { ...webhook, state: 'skipped' as const, nextAttemptAt: null }
        : webhook,
    );
    return { ...delivery, webhooks: settled, state: 'delivered', nextAttemptAt: null };
  }
  if (webhooks.some(({ state }) => state === 'sending')) return { ...delivery, webhooks };
  return conclude(
    delivery,
    webhooks.map((webhook) =>
      isOpen(webhook)
        ? scheduleRetry(delivery, settings, webhook, delivery.windowRounds, now)
        : webhook,
    ),
  );
}

/** Each webhook is independent. Attempts queued behind a failure are returned to the store. */
function recordEach(
  delivery: Delivery,
  settings: Settings,
  webhooks: readonly WebhookProgress[],
  url: string,
  inFlight: ReadonlySet<string>,
  now: number,
): Delivery {
  const planned = webhooks.map((webhook) =>
    webhook.url === url && webhook.state === 'retrying'
      ? scheduleRetry(delivery, settings, webhook, webhook.windowAttempts, now)
      : webhook,
  );
  const failed = planned.some((webhook) => webhook.url === url && webhook.state === 'retrying');
  const next = failed ? withReleased(planned, inFlight, now) : planned;
  if (next.some(({ state }) => state === 'sending')) return { ...delivery, webhooks: next };
  return conclude(delivery, next);
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
