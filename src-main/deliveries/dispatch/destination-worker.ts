/**
 * Loads a destination's due deliveries in limited numbers. Pending work stays in the database; only
 * deliveries in flight are in memory.
 */

import { storeRetryMs } from '#main/store/commit.ts';
import { canSend } from '#main/store/config-cache.ts';
import type { Delivery, DeliveryWithBody } from '#main/store/deliveries.ts';
import type { Destination } from '#shared/connections/destination.ts';
import { alertedStates } from '#shared/deliveries/alert.ts';
import type { InFlight } from '../commands.ts';
import { plannedWebhooks } from '../planned-webhooks.ts';
import { backloggedUrls } from '../state-machine.ts';
import { createBacklogQueue } from './backlog-queue.ts';
import { createBodyCache } from './body-cache.ts';
import { createInFlightDeliveries, type DispatchTools } from './in-flight-deliveries.ts';

/**
 * Maximum deliveries in flight. If one success finishes all webhooks, rounds that wait for a hanging
 * webhook accumulate while another fails quickly.
 */
const maxActive = 4_000;

/**
 * Maximum deliveries in flight skipped in the search for the next scheduled one, which runs often.
 */
const maxSkippedInFlight = 256;

export interface DestinationWorker extends InFlight {
  /** Caches newly accepted deliveries and polls. */
  accepted(deliveries: readonly DeliveryWithBody[]): void;
  /** Polls if something may be due, unless the worker is already busy. */
  wake(): void;
  /** Time of the next scheduled attempt that is not in flight; null if there is none. */
  nextAttemptAt(): number | null;
  /** Whether nothing is due, in flight or being stored. */
  isQuiet(): boolean;
  /** Whether due deliveries will be loaded in this event loop turn. */
  isLoading(): boolean;
  /** Applies changed settings: removes queued work for disabled, changed or deleted webhooks. */
  settingsChanged(): void;
  /** Stops loading. Resolves when deliveries in flight have finished and are stored. */
  stop(): Promise<void>;
}

