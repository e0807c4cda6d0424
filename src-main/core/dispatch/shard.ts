/**
 * The deliveries of one destination: loads what is due in bounded windows, sends it in rounds and
 * stores what came of it. Work lies in the database; only what is under way is held in memory.
 */
import type { Destination } from '#shared/schemas/destination.ts';
import { webhooksOf } from '#shared/schemas/destination.ts';
import { requestHeaders } from '../destination/request-headers.ts';
import type { Log } from '../ports.ts';
import type { ProductClock } from '../schedule/product-clock.ts';
import { canSend, type Directory } from '../setup/directory.ts';
import type { NewAttempt } from '../store/attempts.ts';
import type { Delivery } from '../store/deliveries.ts';
import type { Store } from '../store/store.ts';
import type { Connection } from './connection.ts';
import { beginRound, recordVerdict, releaseQueued, windowEnd } from './progress.ts';
import type { Trust } from './trust.ts';
import { createWebhookLane, type WebhookLane } from './webhook-lane.ts';

export interface DispatchTools {
  readonly store: Store;
  readonly directory: Directory;
  readonly clock: ProductClock;
  readonly log: Log;
  readonly trust: Trust;
  /** Requests under way at once to one webhook. */
  readonly concurrency: number;
  /** Told when something that was under way has ended. */
  readonly ended: () => void;
}

/**
 * Deliveries under way at once. In strict fan-out a healthy webhook may run this far ahead of one
 * that hangs; each takes some hundred bytes.
 */
const maxActive = 20_000;

/** Pause before a result that could not be stored is stored again (the disk is full, say). */
export const storeAgainMs = 1_000;

interface ActiveRound {
  delivery: Delivery;
  readonly inFlight: Set<string>;
  /** How to take back what is queued, by URL. */
  readonly queued: Map<string, () => boolean>;
}

export interface Shard {
  /** Something may be due: looks, unless it is busy enough. */
  nudge(): void;
  /** Whether an answer of this delivery is still awaited. */
  isActive(deliveryId: number): boolean;
  /** Whether nothing is due, in hand or being stored. */
  isQuiet(): boolean;
  /** Takes back what is queued: the destination was switched off, changed or deleted. */
  release(): void;
  /** Stops loading; resolves when what is in flight has been answered and stored. */
  stop(): Promise<void>;
}

