/**
 * Manages a destination's deliveries in flight: their rounds, the attempts in the webhook queues,
 * and storing the results.
 */
import type { Socket } from 'node:net';
import type { VirtualClock } from '#main/clock/virtual-clock.ts';
import type { Connection, SentOnce } from '#main/kit/http-client/connection.ts';
import type { ConnectionTools } from '#main/kit/http-client/connector.ts';
import type { SocketTime } from '#main/kit/http-client/socket-time.ts';
import type { Log } from '#main/kit/ports.ts';
import { localEnd, type RequestsInFlight } from '#main/kit/requests-in-flight.ts';
import { type Sandbox, withTime } from '#main/kit/sandbox.ts';
import { type ConfigCache, canSend } from '#main/store/config-cache.ts';
import type { Delivery } from '#main/store/deliveries.ts';
import type { Store } from '#main/store/store.ts';
import type { Destination } from '#shared/connections/destination.ts';
import { portOf, requestedUrl } from '#shared/kit/webhook-url.ts';
import type { ProviderProfile } from '#shared/profiles/profile.ts';
import { profileOf } from '#shared/profiles/profiles.ts';
import { isDisabling } from '#shared/profiles/status.ts';
import { recordResult, releaseQueued } from '../after-attempt.ts';
import type { FailedDelivery } from '../alerts.ts';
import { plannedWebhooks } from '../planned-webhooks.ts';
import { webhookRequest } from '../routing/request-headers.ts';
import { startRound, windowEnd } from '../state-machine.ts';
import type { BodyCacheSize } from './body-cache.ts';
import type { FairnessPolicy } from './fairness-policy.ts';
import { retryAfterMsOf } from './retry-after.ts';
import { createRound, createRoundStore, type Round } from './round.ts';
import type { TimeoutLog } from './timeout-log.ts';
import { createWebhookQueue, type WebhookQueue } from './webhook-queue.ts';

export interface DispatchTools {
  readonly store: Store;
  readonly configCache: ConfigCache;
  readonly clock: VirtualClock;
  readonly log: Log;
  readonly connections: ConnectionTools;
  readonly time: SocketTime;
  readonly sandbox: Sandbox | null;
  readonly requestsInFlight: RequestsInFlight;
  readonly timeouts: TimeoutLog;
  /** Maximum concurrent requests per webhook. */
  readonly concurrency: () => number;
  readonly fairness: FairnessPolicy;
  /** Shared cache size of all destinations. */
  readonly cacheSize: BodyCacheSize;
  /** Called when an attempt has finished. */
  readonly ended: () => void;
  /** Called when a response disables the destination, as its profile says. */
  readonly onEndpointGone: (destinationId: string) => void;
  /** Called when a delivery has finished without an accepted attempt. */
  readonly onDeliveryFailed: (delivery: FailedDelivery) => void;
  /** Whether a delivery must be cancelled instead of waiting again. */
  readonly isCancelRequested: (deliveryId: number) => boolean;
}

export interface InFlightDeliveries {
  /** Number of deliveries in flight. */
  size(): number;
  has(deliveryId: number): boolean;
  get(deliveryId: number): Delivery | undefined;
  deliveries(): readonly Delivery[];
  /** Whether a response for this delivery is pending. */
  isActive(deliveryId: number): boolean;
  /** Whether a response is pending or not yet on disk. Until then, the stored row is outdated. */
  isRowStale(deliveryId: number): boolean;
  /** Whether its last response is being stored. */
  isSaving(deliveryId: number): boolean;
  /**
   * Removes the queued attempts of a delivery to cancel. Attempts in progress are completed.
   * Returns whether the delivery is in flight.
   */
  release(deliveryId: number): boolean;
  /** Starts the next round of a delivery. `hasCapacity` returns whether a webhook has capacity. */
  start(delivery: Delivery, current: Destination, hasCapacity: (url: string) => boolean): void;
  /** Whether more attempts may be queued for a webhook. */
  hasCapacity(url: string): boolean;
  /** Whether a webhook has a free connection and an empty queue. */
  isStarved(url: string): boolean;
  /**
   * Applies changed settings: removes queued attempts for disabled, changed or deleted webhooks.
   */
  settingsChanged(): void;
  /** Whether anything is in flight or being stored. */
  isBusy(): boolean;
  /** Drops queued attempts. Resolves when the attempts in progress have finished and are stored. */
  stop(): Promise<void>;
}

