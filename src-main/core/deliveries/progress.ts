/**
 * The state machine of a delivery (D23 to D29). Pure functions: the webhooks of a round, and the
 * resulting state of the delivery. A webhook is open while more attempts are possible.
 * after-attempt handles results; pause, cancel and retry (D31, D32) are at the end of this file.
 */
import { isLimitedByFailures, windowMsOf } from '#shared/lib/backoff.ts';
import { backoffOf } from '#shared/profiles/profiles.ts';
import type { WebhookProgress } from '#shared/schemas/delivery.ts';
import type { Destination } from '#shared/schemas/destination.ts';
import { plannedWebhooks } from './planned-webhooks.ts';

export type Settings = Pick<
  Destination,
  'fanOut' | 'profile' | 'retry' | 'webhookUrl' | 'webhooks'
>;

/** Whether more attempts are possible. */
export const isOpen = ({ state }: WebhookProgress): boolean =>
  state === 'pending' || state === 'sending' || state === 'retrying';

/** State of a webhook that waits for its next attempt. */
export const waitingState = (webhook: WebhookProgress): WebhookProgress['state'] =>
  webhook.windowAttempts > 0 ? 'retrying' : 'pending';

const newWebhook = (url: string): WebhookProgress => ({
  url,
  state: 'pending',
  attempts: 0,
  windowAttempts: 0,
  lastStatus: null,
  lastResult: null,
  nextAttemptAt: null,
});

/** Uses the destination's current URLs (D31): adds new ones and cancels removed ones. */
function withUrlsOf(delivery: Delivery, settings: Settings): readonly WebhookProgress[] {
  const urls = [...plannedWebhooks(settings).keys()];
  if (delivery.webhooks.length === 0) return urls.map(newWebhook);
  const byUrl = new Map(delivery.webhooks.map((webhook) => [webhook.url, webhook]));
  const removed = delivery.webhooks
    .filter(({ url, attempts }) => !urls.includes(url) && attempts > 0)
    .map((webhook) =>
      isOpen(webhook) ? { ...webhook, state: 'cancelled' as const, nextAttemptAt: null } : webhook,
    );
  return [...urls.map((url) => byUrl.get(url) ?? newWebhook(url)), ...removed];
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

/** Computes state and next attempt of a delivery that is not in flight from its webhooks. */
export function conclude(delivery: Delivery, webhooks: readonly WebhookProgress[]): Delivery {
  const open = webhooks.filter(isOpen);
  const has = (state: WebhookProgress['state']) =>
    webhooks.some((webhook) => webhook.state === state);
  if (open.length > 0) {
    const planned = open.map(({ nextAttemptAt }) => nextAttemptAt).filter((time) => time !== null);
    return {
      ...delivery,
      webhooks,
      state: delivery.attempts > 0 ? 'retrying' : 'pending',
      // Webhooks without a time are in the dispatcher's queue (see backlog-queue).
      nextAttemptAt: planned.length > 0 ? Math.min(...planned) : null,
    };
  }
  const state = has('exhausted')
    ? 'exhausted'
    : has('blocked')
      ? 'blocked'
      : has('delivered')
        ? 'delivered'
        : 'cancelled';
  const exhaustedReason =
    state === 'exhausted' ? (delivery.exhaustedReason ?? 'window_ended') : delivery.exhaustedReason;
  return { ...delivery, webhooks, state, exhaustedReason, nextAttemptAt: null };
}

/** The next round of a due delivery. */
export interface StartedRound {
  readonly delivery: Delivery;
  /** Webhooks to send to. Empty if the retry window has ended or no due webhook has capacity. */
  readonly urls: readonly string[];
}

/**
 * Starts a round with all open webhooks, or with fan-out to each URL, the due ones (D23, D24). There, a
 * webhook without capacity is skipped so that it doesn't delay others.
 */
export function startRound(
  delivery: Delivery,
  settings: Settings,
  now: number,
  hasCapacity: (url: string) => boolean = () => true,
): StartedRound {
  const webhooks = withUrlsOf(delivery, settings);
  if (now > windowEnd(delivery, settings)) {
    const exhausted = webhooks.map((webhook) =>
      isOpen(webhook) ? { ...webhook, state: 'exhausted' as const, nextAttemptAt: null } : webhook,
    );
    return {
      delivery: conclude({ ...delivery, exhaustedReason: 'window_ended' }, exhausted),
      urls: [],
    };
  }
  const isDue = (webhook: WebhookProgress) =>
    isOpen(webhook) && (settings.fanOut === 'any' || (webhook.nextAttemptAt ?? 0) <= now);
  const due = webhooks.filter(isDue).map(({ url }) => url);
  const urls = settings.fanOut === 'any' ? due : due.filter(hasCapacity);
  const started = webhooks.map((webhook) => {
    if (!due.includes(webhook.url)) return webhook;
    const state = urls.includes(webhook.url) ? ('sending' as const) : waitingState(webhook);
    return { ...webhook, state, nextAttemptAt: null };
  });
  if (urls.length === 0) return { delivery: conclude(delivery, started), urls };
  return {
    urls,
    delivery: {
      ...delivery,
      state: 'sending',
      round: delivery.round + 1,
      windowRounds: delivery.windowRounds + 1,
      firstAttemptAt: hasAttempts(delivery) ? delivery.firstAttemptAt : now,
      nextAttemptAt: null,
      webhooks: started,
    },
  };
}

/** Due webhooks that wait for capacity. */
export const backloggedUrls = (delivery: Delivery): readonly string[] =>
  delivery.state === 'pending' || delivery.state === 'retrying'
    ? delivery.webhooks
        .filter((webhook) => isOpen(webhook) && webhook.nextAttemptAt === null)
        .map(({ url }) => url)
    : [];

import type { Delivery } from '../store/deliveries.ts';

/**
 * Resumes a paused delivery at its scheduled time, or immediately if it only waited for capacity
 * (D32).
 */
export const resume = (delivery: Delivery, now: number): Delivery => ({
  ...delivery,
  state: delivery.attempts > 0 ? 'retrying' : 'pending',
  nextAttemptAt: delivery.nextAttemptAt ?? now,
});

/**
 * The waiting state of a delivery that was cancelled after an attempt. Its webhooks still have
 * their schedule.
 */
export const afterCancel = (delivery: Delivery): Pick<Delivery, 'state' | 'nextAttemptAt'> => {
  const { state, nextAttemptAt } = conclude(delivery, delivery.webhooks);
  // Without an open webhook, it has not started.
  return state === 'retrying'
    ? { state, nextAttemptAt }
    : { state: 'pending', nextAttemptAt: null };
};

/** Makes a waiting delivery due immediately, or opens a new retry window for an ended one. */
export function retryNow(delivery: Delivery, now: number): Delivery {
  const hasEnded = delivery.state !== 'pending' && delivery.state !== 'retrying';
  if (!hasEnded)
    return {
      ...delivery,
      nextAttemptAt: now,
      webhooks: delivery.webhooks.map((webhook) =>
        isOpen(webhook) ? { ...webhook, nextAttemptAt: now } : webhook,
      ),
    };
  return {
    ...delivery,
    state: 'pending',
    exhaustedReason: null,
    windowRounds: 0,
    firstAttemptAt: null,
    nextAttemptAt: now,
    webhooks: delivery.webhooks.map((webhook) => ({
      ...webhook,
      state: 'pending',
      windowAttempts: 0,
      nextAttemptAt: null,
    })),
  };
}