export function createShard(destinationId: string, tools: DispatchTools): Shard {
  const { store, directory, clock, log, trust } = tools;
  const active = new Map<number, ActiveRound>();
  const lanes = new Map<string, WebhookLane>();
  const writes = new Set<Promise<void>>();
  let loading: Promise<void> | null = null;
  /** Whether something may be due that is not in hand yet. */
  let mayBeDue = false;
  let stopped = false;
  let cancelWake: () => void = () => undefined;

  const destination = (): Destination | undefined => directory.destination(destinationId);

  /** A waiting delivery of a destination that is off waits as `paused` (D32). */
  function settled(delivery: Delivery): Delivery {
    if (delivery.state !== 'pending' && delivery.state !== 'retrying') return delivery;
    const current = destination();
    if (current === undefined) return { ...delivery, state: 'cancelled', nextAttemptAt: null };
    return canSend(current) ? delivery : { ...delivery, state: 'paused' };
  }

  /** Stores what came of an attempt, again and again while the disk does not take it. */
  async function persist(round: ActiveRound, attempt: NewAttempt | null): Promise<void> {
    for (;;) {
      try {
        await store.write((tx) => {
          if (attempt !== null) store.attempts.insert(tx, attempt);
          store.deliveries.save(tx, round.delivery, clock.now());
        });
        if (round.delivery.nextAttemptAt !== null) wakeAt(round.delivery.nextAttemptAt);
        return;
      } catch (error) {
        log.error('An attempt could not be stored; trying again.', { error });
        if (stopped) return;
        await new Promise((resolve) => setTimeout(resolve, storeAgainMs));
      }
    }
  }

  function save(round: ActiveRound, attempt: NewAttempt | null): void {
    const write = persist(round, attempt).finally(() => {
      writes.delete(write);
      tools.ended();
    });
    writes.add(write);
  }

  function finishIfDone(round: ActiveRound): void {
    if (round.inFlight.size === 0 && round.queued.size === 0) active.delete(round.delivery.id);
  }

  /** Drops what is still queued; what becomes of it stands in the delivery already. */
  function unqueue(round: ActiveRound): void {
    for (const takeBack of round.queued.values()) takeBack();
    round.queued.clear();
  }

  function releaseRound(round: ActiveRound): void {
    unqueue(round);
    round.delivery = settled(releaseQueued(round.delivery, round.inFlight, clock.now()));
    save(round, null);
    finishIfDone(round);
  }

  async function attempt(round: ActiveRound, url: string, connection: Connection): Promise<void> {
    round.queued.delete(url);
    const current = destination();
    const webhook = current && webhooksOf(current).find((candidate) => candidate.url === url);
    const startedAt = clock.now();
    const isTooLate = current !== undefined && startedAt > windowEnd(round.delivery, current);
    const body =
      round.delivery.bodyId === null ? undefined : store.deliveries.body(round.delivery.bodyId);
    if (!canSend(current) || webhook === undefined || isTooLate) {
      releaseRound(round);
      return;
    }
    if (body === undefined) throw new Error(`Delivery ${round.delivery.id} has no stored body.`);
    const headers = requestHeaders(url, webhook.headers, current.sharedSecret, body);
    const { pathname, search } = new URL(url);
    round.inFlight.add(url);
    const answered = clock.busy();
    const result = await connection.post(`${pathname}${search}`, headers, body);
    answered();
    round.inFlight.delete(url);
    round.delivery = settled(
      recordVerdict(
        round.delivery,
        destination() ?? current,
        url,
        result.verdict,
        result.response?.status ?? null,
        round.inFlight,
        clock.now(),
      ),
    );
    if (round.delivery.state !== 'sending') unqueue(round);
    save(round, {
      deliveryId: round.delivery.id,
      url,
      round: round.delivery.round,
      startedAt,
      requestHeaders: headers,
      ...result,
    });
    finishIfDone(round);
  }

  function laneOf(url: string): WebhookLane {
    const existing = lanes.get(url);
    if (existing !== undefined) return existing;
    const lane = createWebhookLane({
      url,
      trust,
      concurrency: tools.concurrency,
      starved: loadMore,
    });
    lanes.set(url, lane);
    return lane;
  }

  function enqueue(delivery: Delivery, urls: readonly string[]): void {
    // What was taken into hand while stopping is due again at the next start.
    if (stopped) return;
    const round: ActiveRound = { delivery, inFlight: new Set(), queued: new Map() };
    active.set(delivery.id, round);
    for (const url of urls)
      round.queued.set(
        url,
        laneOf(url).add((connection) =>
          attempt(round, url, connection).catch((error) =>
            log.error('An attempt failed in an unexpected way.', { error, url }),
          ),
        ),
      );
  }

  /** Takes due deliveries into hand, within one write, so that a crash leaves them due. */
  async function load(current: Destination): Promise<void> {
    const limit = 2 * tools.concurrency;
    const begun = await store.write((tx) => {
      const now = clock.now();
      return store.deliveries.due(destinationId, now, limit).map((delivery) => {
        const result = beginRound(delivery, current, now);
        store.deliveries.save(tx, result.delivery, now);
        return result;
      });
    });
    for (const result of begun) if (result.kind === 'round') enqueue(result.delivery, result.urls);
    if (begun.length < limit) wakeForNext();
    else mayBeDue = true;
  }

  function wakeForNext(): void {
    const nextAt = store.deliveries.nextDueAt(destinationId);
    if (nextAt !== null) wakeAt(nextAt);
  }

  let wakeTime = Number.POSITIVE_INFINITY;

  function wakeAt(time: number): void {
    if (stopped || time >= wakeTime) return;
    cancelWake();
    wakeTime = time;
    cancelWake = clock.at(time, () => {
      wakeTime = Number.POSITIVE_INFINITY;
      nudge();
    });
  }

  /** Whether a webhook has nothing to do, or none has been used yet. */
  const wantsMore = (current: Destination): boolean =>
    active.size < maxActive &&
    webhooksOf(current).some(({ url }) => lanes.get(url)?.isStarved() ?? true);

  /** Loads what is due, when there may be something and a webhook has nothing to do. */
  function loadMore(): void {
    const current = destination();
    if (stopped || loading !== null || !mayBeDue || !canSend(current) || !wantsMore(current))
      return;
    mayBeDue = false;
    loading = load(current)
      .catch((error) => {
        log.error('Due deliveries could not be taken up; trying again.', { error });
        wakeAt(clock.now() + storeAgainMs);
      })
      .finally(() => {
        loading = null;
        loadMore();
        tools.ended();
      });
  }

  function nudge(): void {
    mayBeDue = true;
    loadMore();
  }

  return {
    nudge,
    isActive: (deliveryId) => active.has(deliveryId),
    isQuiet: () =>
      active.size === 0 &&
      writes.size === 0 &&
      loading === null &&
      !(mayBeDue && canSend(destination())),
    release() {
      const urls = new Set(
        webhooksOf(destination() ?? { webhookUrl: '', webhooks: [] }).map(({ url }) => url),
      );
      const isOff = !canSend(destination());
      for (const round of [...active.values()])
        if (
          round.queued.size > 0 &&
          (isOff || [...round.queued.keys()].some((url) => !urls.has(url)))
        )
          releaseRound(round);
    },
    async stop() {
      stopped = true;
      cancelWake();
      // What is being taken into hand reads the store once more after its commit.
      await loading;
      await Promise.all([...lanes.values()].map((lane) => lane.drain()));
      await Promise.all(writes);
    },
  };
}
