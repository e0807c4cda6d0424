/**
 * The state machine of a delivery (D23 to D29). Pure functions: the webhooks of a round, and the
 * resulting state of the delivery. A webhook is open while more attempts are possible.
 * after-attempt handles results; pause, cancel and retry (D31, D32) are at the end of this file.
 */

import type { Delivery } from '#main/store/deliveries.ts';
import type { Destination } from '#shared/connections/destination.ts';
import type { DeliveryState, WebhookProgress } from '#shared/deliveries/delivery.ts';
import { isLimitedByFailures, windowMsOf } from '#shared/profiles/backoff.ts';
import { backoffOf } from '#shared/profiles/profiles.ts';
import { plannedWebhooks } from './planned-webhooks.ts';

export type Settings = Pick<
  Destination,
  'fanOut' | 'profile' | 'retry' | 'webhookUrl' | 'webhooks'
>;

/** Whether more attempts are possible. */
export const isOpen = ({ state }: Pick<WebhookProgress, 'state'>): boolean => state === 'waiting';

/** A webhook after which no further attempt is made. */
export const finished = (
  webhook: WebhookProgress,
  state: Exclude<WebhookProgress['state'], 'waiting' | 'gave_up'>,
): WebhookProgress => ({ ...webhook, state, sending: false, reason: null, nextAttemptAt: null });

export const gaveUp = (
  webhook: WebhookProgress,
  reason: NonNullable<WebhookProgress['reason']>,
): WebhookProgress => ({
  ...webhook,
  state: 'gave_up',
  sending: false,
  reason,
  nextAttemptAt: null,
});

/** Of a URL without an attempt. */
export const newWebhook = (url: string): WebhookProgress => ({
  url,
  state: 'waiting',
  sending: false,
  reason: null,
  attempts: 0,
  windowAttempts: 0,
  lastStatus: null,
  lastResult: null,
  lastResultAt: null,
  accepted: false,
  nextAttemptAt: null,
});

/** The destination's current URLs, which a retry can be for. */
export function currentWebhooks(
  { webhooks }: Pick<Delivery, 'webhooks'>,
  settings: Pick<Settings, 'webhookUrl' | 'webhooks'>,
): readonly WebhookProgress[] {
  const byUrl = new Map(webhooks.map((webhook) => [webhook.url, webhook]));
  return [...plannedWebhooks(settings).keys()].map((url) => byUrl.get(url) ?? newWebhook(url));
}

/** Uses the destination's current URLs (D31): adds new ones and cancels removed ones. */
function withUrlsOf(delivery: Delivery, settings: Settings): readonly WebhookProgress[] {
  const removed = delivery.webhooks
    .filter(({ url, attempts }) => !plannedWebhooks(settings).has(url) && attempts > 0)
    .map((webhook) => (isOpen(webhook) ? finished(webhook, 'cancelled') : webhook));
  return [...currentWebhooks(delivery, settings), ...removed];
}

/**
 * Whether an attempt of this retry window has a result. Attempts interrupted by a crash have none.
 */
const hasAttempts = ({ webhooks }: Delivery): boolean =>
  webhooks.some(({ windowAttempts }) => windowAttempts > 0);

/** Latest start of an attempt; infinite before the first one, and if the window limits failures (D28). */
export function windowEnd(
  delivery: Delivery,
  settings: Pick<Destination, 'profile' | 'retry'>,
): number {
  const backoff = backoffOf(settings);
  return delivery.firstAttemptAt === null || !hasAttempts(delivery) || isLimitedByFailures(backoff)
    ? Number.POSITIVE_INFINITY
    : delivery.firstAttemptAt + windowMsOf(backoff);
}

/** The state of a delivery without open webhooks: the first that one of them has (D58). */
const precedence = {
  any: ['delivered', 'refused', 'gave_up', 'blocked', 'cancelled'],
  each: ['gave_up', 'blocked', 'refused', 'delivered', 'cancelled'],
} as const satisfies Record<Destination['fanOut'], readonly DeliveryState[]>;

/** The earliest scheduled attempt of these webhooks; null if none is scheduled. */
export function firstPlanned(webhooks: readonly WebhookProgress[]): number | null {
  const planned = webhooks
    .map(({ nextAttemptAt }) => nextAttemptAt)
    .filter((time) => time !== null);
  return planned.length > 0 ? Math.min(...planned) : null;
}

/** The final state of a delivery, with the status and code of the response that decided it. */
export function ended(
  delivery: Delivery,
  fanOut: Destination['fanOut'],
  webhooks: readonly WebhookProgress[],
): Delivery {
  const state =
    precedence[fanOut].find((one) => webhooks.some((webhook) => webhook.state === one)) ??
    'cancelled';
  const inState = webhooks.filter((webhook) => webhook.state === state);
  const isLatest = ({ lastStatus, lastResult }: WebhookProgress): boolean =>
    lastStatus === delivery.lastStatus && lastResult?.code === delivery.lastCode;
  const {
    reason = null,
    lastResult = null,
    lastStatus,
  } = inState.find(isLatest) ?? inState[0] ?? {};
  return {
    ...delivery,
    webhooks,
    state,
    sending: false,
    reason,
    nextAttemptAt: null,
    ...(lastResult !== null && { lastStatus: lastStatus ?? null, lastCode: lastResult.code }),
  };
}

/** The webhook with the newest attempt that was not accepted; undefined without one. */
const newestFailed = (webhooks: readonly WebhookProgress[]): WebhookProgress | undefined =>
  webhooks
    .filter(({ lastResult }) => lastResult !== null && lastResult.outcome !== 'accepted')
    .toSorted((a, b) => (b.lastResultAt ?? 0) - (a.lastResultAt ?? 0))[0];

