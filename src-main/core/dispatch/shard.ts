/**
 * The deliveries of one destination: takes what is due in bounded numbers, sends it in rounds and
 * stores what came of it. Work lies in the database; only what is under way is held in memory.
 */
import type { Destination } from '#shared/schemas/destination.ts';
import { requestHeaders } from '../destination/request-headers.ts';
import type { Log } from '../ports.ts';
import type { ProductClock } from '../schedule/product-clock.ts';
import { canSend, type Directory } from '../setup/directory.ts';
import type { Delivery, FreshDelivery } from '../store/deliveries.ts';
import type { Store } from '../store/store.ts';
import type { Connection } from './connection.ts';
import { createFresh } from './fresh.ts';
import { beginRound, recordVerdict, releaseQueued, waitingForRoom, windowEnd } from './progress.ts';
import type { RightOfWay } from './right-of-way.ts';
import { createRound, createRoundStore, type Round, storeAgainMs } from './round.ts';
import { plannedWebhooks } from './send-plan.ts';
import type { Trust } from './trust.ts';
import { createWaitingRoom } from './waiting-room.ts';
import { createWebhookLane, type WebhookLane } from './webhook-lane.ts';

export interface DispatchTools {
  readonly store: Store;
  readonly directory: Directory;
  readonly clock: ProductClock;
  readonly log: Log;
  readonly trust: Trust;
  /** Requests under way at once to one webhook. */
  readonly concurrency: () => number;
  readonly rightOfWay: RightOfWay;
  /** Told when something that was under way has ended. */
  readonly ended: () => void;
}

/**
 * Deliveries in hand at once. Where one success settles all webhooks, rounds that wait for one that
 * hangs add up while another one fails quickly.
 */
const maxActive = 4_000;

/** Deliveries in hand that the search for the next planned one looks past; it is asked for often. */
const maxLookedPast = 256;

export interface Shard {
  /** Keeps at hand what was just accepted, and looks. */
  accepted(fresh: readonly FreshDelivery[]): void;
  /** Something may be due: looks, unless it is busy enough. */
  nudge(): void;
  /** Whether an answer of this delivery is still awaited. */
  isActive(deliveryId: number): boolean;
  /** Deliveries have been changed by others. */
  outdated(): void;
  /** When the next attempt that is not in hand is planned; null when none is. */
  nextAttemptAt(): number | null;
  /** Whether nothing is due, in hand or being stored. */
  isQuiet(): boolean;
  /** Settings have changed: takes back what is queued for what is off, changed or deleted. */
  settingsChanged(): void;
  /** Stops taking; resolves when what is in flight has been answered and stored. */
  stop(): Promise<void>;
}

