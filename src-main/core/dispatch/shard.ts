/**
 * The deliveries of one destination: takes what is due into hand, in bounded numbers. Work lies in
 * the database; only what is under way is held in memory.
 */
import type { Destination } from '#shared/schemas/destination.ts';
import { canSend } from '../config/config-cache.ts';
import type { Delivery, DeliveryWithBody } from '../store/deliveries.ts';
import { createHand, type DispatchTools } from './hand.ts';
import { createHeldDeliveries } from './held-deliveries.ts';
import { waitingForRoom } from './progress.ts';
import { storeAgainMs } from './round.ts';
import { plannedWebhooks } from './send-plan.ts';
import { createWaitingRoom } from './waiting-room.ts';

/**
 * Deliveries in hand at once. Where one success settles all webhooks, rounds that wait for one that
 * hangs add up while another one fails quickly.
 */
const maxActive = 4_000;

/** Deliveries in hand that the search for the next planned one looks past; it is asked for often. */
const maxLookedPast = 256;

export interface Shard {
  /** Keeps at hand what was just accepted, and looks. */
  accepted(fresh: readonly DeliveryWithBody[]): void;
  /** Something may be due: looks, unless it is busy enough. */
  nudge(): void;
  /** Whether an answer of this delivery is still awaited. */
  isActive(deliveryId: number): boolean;
  /** Whether it is, or an answer has come and is not on disk yet: what stands there is outdated. */
  isUnderWay(deliveryId: number): boolean;
  /** Whether it is in hand: queued, under way, or its answer is being stored. */
  has(deliveryId: number): boolean;
  /** As it is in hand; undefined when it is not. */
  inHand(deliveryId: number): Delivery | undefined;
  /** Whether its last answer is being stored. */
  isSaving(deliveryId: number): boolean;
  /** Takes back what is queued of one that is to be cancelled; tells whether it is in hand. */
  release(deliveryId: number): boolean;
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
  const { store, configCache, clock, log, concurrency } = tools;
  const waiting = createWaitingRoom();
  /** Just accepted: most are sent before they would have to be read. */
  const fresh = createHeldDeliveries(tools.held);
  /** In hand, and read from the disk for it. */
  const taken = createHeldDeliveries(tools.held);
  /** Whether something may be due that is not in hand yet. */
  let mayBeDue = false;
  let looking: NodeJS.Immediate | undefined;
  let stopped = false;
  let cancelWake: () => void = () => undefined;
  let wakeTime = Number.POSITIVE_INFINITY;

  const destination = (): Destination | undefined => configCache.destination(destinationId);
  const hand = createHand(destination, tools, {
    bodyOf: ({ id, bodyId }) =>
      (fresh.get(id) ?? taken.get(id))?.body ??
      (bodyId === null ? undefined : store.deliveries.body(bodyId)),
    left(delivery) {
      const { state } = delivery;
      if (state === 'exhausted' || state === 'refused') tools.undelivered({ ...delivery, state });
      fresh.drop(delivery.id);
      taken.drop(delivery.id);
      for (const url of waitingForRoom(delivery)) waiting.add(url, delivery.id);
      loadMore();
    },
    planned: wakeAt,
    starved: loadMore,
  });

  /** Those who wait already come first. */
  const hasRoom = (url: string): boolean => waiting.isEmpty(url) && hand.hasRoom(url);

  const notInHand = (ids: readonly number[]): readonly number[] =>
    ids.filter((id) => !hand.has(id));

  /** In their order, as they are now. */
  function load(ids: readonly number[]): readonly Delivery[] {
    const stored = store.deliveries.inFull(ids.filter((id) => fresh.get(id) === undefined));
    for (const { delivery, body } of stored) if (body !== undefined) taken.add({ delivery, body });
    const byId = new Map(stored.map(({ delivery }) => [delivery.id, delivery]));
    return ids
      .map((id) => fresh.get(id)?.delivery ?? byId.get(id))
      .filter((delivery) => delivery !== undefined);
  }

  /**
   * Takes due deliveries into hand, as many as a starved webhook has room for: one taken without room
   * would be stored as waiting, and read again. They stay due on disk, so that a crash loses none.
   */
  function takeDue(current: Destination): void {
    const most = concurrency();
    const looked = most + hand.size();
    const now = clock.now();
    const { isAll, due, nextAt } = store.read(() => {
      const ids = store.deliveries.due(destinationId, now, looked);
      const wanted = notInHand(ids);
      const all = ids.length < looked && wanted.length <= most;
      const later = all ? store.deliveries.nextDueAt(destinationId, now) : null;
      return { isAll: all, due: load(wanted.slice(0, most)), nextAt: later };
    });
    for (const delivery of due) hand.begin(delivery, current, hasRoom);
    mayBeDue = !isAll;
    if (nextAt !== null) wakeAt(nextAt);
  }

  /** Takes those that wait for room at a webhook, now that there is some. */
  function takeWaiting(current: Destination, url: string): void {
    const ids = waiting.first(url, concurrency());
    const deliveries = store.read(() => load(notInHand([...new Set(ids)])));
    // Not before they could be read. One that is in hand for another webhook waits again afterwards.
    waiting.leave(url, ids.length);
    for (const delivery of deliveries)
      if (waitingForRoom(delivery).includes(url))
        hand.begin(delivery, current, (one) => one === url || hasRoom(one));
      else taken.drop(delivery.id);
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

  /** What waits for a webhook that has room, or was taken away, so that there is nothing to wait for. */
  const ready = (urls: readonly string[]): readonly string[] =>
    waiting.urls().filter((url) => !urls.includes(url) || hand.isStarved(url));

  function look(): void {
    looking = undefined;
    const current = destination();
    if (stopped || !canSend(current)) return;
    const urls = [...plannedWebhooks(current).keys()];
    try {
      for (const url of ready(urls)) takeWaiting(current, url);
      if (mayBeDue && hand.size() < maxActive && urls.some(hand.isStarved)) takeDue(current);
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

  return {
    accepted(accepted) {
      for (const one of accepted) fresh.add(one);
      nudge();
    },
    nudge,
    isActive: hand.isActive,
    isUnderWay: hand.isUnderWay,
    has: hand.has,
    inHand: hand.get,
    isSaving: hand.isSaving,
    release: hand.release,
    outdated: fresh.clear,
    nextAttemptAt() {
      // What is being stored stands on disk as it was before its attempt.
      const saved = hand
        .deliveries()
        .filter(({ id }) => !hand.isActive(id))
        .map(({ nextAttemptAt }) => nextAttemptAt)
        .filter((time) => time !== null);
      const looked = Math.min(hand.size(), maxLookedPast) + 1;
      const first = store.deliveries
        .due(destinationId, Number.MAX_SAFE_INTEGER, looked)
        .find((id) => !hand.has(id));
      const onDisk = first === undefined ? null : store.deliveries.get(first)?.nextAttemptAt;
      const times = [...saved, ...(onDisk == null ? [] : [onDisk])];
      return times.length === 0 ? null : Math.min(...times);
    },
    isQuiet: () =>
      !hand.isBusy() && !(canSend(destination()) && (mayBeDue || waiting.urls().length > 0)),
    settingsChanged() {
      fresh.clear();
      if (destination() === undefined) waiting.clear();
      hand.settingsChanged();
      loadMore();
    },
    async stop() {
      stopped = true;
      cancelWake();
      await hand.stop();
    },
  };
}