export function createInFlightDeliveries(
  destination: () => Destination | undefined,
  tools: DispatchTools,
  options: {
    readonly bodyOf: (delivery: Delivery) => Uint8Array | undefined;
    /** Called when a delivery is no longer in flight. */
    readonly finished: (delivery: Delivery) => void;
    /** Called when an attempt was scheduled. */
    readonly scheduled: (time: number) => void;
    /** Called when a webhook has capacity. */
    readonly starved: () => void;
  },
): InFlightDeliveries {
  const { store, clock, log, connections, concurrency, fairness, time, sandbox } = tools;
  const active = new Map<number, Round>();
  const queues = new Map<string, WebhookQueue>();
  let failing: { readonly count: number; readonly since: number } | null = null;
  const rounds = createRoundStore({
    store,
    clock,
    log,
    time,
    rounds: () => active.values(),
    withCurrentSettings,
    saved(round, isLate) {
      finishIfDone(round);
      // A command may have made it due while it was skipped as in flight.
      if (isLate) options.scheduled(clock.now());
      if (round.delivery.nextAttemptAt !== null) options.scheduled(round.delivery.nextAttemptAt);
    },
    ended: tools.ended,
  });

  /** Deliveries that wait for a disabled destination become `paused` (D32). */
  function withCurrentSettings(delivery: Delivery): Delivery {
    if (delivery.state !== 'waiting' || delivery.sending) return delivery;
    const current = destination();
    if (current === undefined || tools.isCancelRequested(delivery.id))
      return { ...delivery, state: 'cancelled', nextAttemptAt: null };
    return canSend(current) ? delivery : { ...delivery, state: 'paused' };
  }

  function finishIfDone(round: Round): void {
    if (round.inFlight.size > 0 || round.queued.size > 0 || round.saving > 0) return;
    active.delete(round.delivery.id);
    options.finished(round.delivery);
  }

  /** Removes queued attempts that must not be sent. The delivery already has their new state. */
  function dequeueStale(round: Round): void {
    const sending = new Set(
      round.delivery.webhooks.filter((webhook) => webhook.sending).map(({ url }) => url),
    );
    for (const [url, dequeue] of round.queued) {
      if (round.delivery.sending && sending.has(url)) continue;
      dequeue();
      round.queued.delete(url);
    }
  }

  function releaseRound(round: Round): void {
    round.delivery = withCurrentSettings(
      releaseQueued(round.delivery, destination()?.fanOut ?? 'any', round.inFlight, clock.now()),
    );
    dequeueStale(round);
    rounds.save(round, null);
  }

  /** Returns whether the attempt was made and not accepted. */
  async function attempt(round: Round, url: string, connection: Connection): Promise<boolean> {
    if (sandbox === null) return send(round, url, connection);
    const admission = await sandbox.admit({ deliveryId: round.delivery.id, url });
    if (admission === null) {
      round.queued.delete(url);
      releaseRound(round);
      return false;
    }
    return send(round, url, connection, admission.started).finally(admission.ended);
  }

  async function send(
    round: Round,
    url: string,
    connection: Connection,
    started?: (socket: Socket) => void,
  ): Promise<boolean> {
    round.queued.delete(url);
    const current = destination();
    const webhook = current && plannedWebhooks(current).get(url);
    const startedAt = clock.now();
    const isAfterWindow = current !== undefined && startedAt > windowEnd(round.delivery, current);
    const body = options.bodyOf(round.delivery);
    const isCancelRequested = tools.isCancelRequested(round.delivery.id);
    if (!canSend(current) || webhook === undefined || isAfterWindow || isCancelRequested) {
      releaseRound(round);
      return false;
    }
    if (body === undefined) throw new Error(`Delivery ${round.delivery.id} has no stored body.`);
    const profile = profileOf(current);
    const request = webhookRequest(current, { url, headers: webhook.headers }, body, {
      at: startedAt,
      retry: round.delivery.windowRounds - 1,
      message: () => store.deliveries.messageFacts(round.delivery.id),
    });
    const headers = withTime(request.headers, sandbox, startedAt);
    round.inFlight.add(url);
    round.sentAt = Math.min(round.sentAt, time.elapsedMs());
    // In a sandbox, time stands still until the response.
    if (sandbox === null) rounds.watch();
    const endBusy = clock.busy();
    let connectionEnd = '';
    const onStart = (socket: Socket): void => {
      connectionEnd = localEnd(socket, portOf(new URL(url)));
      tools.requestsInFlight.set(connectionEnd, round.delivery.id);
      started?.(socket);
    };
    const path = request.url === url ? webhook.path : requestedUrl(request.url).target;
    const result = await connection
      .send('POST', path, headers, body, { rules: profile, onStart })
      .finally(() => {
        endBusy();
        tools.requestsInFlight.delete(connectionEnd);
        round.inFlight.delete(url);
      });
    if (result.result.code === 'timeout') tools.timeouts.record(current.name, url);
    round.delivery = withCurrentSettings(
      recordResult(
        round.delivery,
        destination() ?? current,
        url,
        result.result,
        result.response?.status ?? null,
        round.inFlight,
        clock.now(),
        {
          retryAfterMs: retryAfterMsOf(result.response, clock.now()),
          jitterSeed: tools.sandbox?.seed ?? 0,
        },
      ),
    );
    if (endsEndpoint(profile, result)) tools.onEndpointGone(current.id);
    dequeueStale(round);
    rounds.save(round, {
      deliveryId: round.delivery.id,
      url,
      round: round.delivery.round,
      windowRound: round.delivery.windowRounds,
      startedAt,
      requestHeaders: headers,
      ...result,
    });
    return result.result.outcome !== 'accepted';
  }

  /** Whether the provider disables the endpoint now. Failures in a row count from the start of the program. */
  function endsEndpoint(profile: ProviderProfile, { result, response }: SentOnce): boolean {
    const now = clock.now();
    failing =
      result.outcome === 'accepted'
        ? null
        : { count: (failing?.count ?? 0) + 1, since: failing?.since ?? now };
    const { consecutiveFailures, failingForMs } = profile.disabling ?? {};
    const isTooMany =
      failing !== null &&
      (failing.count === consecutiveFailures ||
        (failingForMs != null && now - failing.since >= failingForMs));
    if (isTooMany) failing = null;
    return isTooMany || (response !== null && isDisabling(profile, response.status));
  }

  function queueOf(url: string): WebhookQueue {
    const existing = queues.get(url);
    if (existing !== undefined) return existing;
    const queue = createWebhookQueue({
      url,
      connections,
      time,
      concurrency,
      fairness,
      starved: options.starved,
    });
    queues.set(url, queue);
    return queue;
  }

  /**
   * Drops the remaining attempts after an unexpected error. The delivery stays in flight because it
   * is still due on disk and would be retried immediately. The next start picks it up.
   */
  function abandon(round: Round): void {
    if (round.inFlight.size > 0) return;
    for (const dequeue of round.queued.values()) dequeue();
    round.queued.clear();
  }

  function enqueue(round: Round, url: string): void {
    const dequeue = queueOf(url).add((connection) =>
      attempt(round, url, connection).catch((error) => {
        log.error('Unexpected error in an attempt.', { error, url });
        abandon(round);
        return false;
      }),
    );
    round.queued.set(url, dequeue);
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
    isRowStale(deliveryId) {
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
    start(delivery, current, hasCapacity) {
      const started = startRound(delivery, current, clock.now(), hasCapacity);
      const round = createRound(started.delivery);
      active.set(delivery.id, round);
      for (const url of started.urls) enqueue(round, url);
      // Nothing to send: it has ended, or waits for capacity.
      if (started.urls.length === 0) rounds.save(round, null);
    },
    hasCapacity: (url) => queueOf(url).hasCapacity(),
    isStarved: (url) => queues.get(url)?.isStarved() ?? true,
    settingsChanged() {
      const current = destination();
      const isRemoved = (url: string) => !canSend(current) || !plannedWebhooks(current).has(url);
      for (const round of [...active.values()])
        if ([...round.queued.keys()].some(isRemoved)) releaseRound(round);
      for (const [url, queue] of queues)
        if (isRemoved(url) && queue.isIdle()) {
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
