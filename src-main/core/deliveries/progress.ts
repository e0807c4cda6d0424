/**
 * The state machine of a delivery, pure: which webhooks a round sends to, and what their states make of
 * the delivery (D23 to D29). A webhook is open while it may still be sent to. What a result makes of
 * it is in after-attempt; a pause, a cancel and a retry (D31, D32) stand at the end.
 */
import type { WebhookProgress } from '#shared/schemas/delivery.ts';
import type { Destination } from '#shared/schemas/destination.ts';
import { plannedWebhooks } from './planned-webhooks.ts';

export type Settings = Pick<Destination, 'fanOut' | 'retry' | 'webhookUrl' | 'webhooks'>;

/** Whether it may still be sent to. */
export const isOpen = ({ state }: WebhookProgress): boolean =>
  state === 'pending' || state === 'sending' || state === 'retrying';

/** What a webhook waits as. */
export const waitingState = (webhook: WebhookProgress): WebhookProgress['state'] =>
  webhook.windowAttempts > 0 ? 'retrying' : 'pending';

const fresh = (url: string): WebhookProgress => ({
  url,
  state: 'pending',
  attempts: 0,
  windowAttempts: 0,
  lastStatus: null,
  lastResult: null,
  nextAttemptAt: null,
});

/** URLs are those of the destination now (D31): new ones join, removed ones are given up. */
function withUrlsOf(delivery: Delivery, settings: Settings): readonly WebhookProgress[] {
  const urls = [...plannedWebhooks(settings).keys()];
  if (delivery.webhooks.length === 0) return urls.map(fresh);
  const known = new Map(delivery.webhooks.map((webhook) => [webhook.url, webhook]));
  const removed = delivery.webhooks
    .filter(({ url, attempts }) => !urls.includes(url) && attempts > 0)
    .map((webhook) =>
      isOpen(webhook) ? { ...webhook, state: 'cancelled' as const, nextAttemptAt: null } : webhook,
    );
  return [...urls.map((url) => known.get(url) ?? fresh(url)), ...removed];
}

/** Whether an attempt of the present window has been answered; one that a crash cut off has not. */
const hasAttempts = ({ webhooks }: Delivery): boolean =>
  webhooks.some(({ windowAttempts }) => windowAttempts > 0);

/** End of the window; open-ended before the first attempt (D28). */
export const windowEnd = (delivery: Delivery, settings: Pick<Destination, 'retry'>): number =>
  delivery.firstAttemptAt === null || !hasAttempts(delivery)
    ? Number.POSITIVE_INFINITY
    : delivery.firstAttemptAt + settings.retry.windowMs;

/** State and next attempt of a delivery that nothing is in flight for, from its webhooks. */
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
      // Webhooks without a time wait for room; the dispatcher knows of them (see waiting-room).
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
  const exhaustedReason = state === 'exhausted' ? 'window_ended' : delivery.exhaustedReason;
  return { ...delivery, webhooks, state, exhaustedReason, nextAttemptAt: null };
}

/** What is to be done with a delivery that is due. */
export interface StartedRound {
  readonly delivery: Delivery;
  /** Webhooks to send to; none when its window is over, or those that are due have no room. */
  readonly urls: readonly string[];
}

/**
 * Begins a round: all open webhooks, in strict fan-out those that are due (D23, D24). There, one
 * that has no room for more is left out, so that it holds up nobody but itself.
 */
export function startRound(
  delivery: Delivery,
  settings: Settings,
  now: number,
  hasRoom: (url: string) => boolean = () => true,
): StartedRound {
  const webhooks = withUrlsOf(delivery, settings);
  if (now > windowEnd(delivery, settings)) {
    const exhausted = webhooks.map((webhook) =>
      isOpen(webhook) ? { ...webhook, state: 'exhausted' as const, nextAttemptAt: null } : webhook,
    );
    return { delivery: conclude(delivery, exhausted), urls: [] };
  }
  const isDue = (webhook: WebhookProgress) =>
    isOpen(webhook) && (settings.fanOut === 'any' || (webhook.nextAttemptAt ?? 0) <= now);
  const due = webhooks.filter(isDue).map(({ url }) => url);
  const urls = settings.fanOut === 'any' ? due : due.filter(hasRoom);
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

/** Webhooks that are due and wait until there is room for them. */
export const backloggedUrls = (delivery: Delivery): readonly string[] =>
  delivery.state === 'pending' || delivery.state === 'retrying'
    ? delivery.webhooks
        .filter((webhook) => isOpen(webhook) && webhook.nextAttemptAt === null)
        .map(({ url }) => url)
    : [];

import type { Delivery } from '../store/deliveries.ts';

/** Goes on after a pause: at its time, or at once when it waited for nothing but room (D32). */
export const resumed = (delivery: Delivery, now: number): Delivery => ({
  ...delivery,
  state: delivery.attempts > 0 ? 'retrying' : 'pending',
  nextAttemptAt: delivery.nextAttemptAt ?? now,
});

/** How one that was cancelled after an attempt would have waited: its webhooks still have their times. */
export const afterCancel = (delivery: Delivery): Pick<Delivery, 'state' | 'nextAttemptAt'> => {
  const { state, nextAttemptAt } = conclude(delivery, delivery.webhooks);
  // It has not started without an open webhook.
  return state === 'retrying'
    ? { state, nextAttemptAt }
    : { state: 'pending', nextAttemptAt: null };
};

/** Makes what waits due at once, or opens a new window for what has ended. */
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
