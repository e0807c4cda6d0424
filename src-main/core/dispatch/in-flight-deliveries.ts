/**
 * What one destination has in flight: deliveries whose round is under way, their attempts on the queues
 * of its webhooks, and the storing of what comes of them.
 */
import type { Destination } from '#shared/schemas/destination.ts';
import type { FailedDelivery } from '../alerts/alerts.ts';
import type { ProductClock } from '../clock/product-clock.ts';
import { type ConfigCache, canSend } from '../config/config-cache.ts';
import { recordResult, releaseQueued } from '../deliveries/after-attempt.ts';
import { plannedWebhooks } from '../deliveries/planned-webhooks.ts';
import { startRound, windowEnd } from '../deliveries/progress.ts';
import type { OwnEndpoints } from '../own-endpoints.ts';
import type { Log } from '../ports.ts';
import { requestHeaders } from '../routing/request-headers.ts';
import type { Delivery } from '../store/deliveries.ts';
import type { Store } from '../store/store.ts';
import type { BodyCacheSize } from './body-cache.ts';
import type { Connection } from './connection.ts';
import type { FairnessPolicy } from './fairness-policy.ts';
import { createRound, createRoundStore, type Round } from './round.ts';
import type { TimeoutLog } from './timeout-log.ts';
import type { Trust } from './trust.ts';
import { createWebhookQueue, type WebhookQueue } from './webhook-queue.ts';

export interface DispatchTools {
  readonly store: Store;
  readonly configCache: ConfigCache;
  readonly clock: ProductClock;
  readonly log: Log;
  readonly trust: Trust;
  readonly ownEndpoints: OwnEndpoints;
  readonly timeouts: TimeoutLog;
  /** Requests under way at once to one webhook. */
  readonly concurrency: () => number;
  readonly fairness: FairnessPolicy;
  /** What all destinations hold in memory together. */
  readonly cacheSize: BodyCacheSize;
  /** Called when an attempt has ended. */
  readonly ended: () => void;
  /** Called when a delivery is exhausted or blocked. */
  readonly onDeliveryFailed: (delivery: FailedDelivery) => void;
  /** Whether a delivery is to be cancelled when it would wait again. */
  readonly isCancelRequested: (deliveryId: number) => boolean;
}

export interface InFlightDeliveries {
  /** Deliveries in it. */
  size(): number;
  has(deliveryId: number): boolean;
  get(deliveryId: number): Delivery | undefined;
  deliveries(): readonly Delivery[];
  /** Whether an answer of this delivery is still awaited. */
  isActive(deliveryId: number): boolean;
  /** Whether it is, or an answer has come and is not on disk yet: what stands there is outdated. */
  isUnderWay(deliveryId: number): boolean;
  /** Whether its last answer is being stored. */
  isSaving(deliveryId: number): boolean;
  /**
   * Takes back what is queued of a delivery that is to be cancelled; one that is in flight is left to
   * its answer. Tells whether it is in flight at all.
   */
  release(deliveryId: number): boolean;
  /** Begins the next round of a delivery; `mayTake` tells which webhooks have room for it. */
  begin(delivery: Delivery, current: Destination, mayTake: (url: string) => boolean): void;
  /** Whether a webhook may be given more to wait for its connections. */
  hasRoom(url: string): boolean;
  /** Whether a webhook has a connection free and nothing that waits for one. */
  isStarved(url: string): boolean;
  /** Settings have changed: takes back what is queued for what is off, changed or deleted. */
  settingsChanged(): void;
  /** Whether something is in it or being stored. */
  isBusy(): boolean;
  /** Resolves when what is in flight has been answered and stored; what is queued is dropped. */
  stop(): Promise<void>;
}

