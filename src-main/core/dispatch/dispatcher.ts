/** Sends what is due, one worker per destination, and keeps states in step with the settings. */
import { isOpenState } from '#shared/schemas/delivery.ts';
import { canSend } from '../config/config-cache.ts';
import type { DeliveryCommands } from '../deliveries/commands.ts';
import { resumed } from '../deliveries/progress.ts';
import type { Clock } from '../ports.ts';
import { storeRetryMs } from '../store/commit.ts';
import type { DeliveryWithBody } from '../store/deliveries.ts';
import { createDestinationWorker, type DestinationWorker } from './destination-worker.ts';
import { createFairnessPolicy } from './fairness-policy.ts';
import type { DispatchTools } from './in-flight-deliveries.ts';
import { createTimeoutLog } from './timeout-log.ts';

/** Deliveries that something waits for: one, those of a destination, or all. */
export interface Scope {
  readonly deliveryId?: number | undefined;
  readonly destinationId?: string | undefined;
}

/** Rows moved in one write when a destination is switched: some milliseconds, so nobody waits. */
const moveChunk = 1_000;

export type Dispatcher = ReturnType<typeof createDispatcher>;

export function createDispatcher(
  options: Omit<
    DispatchTools,
    'concurrency' | 'ended' | 'cacheSize' | 'fairness' | 'isCancelRequested' | 'timeouts'
  > & { readonly machineClock: Clock; readonly commands: DeliveryCommands },
) {
  const { store, configCache, clock, log, trust, machineClock, commands } = options;
  const timeouts = createTimeoutLog(log, machineClock);
  let concurrency = store.settings.get().webhookConcurrency;
  const tools: DispatchTools = {
    ...options,
    concurrency: () => concurrency,
    fairness: createFairnessPolicy(),
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

  /** Of a deleted destination. While an answer is awaited it is kept, until settings change again. */
  function forget(destinationId: string): void {
    const worker = workers.get(destinationId);
    if (worker?.isQuiet() !== true) return;
    workers.delete(destinationId);
    void worker.stop();
  }

  /** Moves one chunk of rows into the state that the settings ask for; tells whether there was one. */
  function moveSome(destinationId: string): Promise<boolean> {
    return store.write((tx) => {
      const destination = configCache.destination(destinationId);
      const now = clock.now();
      const states =
        destination !== undefined && canSend(destination)
          ? (['paused'] as const)
          : destination === undefined
            ? (['pending', 'retrying', 'paused'] as const)
            : (['pending', 'retrying'] as const);
      const ids = states.flatMap((state) =>
        store.deliveries.idsIn(destinationId, state, moveChunk),
      );
      for (const id of ids) {
        if (destination === undefined) store.deliveries.cancel(tx, id, now);
        else if (!canSend(destination)) store.deliveries.move(tx, id, 'paused', now);
        else {
          const delivery = store.deliveries.get(id);
          if (delivery !== undefined) store.deliveries.save(tx, resumed(delivery, now), now);
        }
      }
      return ids.length > 0;
    });
  }

  async function reconcile(destinationId: string): Promise<void> {
    while (!stopped && (await moveSome(destinationId)));
    if (stopped) return;
    const destination = configCache.destination(destinationId);
    if (destination === undefined) forget(destinationId);
    else if (canSend(destination)) workerOf(destinationId).wake();
  }

  /** Brings states in step with the settings: paused, resumed or cancelled (D32). */
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

  function settingsChanged(): void {
    trust.renew();
    concurrency = store.settings.get().webhookConcurrency;
    for (const worker of workers.values()) worker.settingsChanged();
    for (const id of store.destinations.allIds()) startReconciling(id);
  }

  function wake(destinationIds: Iterable<string>): void {
    for (const id of destinationIds) {
      if (canSend(configCache.destination(id))) workerOf(id).wake();
      else startReconciling(id);
    }
  }

  /** Whether nothing of a destination is due, in flight, or to be paused, resumed or cancelled. */
  const isWorkerQuiet = (destinationId: string): boolean =>
    !reconciling.has(destinationId) && (workers.get(destinationId)?.isQuiet() ?? true);

  /** What is in flight stays due on disk until its answer is stored, or stands there without a time. */
  function isDeliveryQuiet(id: number): boolean {
    const delivery = store.deliveries.get(id);
    if (delivery === undefined) return true;
    const { state, nextAttemptAt } = delivery;
    if (reconciling.has(delivery.destinationId)) return false;
    return !isOpenState(state) || (nextAttemptAt !== null && nextAttemptAt > clock.now());
  }

  function isQuiet({ deliveryId, destinationId }: Scope): boolean {
    if (deliveryId !== undefined) return isDeliveryQuiet(deliveryId);
    if (destinationId !== undefined) return isWorkerQuiet(destinationId);
    return reconciling.size === 0 && [...workers.keys()].every(isWorkerQuiet);
  }

  commands.subscribe({ of: (destinationId) => workers.get(destinationId), wake });

  return {
    /** Makes what the last run had under way due again; before anything new comes in. */
    async recover(): Promise<void> {
      const recovered = await store.write((tx) => {
        const count = store.deliveries.recover(tx, clock.now());
        const cancelled = store.undoLog.cutOff();
        for (const id of cancelled) store.deliveries.cancel(tx, id, clock.now());
        return count - cancelled.length;
      });
      if (recovered > 0)
        log.info('Resending deliveries that were in flight when the last run ended.', {
          count: recovered,
        });
    },
    /** Begins to send. */
    start(): void {
      configCache.subscribe(settingsChanged);
      for (const id of store.destinations.allIds()) startReconciling(id);
    },
    /** Sends what was just accepted and stored. */
    accepted(fresh: readonly DeliveryWithBody[]): void {
      for (const [id, ofOne] of Map.groupBy(fresh, ({ delivery }) => delivery.destinationId)) {
        if (canSend(configCache.destination(id))) workerOf(id).accepted(ofOne);
        else startReconciling(id);
      }
    },
    /** When the next attempt is planned; null when none is. Destinations that are off plan none. */
    nextAttemptAt(): number | null {
      const times = configCache
        .destinations()
        .filter(canSend)
        .map(({ id }) => workerOf(id).nextAttemptAt())
        .filter((nextAt) => nextAt !== null);
      return times.length === 0 ? null : Math.min(...times);
    },
    /**
     * When the next attempt later than `time` is planned. What is due before and waits for a webhook
     * that is busy is passed over: it is sent when there is room.
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
     * Begins what is due, and resolves when of the scope nothing is due or under way any more, or
     * `signal` is aborted. Other due deliveries have started, as far as capacity allows, and are not waited
     * for: one webhook that hangs must not hold up another destination.
     */
    async whenQuiet(scope: Scope, signal?: AbortSignal): Promise<void> {
      signal?.addEventListener('abort', wakeWaiters, { once: true });
      wake(configCache.destinations().map(({ id }) => id));
      // After the workers poll what is due, which comes with the same turn of the event loop.
      await new Promise((resolve) => setImmediate(resolve));
      while (!isQuiet(scope) && signal?.aborted !== true)
        await new Promise<void>((resolve) => {
          waiters.push(resolve);
        });
      signal?.removeEventListener('abort', wakeWaiters);
    },
    async stop(): Promise<void> {
      stopped = true;
      await Promise.all([...workers.values()].map((worker) => worker.stop()));
      await Promise.all(reconciling.values());
      timeouts.stop();
    },
  };
}