export function createShard(destinationId: string, tools: DispatchTools): Shard {
  const { store, directory, clock, log, trust, concurrency, rightOfWay } = tools;
  const active = new Map<number, Round>();
  const lanes = new Map<string, WebhookLane>();
  const waiting = createWaitingRoom();
  const fresh = createFresh();
  const rounds = createRoundStore({
    store,
    clock,
    log,
    rounds: () => active.values(),
    saved(round) {
      finishIfDone(round);
      if (round.delivery.nextAttemptAt !== null) wakeAt(round.delivery.nextAttemptAt);
    },
    ended: tools.ended,
  });
  /** Whether something may be due that is not in hand yet. */
  let mayBeDue = false;
  let looking: NodeJS.Immediate | undefined;
  let stopped = false;
  let cancelWake: () => void = () => undefined;
  let wakeTime = Number.POSITIVE_INFINITY;

  const destination = (): Destination | undefined => directory.destination(destinationId);

  /** A waiting delivery of a destination that is off waits as `paused` (D32). */
  function settled(delivery: Delivery): Delivery {
    if (delivery.state !== 'pending' && delivery.state !== 'retrying') return delivery;
    const current = destination();
    if (current === undefined) return { ...delivery, state: 'cancelled', nextAttemptAt: null };
    return canSend(current) ? delivery : { ...delivery, state: 'paused' };
  }

  function finishIfDone(round: Round): void {
    if (round.inFlight.size > 0 || round.queued.size > 0 || round.saving > 0) return;
    const { id } = round.delivery;
    active.delete(id);
    fresh.drop(id);
    for (const url of waitingForRoom(round.delivery)) waiting.add(url, id);
    loadMore();
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

  const bodyOf = ({ id, bodyId }: Delivery): Uint8Array | undefined =>
    fresh.get(id)?.body ?? (bodyId === null ? undefined : store.deliveries.body(bodyId));

  /** Tells whether it failed. */
  async function attempt(round: Round, url: string, connection: Connection): Promise<boolean> {
    round.queued.delete(url);
    const current = destination();
    const webhook = current && plannedWebhooks(current).get(url);
    const startedAt = clock.now();
    const isTooLate = current !== undefined && startedAt > windowEnd(round.delivery, current);
    const body = bodyOf(round.delivery);
    if (!canSend(current) || webhook === undefined || isTooLate) {
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
    unqueue(round);
    rounds.save(round, {
      deliveryId: round.delivery.id,
      url,
      round: round.delivery.round,
      startedAt,
      requestHeaders: headers,
      ...result,
    });
    return result.verdict.kind !== 'delivered';
  }

  function laneOf(url: string): WebhookLane {
    const existing = lanes.get(url);
    if (existing !== undefined) return existing;
    const lane = createWebhookLane({ url, trust, concurrency, rightOfWay, starved: loadMore });
    lanes.set(url, lane);
    return lane;
  }

  /**
   * After a bug: what else it would have sent is dropped. It stays in hand, since it is still due on
   * disk and would be taken again at once; the next start takes it up.
   */
  function abandon(round: Round): void {
    if (round.inFlight.size > 0) return;
    for (const takeBack of round.queued.values()) takeBack();
    round.queued.clear();
  }

  function enqueue(round: Round, url: string): void {
    const takeBack = laneOf(url).add((connection) =>
      attempt(round, url, connection).catch((error) => {
        log.error('An attempt failed in an unexpected way.', { error, url });
        abandon(round);
        return false;
      }),
    );
    round.queued.set(url, takeBack);
  }

  /** Those who wait already come first. */
  const hasRoom = (url: string): boolean => waiting.isEmpty(url) && laneOf(url).hasRoom();

  function begin(delivery: Delivery, current: Destination, mayTake = hasRoom): void {
    const begun = beginRound(delivery, current, clock.now(), mayTake);
    const round = createRound(begun.delivery);
    active.set(delivery.id, round);
    for (const url of begun.urls) enqueue(round, url);
    // Nothing to send: it has ended, or is to wait until there is room.
    if (begun.urls.length === 0) rounds.save(round, null);
  }

  /** Takes due deliveries into hand. They stay due on disk, so that a crash loses none. */
  function takeDue(current: Destination): void {
    const looked = 2 * concurrency() + active.size;
    const now = clock.now();
    const due = store.deliveries.due(destinationId, now, looked);
    for (const id of due.filter((one) => !active.has(one))) {
      const delivery = fresh.get(id)?.delivery ?? store.deliveries.get(id);
      if (delivery !== undefined) begin(delivery, current);
    }
    mayBeDue = due.length === looked;
    if (mayBeDue) return;
    const nextAt = store.deliveries.nextDueAt(destinationId, now);
    if (nextAt !== null) wakeAt(nextAt);
  }

  /** Takes those that wait for room at a webhook, now that there is some. */
  function takeWaiting(current: Destination, url: string): void {
    for (const id of waiting.take(url, 2 * concurrency())) {
      // One that is in hand for another webhook waits again when it is not any more.
      const delivery = active.has(id) ? undefined : store.deliveries.get(id);
      if (delivery !== undefined && waitingForRoom(delivery).includes(url))
        begin(delivery, current, (one) => one === url || hasRoom(one));
    }
  }

  function wakeAt(time: number): void {
    if (stopped || time >= wakeTime) return;
    cancelWake();
    wakeTime = time;
    cancelWake = clock.at(time, () => {
      wakeTime = Number.POSITIVE_INFINITY;
      nudge();
    });
  }

  const isStarved = (url: string): boolean => lanes.get(url)?.isStarved() ?? true;

  /** What waits for a webhook that has room, or was taken away, so that there is nothing to wait for. */
  const ready = (urls: readonly string[]): readonly string[] =>
    waiting.urls().filter((url) => !urls.includes(url) || isStarved(url));

  function look(): void {
    looking = undefined;
    const current = destination();
    if (stopped || !canSend(current)) return;
    const urls = [...plannedWebhooks(current).keys()];
    try {
      for (const url of ready(urls)) takeWaiting(current, url);
      if (mayBeDue && active.size < maxActive && urls.some(isStarved)) takeDue(current);
      if (ready(urls).length > 0) loadMore();
    } catch (error) {
      log.error('Due deliveries could not be taken up; trying again.', { error });
      wakeAt(clock.now() + storeAgainMs);
    }
    tools.ended();
  }

  /** Looks for more to do, once for all that this turn of the event loop brings. */
  function loadMore(): void {
    if (stopped || looking !== undefined) return;
    if (mayBeDue || waiting.urls().length > 0) looking = setImmediate(look);
  }

  function nudge(): void {
    mayBeDue = true;
    loadMore();
  }

  /** Whether an answer of it is still awaited. */
  function isActive(deliveryId: number): boolean {
    const round = active.get(deliveryId);
    return round !== undefined && round.inFlight.size + round.queued.size > 0;
  }

  return {
    accepted(accepted) {
      for (const one of accepted) fresh.add(one);
      nudge();
    },
    nudge,
    isActive,
    outdated: fresh.clear,
    nextAttemptAt() {
      // What is being stored stands on disk as it was before its attempt.
      const saved = [...active.values()]
        .filter(({ delivery }) => !isActive(delivery.id))
        .map(({ delivery }) => delivery.nextAttemptAt)
        .filter((time) => time !== null);
      const looked = Math.min(active.size, maxLookedPast) + 1;
      const first = store.deliveries
        .due(destinationId, Number.MAX_SAFE_INTEGER, looked)
        .find((id) => !active.has(id));
      const onDisk = first === undefined ? null : store.deliveries.get(first)?.nextAttemptAt;
      const times = [...saved, ...(onDisk == null ? [] : [onDisk])];
      return times.length === 0 ? null : Math.min(...times);
    },
    isQuiet: () =>
      active.size === 0 &&
      !rounds.isBusy() &&
      !(canSend(destination()) && (mayBeDue || waiting.urls().length > 0)),
    settingsChanged() {
      const current = destination();
      const isGone = (url: string) => !canSend(current) || !plannedWebhooks(current).has(url);
      fresh.clear();
      for (const round of [...active.values()])
        if ([...round.queued.keys()].some(isGone)) releaseRound(round);
      if (current === undefined) waiting.clear();
      for (const lane of lanes.values()) lane.pump();
      loadMore();
    },
    async stop() {
      stopped = true;
      cancelWake();
      await Promise.all([...lanes.values()].map((lane) => lane.drain()));
      await rounds.stop();
    },
  };
}
