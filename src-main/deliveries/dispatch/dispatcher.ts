/**
 * Sends due deliveries with one worker per destination, and updates states when settings change.
 */

import type { Trust } from '#main/kit/http-client/trusted-certificates.ts';
import type { Clock } from '#main/kit/ports.ts';
import { storeRetryMs } from '#main/store/commit.ts';
import { canSend } from '#main/store/config-cache.ts';
import type { DeliveryWithBody } from '#main/store/deliveries.ts';
import type { DeliveryCommands } from '../commands.ts';
import { resume } from '../state-machine.ts';
import { createDestinationWorker, type DestinationWorker } from './destination-worker.ts';
import { createFairnessPolicy, withoutFairness } from './fairness-policy.ts';
import type { DispatchTools } from './in-flight-deliveries.ts';
import { createTimeoutLog } from './timeout-log.ts';

/** The deliveries to wait for: one, those of a destination, or all. */
export interface Scope {
  readonly deliveryId?: number | undefined;
  readonly destinationId?: string | undefined;
}

/**
 * Rows changed per write when a destination is enabled or disabled. This takes a few milliseconds,
 * so other writes aren't delayed.
 */
const rowsPerChunk = 1_000;

export type Dispatcher = ReturnType<typeof createDispatcher>;

export function createDispatcher(
  options: Omit<
    DispatchTools,
    'concurrency' | 'ended' | 'cacheSize' | 'fairness' | 'isCancelRequested' | 'timeouts'
  > & {
    readonly trust: Trust;
    readonly machineClock: Clock;
    readonly commands: DeliveryCommands;
  },
) {
  const { store, configCache, clock, log, trust, machineClock, commands } = options;
  const timeouts = createTimeoutLog(log, machineClock);
  let concurrency = store.settings.get().webhookConcurrency;
  const tools: DispatchTools = {
    ...options,
    concurrency: () => concurrency,
    fairness: options.sandbox === null ? createFairnessPolicy() : withoutFairness,
    cacheSize: { bytes: 0 },
    timeouts,
    ended: wakeWaiters,
    isCancelRequested: commands.isCancelRequested,
  };
  let waiters: (() => void)[] = [];
  const workers = new Map<string, DestinationWorker>();
  const reconciling = new Map<string, Promise<void>>();
  let stopped = false;

  function wakeWaiters(): void {
    const woken = waiters;
    waiters = [];
    for (const wake of woken) wake();
  }

  function workerOf(destinationId: string): DestinationWorker {
    const worker = workers.get(destinationId) ?? createDestinationWorker(destinationId, tools);
    workers.set(destinationId, worker);
    return worker;
  }

  /**
   * Removes the worker of a deleted destination. If a response is pending, it stays until settings
   * change again.
   */
  function removeWorker(destinationId: string): void {
    const worker = workers.get(destinationId);
    if (worker?.isQuiet() !== true) return;
    workers.delete(destinationId);
    void worker.stop();
  }

  /**
   * Updates the states of one chunk of rows to match the settings. Returns whether there were any.
   */
  function reconcileChunk(destinationId: string): Promise<boolean> {
    return store.write((tx) => {
      const destination = configCache.destination(destinationId);
      const now = clock.now();
      const states =
        destination === undefined
          ? (['waiting', 'paused'] as const)
          : canSend(destination)
            ? (['paused'] as const)
            : (['waiting'] as const);
      const ids = states.flatMap((state) =>
        store.deliveries.restingIdsIn(destinationId, state, rowsPerChunk),
      );
      for (const id of ids) {
        if (destination === undefined) store.deliveries.cancel(tx, id, now);
        else if (!canSend(destination)) store.deliveries.move(tx, id, 'paused', now);
        else {
          const delivery = store.deliveries.get(id);
          if (delivery !== undefined) store.deliveries.save(tx, resume(delivery, now), now);
        }
      }
      return ids.length > 0;
    });
  }

  async function reconcile(destinationId: string): Promise<void> {
    while (!stopped && (await reconcileChunk(destinationId)));
    if (stopped) return;
    const destination = configCache.destination(destinationId);
    if (destination === undefined) removeWorker(destinationId);
    else if (canSend(destination)) workerOf(destinationId).wake();
  }

  /** Updates states to match the settings: paused, resumed or cancelled (D32). */
  function startReconciling(destinationId: string): void {
    if (stopped) return;
    const previous = reconciling.get(destinationId) ?? Promise.resolve();
    const run = previous
      .then(() => reconcile(destinationId))
      .catch((error) => {
        log.error("Can't pause or resume deliveries; retrying.", { error });
        if (!stopped) clock.at(clock.now() + storeRetryMs, () => startReconciling(destinationId));
      })
      .finally(() => {
        if (reconciling.get(destinationId) === run) reconciling.delete(destinationId);
        wakeWaiters();
      });
    reconciling.set(destinationId, run);
  }

  function settingsChanged(destinationIds: readonly string[]): void {
    trust.renew();
    concurrency = store.settings.get().webhookConcurrency;
    for (const worker of workers.values()) worker.settingsChanged();
    for (const id of destinationIds) startReconciling(id);
  }

  function wake(destinationIds: Iterable<string>): void {
    for (const id of destinationIds) {
      if (canSend(configCache.destination(id))) workerOf(id).wake();
      else startReconciling(id);
    }
  }

  /** Whether a destination has nothing due, in flight, or to pause, resume or cancel. */
  const isWorkerQuiet = (destinationId: string): boolean =>
    !reconciling.has(destinationId) && (workers.get(destinationId)?.isQuiet() ?? true);

  /**
   * A delivery in flight remains due on disk, or has no next attempt, until its response is stored.
   */
  function isDeliveryQuiet(id: number): boolean {
    const delivery = store.deliveries.get(id);
    if (delivery === undefined) return true;
    const { state, nextAttemptAt } = delivery;
    if (reconciling.has(delivery.destinationId)) return false;
    return state !== 'waiting' || (nextAttemptAt !== null && nextAttemptAt > clock.now());
  }

  function isQuiet({ deliveryId, destinationId }: Scope): boolean {
    if (deliveryId !== undefined) return isDeliveryQuiet(deliveryId);
    if (destinationId !== undefined) return isWorkerQuiet(destinationId);
    return reconciling.size === 0 && [...workers.keys()].every(isWorkerQuiet);
  }

  commands.subscribe({ inFlightOf: (destinationId) => workers.get(destinationId), wake });

  return {
    /**
     * Makes deliveries that were in flight at the last shutdown due again. Must run before new ones
     * arrive.
     */
    async recover(): Promise<void> {
      const recovered = await store.write((tx) => {
        const count = store.deliveries.recover(tx, clock.now());
        const cancelled = store.deliveries.interruptedByCancel();
        for (const id of cancelled) store.deliveries.cancel(tx, id, clock.now());
        return count - cancelled.length;
      });
      if (recovered > 0)
        log.info('Retrying deliveries that were in flight when the last run ended.', {
          count: recovered,
        });
    },
    start(): void {
      configCache.subscribe(settingsChanged);
      for (const id of store.destinations.allIds()) startReconciling(id);
    },
    /** Sends newly accepted and stored deliveries. */
    accepted(deliveries: readonly DeliveryWithBody[]): void {
      for (const [id, destinationDeliveries] of Map.groupBy(
        deliveries,
        ({ delivery }) => delivery.destinationId,
      )) {
        if (canSend(configCache.destination(id))) workerOf(id).accepted(destinationDeliveries);
        else startReconciling(id);
      }
    },
    /**
     * Time of the next scheduled attempt; null if there is none. Disabled destinations are ignored.
     */
    nextAttemptAt(): number | null {
      const times = configCache
        .destinations()
        .filter(canSend)
        .map(({ id }) => workerOf(id).nextAttemptAt())
        .filter((nextAt) => nextAt !== null);
      return times.length === 0 ? null : Math.min(...times);
    },
    /**
     * Time of the next scheduled attempt after `time`. Skips earlier attempts that wait for a busy
     * webhook; they are sent when it has capacity.
     */
    nextAttemptAfter(time: number): number | null {
      const times = configCache
        .destinations()
        .filter(canSend)
        .map(({ id }) => {
          const nextAt = workerOf(id).nextAttemptAt();
          return nextAt === null || nextAt > time ? nextAt : store.deliveries.nextDueAt(id, time);
        })
        .filter((nextAt) => nextAt !== null);
      return times.length === 0 ? null : Math.min(...times);
    },
    /**
     * Starts due deliveries, and resolves when nothing in the scope is due or in flight, or
     * `signal` is aborted. Doesn't wait for other due deliveries, so that a hanging webhook can't
     * block another destination.
     */
    async whenQuiet(scope: Scope, signal?: AbortSignal): Promise<void> {
      signal?.addEventListener('abort', wakeWaiters, { once: true });
      wake(configCache.destinations().map(({ id }) => id));
      // Runs after the workers have polled, which happens in the same event loop turn.
      await new Promise((resolve) => setImmediate(resolve));
      while (!isQuiet(scope) && signal?.aborted !== true)
        await new Promise<void>((resolve) => {
          waiters.push(resolve);
        });
      signal?.removeEventListener('abort', wakeWaiters);
    },
    /** Whether due deliveries are being loaded, or states changed to match the settings. */
    isLoading: (): boolean =>
      reconciling.size > 0 || [...workers.values()].some((worker) => worker.isLoading()),
    async stop(): Promise<void> {
      stopped = true;
      await Promise.all([...workers.values()].map((worker) => worker.stop()));
      await Promise.all(reconciling.values());
      timeouts.stop();
    },
  };
}