export function createInFlightDeliveries(
  destination: () => Destination | undefined,
  tools: DispatchTools,
  options: {
    readonly bodyOf: (delivery: Delivery) => Uint8Array | undefined;
    /** Called when a delivery is no longer in flight. */
    readonly left: (delivery: Delivery) => void;
    /** Called when an attempt was planned. */
    readonly planned: (time: number) => void;
    /** Called when a webhook has capacity. */
    readonly starved: () => void;
  },
): InFlightDeliveries {
  const { store, clock, log, trust, ownEndpoints, concurrency, fairness } = tools;
  const active = new Map<number, Round>();
  const queues = new Map<string, WebhookQueue>();
  const rounds = createRoundStore({
    store,
    clock,
    log,
    rounds: () => active.values(),
    settled,
    saved(round, isLate) {
      leaveIfDone(round);
      // A command may have made it due while it was skipped as in flight.
      if (isLate) options.planned(clock.now());
      if (round.delivery.nextAttemptAt !== null) options.planned(round.delivery.nextAttemptAt);
    },
    ended: tools.ended,
  });

  /** A waiting delivery of a destination that is off waits as `paused` (D32). */
  function settled(delivery: Delivery): Delivery {
    if (delivery.state !== 'pending' && delivery.state !== 'retrying') return delivery;
    const current = destination();
    if (current === undefined || tools.isCancelRequested(delivery.id))
      return { ...delivery, state: 'cancelled', nextAttemptAt: null };
    return canSend(current) ? delivery : { ...delivery, state: 'paused' };
  }

  function leaveIfDone(round: Round): void {
    if (round.inFlight.size > 0 || round.queued.size > 0 || round.saving > 0) return;
    active.delete(round.delivery.id);
    options.left(round.delivery);
  }

  /** Drops what is queued and not to be sent any more; what becomes of it stands in the delivery. */
  function unqueue(round: Round): void {
    const sending = new Set(
      round.delivery.webhooks.filter(({ state }) => state === 'sending').map(({ url }) => url),
    );
    for (const [url, takeBack] of round.queued) {
      if (round.delivery.state === 'sending' && sending.has(url)) continue;
      takeBack();
      round.queued.delete(url);
    }
  }

  function releaseRound(round: Round): void {
    round.delivery = settled(releaseQueued(round.delivery, round.inFlight, clock.now()));
    unqueue(round);
    rounds.save(round, null);
  }

  /** Tells whether it failed. */
  async function attempt(round: Round, url: string, connection: Connection): Promise<boolean> {
    round.queued.delete(url);
    const current = destination();
    const webhook = current && plannedWebhooks(current).get(url);
    const startedAt = clock.now();
    const isTooLate = current !== undefined && startedAt > windowEnd(round.delivery, current);
    const body = options.bodyOf(round.delivery);
    const isCancelRequested = tools.isCancelRequested(round.delivery.id);
    if (!canSend(current) || webhook === undefined || isTooLate || isCancelRequested) {
      releaseRound(round);
      return false;
    }
    if (body === undefined) throw new Error(`Delivery ${round.delivery.id} has no stored body.`);
    const headers = requestHeaders(url, webhook.headers, current.sharedSecret, body);
    round.inFlight.add(url);
    round.sentAt = Math.min(round.sentAt, performance.now());
    rounds.watch();
    const answered = clock.busy();
    const result = await connection.post(webhook.path, headers, body).finally(() => {
      answered();
      round.inFlight.delete(url);
    });
    if (result.result.code === 'timeout') tools.timeouts.note(current.name, url);
    round.delivery = settled(
      recordResult(
        round.delivery,
        destination() ?? current,
        url,
        result.result,
        result.response?.status ?? null,
        round.inFlight,
        clock.now(),
      ),
    );
    unqueue(round);
    rounds.save(round, {
      deliveryId: round.delivery.id,
      url,
      round: round.delivery.round,
      windowRound: round.delivery.windowRounds,
      startedAt,
      requestHeaders: headers,
      ...result,
    });
    return result.result.outcome !== 'delivered';
  }

  function queueOf(url: string): WebhookQueue {
    const existing = queues.get(url);
    if (existing !== undefined) return existing;
    const queue = createWebhookQueue({
      url,
      trust,
      ownEndpoints,
      concurrency,
      fairness,
      starved: options.starved,
    });
    queues.set(url, queue);
    return queue;
  }

  /**
   * After a bug: what else it would have sent is dropped. It stays in flight, since it is still due on
   * disk and would be taken again at once; the next start takes it up.
   */
  function abandon(round: Round): void {
    if (round.inFlight.size > 0) return;
    for (const takeBack of round.queued.values()) takeBack();
    round.queued.clear();
  }

  function enqueue(round: Round, url: string): void {
    const takeBack = queueOf(url).add((connection) =>
      attempt(round, url, connection).catch((error) => {
        log.error('Unexpected error in an attempt.', { error, url });
        abandon(round);
        return false;
      }),
    );
    round.queued.set(url, takeBack);
  }

  function isActive(deliveryId: number): boolean {
    const round = active.get(deliveryId);
    return round !== undefined && round.inFlight.size + round.queued.size > 0;
  }

  return {
    size: () => active.size,
    has: (deliveryId) => active.has(deliveryId),
    get: (deliveryId) => active.get(deliveryId)?.delivery,
    deliveries: () => [...active.values()].map(({ delivery }) => delivery),
    isActive,
    isUnderWay(deliveryId) {
      const round = active.get(deliveryId);
      return round !== undefined && (isActive(deliveryId) || round.uncommitted > 0);
    },
    isSaving(deliveryId) {
      const round = active.get(deliveryId);
      return round !== undefined && round.saving > 0 && !isActive(deliveryId);
    },
    release(deliveryId) {
      const round = active.get(deliveryId);
      if (round !== undefined && round.inFlight.size === 0) releaseRound(round);
      return round !== undefined;
    },
    begin(delivery, current, mayTake) {
      const started = startRound(delivery, current, clock.now(), mayTake);
      const round = createRound(started.delivery);
      active.set(delivery.id, round);
      for (const url of started.urls) enqueue(round, url);
      // Nothing to send: it has ended, or is to wait until there is room.
      if (started.urls.length === 0) rounds.save(round, null);
    },
    hasRoom: (url) => queueOf(url).hasRoom(),
    isStarved: (url) => queues.get(url)?.isStarved() ?? true,
    settingsChanged() {
      const current = destination();
      const isGone = (url: string) => !canSend(current) || !plannedWebhooks(current).has(url);
      for (const round of [...active.values()])
        if ([...round.queued.keys()].some(isGone)) releaseRound(round);
      for (const [url, queue] of queues)
        if (isGone(url) && queue.isIdle()) {
          queues.delete(url);
          void queue.drain();
        } else queue.pump();
    },
    isBusy: () => active.size > 0 || rounds.isBusy(),
    async stop() {
      await Promise.all([...queues.values()].map((queue) => queue.drain()));
      await rounds.stop();
    },
  };
}