export function createDestinationWorker(
  destinationId: string,
  tools: DispatchTools,
): DestinationWorker {
  const { store, configCache, clock, log, concurrency } = tools;
  const backlog = createBacklogQueue();
  /** Newly accepted deliveries. Most are sent before they would have to be read. */
  const newDeliveries = createBodyCache(tools.cacheSize);
  /** Deliveries in flight that were read from disk. */
  const loadedDeliveries = createBodyCache(tools.cacheSize);
  /** Whether there may be due deliveries that are not in flight. */
  let mayBeDue = false;
  let polling: NodeJS.Immediate | undefined;
  let stopped = false;
  let cancelWake: () => void = () => undefined;
  let wakeTime = Number.POSITIVE_INFINITY;

  const destination = (): Destination | undefined => configCache.destination(destinationId);
  const inFlight = createInFlightDeliveries(destination, tools, {
    bodyOf: ({ id, bodyId }) =>
      (newDeliveries.get(id) ?? loadedDeliveries.get(id))?.body ??
      (bodyId === null ? undefined : store.deliveries.body(bodyId)),
    finished(delivery) {
      const state = alertedStates.find((one) => one === delivery.state);
      if (state !== undefined) tools.onDeliveryFailed({ ...delivery, state });
      newDeliveries.drop(delivery.id);
      loadedDeliveries.drop(delivery.id);
      for (const url of backloggedUrls(delivery)) backlog.add(url, delivery.id);
      loadMore();
    },
    scheduled: wakeAt,
    starved: loadMore,
  });

  /** Queued deliveries come first. */
  const hasCapacity = (url: string): boolean => backlog.isEmpty(url) && inFlight.hasCapacity(url);

  const notInFlight = (ids: readonly number[]): readonly number[] =>
    ids.filter((id) => !inFlight.has(id));

  /** Loads current deliveries in the given order. */
  function load(ids: readonly number[]): readonly Delivery[] {
    const stored = store.deliveries.withBodies(
      ids.filter((id) => newDeliveries.get(id) === undefined),
    );
    for (const { delivery, body } of stored)
      if (body !== undefined) loadedDeliveries.add({ delivery, body });
    const byId = new Map(stored.map(({ delivery }) => [delivery.id, delivery]));
    return ids
      .map((id) => newDeliveries.get(id)?.delivery ?? byId.get(id))
      .filter((delivery) => delivery !== undefined);
  }

  /**
   * Loads due deliveries, up to the capacity of a starved webhook. Extra ones would be stored as
   * waiting and read again. They stay due on disk, so a crash loses none.
   */
  function loadDue(current: Destination): void {
    const maxDeliveries = concurrency();
    const limit = maxDeliveries + inFlight.size();
    const now = clock.now();
    const { isAll, due, nextAt } = store.read(() => {
      const ids = store.deliveries.due(destinationId, now, limit);
      const waitingIds = notInFlight(ids);
      const isAll = ids.length < limit && waitingIds.length <= maxDeliveries;
      const nextAt = isAll ? store.deliveries.nextDueAt(destinationId, now) : null;
      return { isAll, due: load(waitingIds.slice(0, maxDeliveries)), nextAt };
    });
    for (const delivery of due) inFlight.start(delivery, current, hasCapacity);
    mayBeDue = !isAll;
    if (nextAt !== null) wakeAt(nextAt);
  }

  /** Loads deliveries queued for a webhook that has capacity again. */
  function loadQueued(current: Destination, url: string): void {
    const ids = backlog.first(url, concurrency());
    const deliveries = store.read(() => load(notInFlight([...new Set(ids)])));
    // Removed only after a successful read. A delivery in flight for another webhook is queued
    // again later.
    backlog.removeFirst(url, ids.length);
    for (const delivery of deliveries)
      if (backloggedUrls(delivery).includes(url))
        inFlight.start(
          delivery,
          current,
          (candidate) => candidate === url || hasCapacity(candidate),
        );
      else loadedDeliveries.drop(delivery.id);
  }

  function wakeAt(time: number): void {
    if (stopped || time >= wakeTime) return;
    cancelWake();
    wakeTime = time;
    cancelWake = clock.at(time, () => {
      wakeTime = Number.POSITIVE_INFINITY;
      wake();
    });
  }

  /** URLs with queued deliveries that have capacity or were removed from the destination. */
  const readyUrls = (urls: readonly string[]): readonly string[] =>
    backlog.urls().filter((url) => !urls.includes(url) || inFlight.isStarved(url));

  const canLoadDue = (urls: readonly string[]): boolean =>
    mayBeDue && inFlight.size() < maxActive && urls.some(inFlight.isStarved);

  function poll(): void {
    polling = undefined;
    const current = destination();
    if (stopped || !canSend(current)) return;
    const urls = [...plannedWebhooks(current).keys()];
    try {
      for (const url of readyUrls(urls)) loadQueued(current, url);
      if (canLoadDue(urls)) loadDue(current);
      // All that was loaded may be for another webhook.
      if (readyUrls(urls).length > 0 || canLoadDue(urls)) loadMore();
    } catch (error) {
      log.error("Can't load due deliveries; retrying.", { error });
      wakeAt(clock.now() + storeRetryMs);
    }
    tools.ended();
  }

  /** Schedules one poll per event loop turn. */
  function loadMore(): void {
    if (stopped || polling !== undefined) return;
    if (mayBeDue || backlog.urls().length > 0) polling = setImmediate(poll);
  }

  function wake(): void {
    mayBeDue = true;
    loadMore();
  }

  return {
    accepted(deliveries) {
      for (const entry of deliveries) newDeliveries.add(entry);
      wake();
    },
    wake,
    isActive: inFlight.isActive,
    isRowStale: inFlight.isRowStale,
    has: inFlight.has,
    inFlight: inFlight.get,
    isSaving: inFlight.isSaving,
    release: inFlight.release,
    invalidateCache: newDeliveries.clear,
    nextAttemptAt() {
      // A delivery being stored still has its state from before the attempt on disk.
      const saved = inFlight
        .deliveries()
        .filter(({ id }) => !inFlight.isActive(id))
        .map(({ nextAttemptAt }) => nextAttemptAt)
        .filter((time) => time !== null);
      const limit = Math.min(inFlight.size(), maxSkippedInFlight) + 1;
      const first = store.deliveries
        .due(destinationId, Number.MAX_SAFE_INTEGER, limit)
        .find((id) => !inFlight.has(id));
      const onDisk = first === undefined ? null : store.deliveries.get(first)?.nextAttemptAt;
      const times = [...saved, ...(onDisk == null ? [] : [onDisk])];
      return times.length === 0 ? null : Math.min(...times);
    },
    isQuiet: () =>
      !inFlight.isBusy() && !(canSend(destination()) && (mayBeDue || backlog.urls().length > 0)),
    isLoading: () => polling !== undefined,
    settingsChanged() {
      newDeliveries.clear();
      if (destination() === undefined) backlog.clear();
      inFlight.settingsChanged();
      loadMore();
    },
    async stop() {
      stopped = true;
      cancelWake();
      await inFlight.stop();
    },
  };
}