/** With the status and code for which a delivery waits: another URL may have accepted since. */
function withWaitingCause(delivery: Delivery, open: readonly WebhookProgress[]): Delivery {
  const { lastResult = null, lastStatus = null } = newestFailed(open) ?? {};
  return lastResult === null ? delivery : { ...delivery, lastStatus, lastCode: lastResult.code };
}

/** Computes state and next attempt of a delivery that is not in flight from its webhooks. */
export function conclude(
  delivery: Delivery,
  fanOut: Destination['fanOut'],
  webhooks: readonly WebhookProgress[],
): Delivery {
  const open = webhooks.filter(isOpen);
  if (open.length > 0)
    return {
      ...withWaitingCause(delivery, open),
      webhooks,
      state: 'waiting',
      sending: false,
      reason: null,
      // Webhooks without a time are in the dispatcher's queue (see backlog-queue).
      nextAttemptAt: firstPlanned(open),
    };
  return ended(delivery, fanOut, webhooks);
}

/** The next round of a due delivery. */
export interface StartedRound {
  readonly delivery: Delivery;
  /** Webhooks to send to. Empty if the retry window has ended or no due webhook has capacity. */
  readonly urls: readonly string[];
}

/**
 * Starts a round with the due webhooks (D23, D24). With fan-out to each URL, a webhook without capacity is skipped so that
 * it doesn't delay others.
 */
export function startRound(
  delivery: Delivery,
  settings: Settings,
  now: number,
  hasCapacity: (url: string) => boolean = () => true,
): StartedRound {
  const webhooks = withUrlsOf(delivery, settings);
  if (now > windowEnd(delivery, settings)) {
    const ended = webhooks.map((webhook) =>
      isOpen(webhook) ? gaveUp(webhook, 'window_ended') : webhook,
    );
    return { delivery: conclude(delivery, settings.fanOut, ended), urls: [] };
  }
  const isDue = (webhook: WebhookProgress) =>
    isOpen(webhook) && (webhook.nextAttemptAt ?? 0) <= now;
  const due = webhooks.filter(isDue).map(({ url }) => url);
  const urls = settings.fanOut === 'any' ? due : due.filter(hasCapacity);
  const started = webhooks.map((webhook) => {
    if (!due.includes(webhook.url)) return webhook;
    return { ...webhook, sending: urls.includes(webhook.url), nextAttemptAt: null };
  });
  if (urls.length === 0) return { delivery: conclude(delivery, settings.fanOut, started), urls };
  return {
    urls,
    delivery: {
      ...delivery,
      state: 'waiting',
      sending: true,
      round: delivery.round + 1,
      windowRounds: delivery.windowRounds + 1,
      firstAttemptAt: hasAttempts(delivery) ? delivery.firstAttemptAt : now,
      nextAttemptAt: null,
      webhooks: started,
    },
  };
}

/** Due webhooks that wait for capacity. */
export const backloggedUrls = ({ state, sending, webhooks }: Delivery): readonly string[] =>
  state === 'waiting' && !sending
    ? webhooks
        .filter((webhook) => isOpen(webhook) && webhook.nextAttemptAt === null)
        .map(({ url }) => url)
    : [];

/**
 * Resumes a paused delivery at its scheduled time, or immediately if it only waited for capacity
 * (D32).
 */
export const resume = (delivery: Delivery, now: number): Delivery => ({
  ...delivery,
  state: 'waiting',
  nextAttemptAt: delivery.nextAttemptAt ?? now,
});

/** Undoes a cancel: its webhooks still have their schedule, and what waited for capacity is due now. */
export function restore(delivery: Delivery, now: number): Delivery {
  const waiting: Delivery = { ...delivery, state: 'waiting' };
  const nextAttemptAt =
    backloggedUrls(waiting).length > 0 ? now : firstPlanned(delivery.webhooks.filter(isOpen));
  return { ...waiting, nextAttemptAt: nextAttemptAt ?? now };
}

/** A webhook of a waiting delivery. One that is not retried keeps its schedule. */
function retriedInWindow(
  webhook: WebhookProgress,
  isRetried: boolean,
  delivery: Delivery,
  now: number,
): WebhookProgress {
  if (isRetried) return { ...webhook, state: 'waiting', reason: null, nextAttemptAt: now };
  return delivery.webhooks.some(({ url }) => url === webhook.url)
    ? webhook
    : { ...webhook, nextAttemptAt: delivery.nextAttemptAt };
}

/** A webhook of an ended delivery, at the start of a new window. */
function retriedInNewWindow(webhook: WebhookProgress, isRetried: boolean): WebhookProgress {
  const inWindow: WebhookProgress = { ...webhook, windowAttempts: 0, nextAttemptAt: null };
  if (isRetried) return { ...inWindow, state: 'waiting', reason: null };
  return isOpen(webhook) ? finished(inWindow, 'skipped') : inWindow;
}

/**
 * Retries these URLs now (D72). An ended delivery gets a new retry window; in a waiting one, the other URLs keep their
 * schedule.
 */
export function retryNow(
  delivery: Delivery,
  settings: Settings,
  urls: ReadonlySet<string>,
  now: number,
): Delivery {
  const webhooks = withUrlsOf(delivery, settings);
  if (delivery.state === 'waiting')
    return {
      ...delivery,
      nextAttemptAt: now,
      webhooks: webhooks.map((webhook) =>
        retriedInWindow(webhook, urls.has(webhook.url), delivery, now),
      ),
    };
  return {
    ...delivery,
    state: 'waiting',
    reason: null,
    windowRounds: 0,
    firstAttemptAt: null,
    nextAttemptAt: now,
    webhooks: webhooks.map((webhook) => retriedInNewWindow(webhook, urls.has(webhook.url))),
  };
}
