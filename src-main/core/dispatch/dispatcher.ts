/** Sends what is due, one shard per destination, and keeps states in step with the settings. */
import { type DeliverySummary, isOpenState } from '#shared/schemas/delivery.ts';
import { canSend } from '../config/config-cache.ts';
import type { Clock } from '../ports.ts';
import type { DeliveryWithBody } from '../store/deliveries.ts';
import type { Tx } from '../store/write-queue.ts';
import { type ByHand, type ByHandOutcome, createByHand, type RestoreOutcome } from './by-hand.ts';
import { resumed } from './changed-by-hand.ts';
import type { DispatchTools } from './hand.ts';
import { createRightOfWay } from './right-of-way.ts';
import { storeAgainMs } from './round.ts';
import { createShard, type Shard } from './shard.ts';
import { createTimeoutLog } from './timeout-log.ts';

/** Deliveries that something waits for: one, those of a destination, or all. */
export interface Scope {
  readonly deliveryId?: number | undefined;
  readonly destinationId?: string | undefined;
}

/** Rows moved in one write when a destination is switched: some milliseconds, so nobody waits. */
const moveChunk = 1_000;

/** States in which nothing is under way and an attempt is still to come. */
const waitingStates: ReadonlySet<DeliverySummary['state']> = new Set([
  'pending',
  'retrying',
  'paused',
]);

export type Dispatcher = ReturnType<typeof createDispatcher>;

export function createDispatcher(
  options: Omit<
    DispatchTools,
    'concurrency' | 'ended' | 'held' | 'rightOfWay' | 'isDropped' | 'timeouts'
  > & { readonly machineClock: Clock },
) {
  const { store, configCache, clock, log, trust, machineClock } = options;
  const timeouts = createTimeoutLog(log, machineClock);
  let concurrency = store.settings.get().webhookConcurrency;
  const tools: DispatchTools = {
    ...options,
    concurrency: () => concurrency,
    rightOfWay: createRightOfWay(),
    held: { bytes: 0 },
    timeouts,
    ended: wakeWaiters,
    isDropped: (id) => dropped.has(id),
  };
  /** In hand when they were dropped: cancelled as soon as they would wait again. */
  const dropped = new Set<number>();
  let waiters: (() => void)[] = [];
  const shards = new Map<string, Shard>();
  const reconciling = new Map<string, Promise<void>>();
  let stopped = false;

  function wakeWaiters(): void {
    const woken = waiters;
    waiters = [];
    for (const wake of woken) wake();
  }

  function shardOf(destinationId: string): Shard {
    const shard = shards.get(destinationId) ?? createShard(destinationId, tools);
    shards.set(destinationId, shard);
    return shard;
  }

  /** Of a deleted destination. While an answer is awaited it is kept, until settings change again. */
  function forget(destinationId: string): void {
    const shard = shards.get(destinationId);
    if (shard?.isQuiet() !== true) return;
    shards.delete(destinationId);
    void shard.stop();
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
    else if (canSend(destination)) shardOf(destinationId).nudge();
  }

  /** Brings states in step with the settings: paused, resumed or cancelled (D32). */
  function startReconciling(destinationId: string): void {
    if (stopped) return;
    const previous = reconciling.get(destinationId) ?? Promise.resolve();
    const run = previous
      .then(() => reconcile(destinationId))
      .catch((error) => {
        log.error('Deliveries could not be paused or resumed; trying again.', { error });
        if (!stopped) clock.at(clock.now() + storeAgainMs, () => startReconciling(destinationId));
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
    for (const shard of shards.values()) shard.settingsChanged();
    for (const id of store.destinations.allIds()) startReconciling(id);
  }

  function nudge(destinationIds: Iterable<string>): void {
    for (const id of destinationIds) {
      if (canSend(configCache.destination(id))) shardOf(id).nudge();
      else startReconciling(id);
    }
  }

  /** Whether nothing of a destination is due, in hand, or to be paused, resumed or cancelled. */
  const isShardQuiet = (destinationId: string): boolean =>
    !reconciling.has(destinationId) && (shards.get(destinationId)?.isQuiet() ?? true);

  /** What is in hand stays due on disk until its answer is stored, or stands there without a time. */
  function isDeliveryQuiet(id: number): boolean {
    const delivery = store.deliveries.get(id);
    if (delivery === undefined) return true;
    const { state, nextAttemptAt } = delivery;
    if (reconciling.has(delivery.destinationId)) return false;
    return !isOpenState(state) || (nextAttemptAt !== null && nextAttemptAt > clock.now());
  }

  function isQuiet({ deliveryId, destinationId }: Scope): boolean {
    if (deliveryId !== undefined) return isDeliveryQuiet(deliveryId);
    if (destinationId !== undefined) return isShardQuiet(destinationId);
    return reconciling.size === 0 && [...shards.keys()].every(isShardQuiet);
  }

  const byHand = createByHand({
    store,
    configCache,
    clock,
    shard: (id) => shards.get(id),
    dropped,
  });

  /**
   * After a write in which deliveries were cancelled while in hand: takes back what is queued of them.
   * One that has left the hand meanwhile waits on disk, and is cancelled there.
   */
  async function releaseCancelled(
    outcomes: readonly (ByHandOutcome | RestoreOutcome)[],
  ): Promise<void> {
    const sending = outcomes.filter((outcome) => outcome.kind === 'sending');
    const left = sending.filter(
      ({ id, destinationId }) => shards.get(destinationId)?.release(id) !== true,
    );
    if (left.length === 0) return;
    await store.write((tx) => {
      for (const { id } of left) cancelOnDisk(tx, id);
    });
  }

  function cancelOnDisk(tx: Tx, id: number): void {
    const delivery = store.deliveries.get(id);
    // Taken up again, it is cancelled when its turn comes.
    if (delivery === undefined || shards.get(delivery.destinationId)?.has(id)) return;
    if (dropped.has(id) && waitingStates.has(delivery.state))
      store.deliveries.cancel(tx, id, clock.now());
  }

  return {
    /** Makes what the last run had under way due again; before anything new comes in. */
    async recover(): Promise<void> {
      const recovered = await store.write((tx) => {
        const count = store.deliveries.recover(tx, clock.now());
        return count - store.handChanges.cancelCutOff(tx, clock.now());
      });
      if (recovered > 0)
        log.info('Deliveries that were under way when the last run ended are sent again.', {
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
        if (canSend(configCache.destination(id))) shardOf(id).accepted(ofOne);
        else startReconciling(id);
      }
    },
    /** When the next attempt is planned; null when none is. Destinations that are off plan none. */
    nextAttemptAt(): number | null {
      const times = configCache
        .destinations()
        .filter(canSend)
        .map(({ id }) => shardOf(id).nextAttemptAt())
        .filter((time) => time !== null);
      return times.length === 0 ? null : Math.min(...times);
    },
    /**
     * When the next attempt later than now is planned. What is due now and waits for a webhook that
     * has its hands full is passed over: it is sent when there is room.
     */
    nextLaterAttemptAt(): number | null {
      const now = clock.now();
      const times = configCache
        .destinations()
        .filter(canSend)
        .map(({ id }) => {
          const nextAt = shardOf(id).nextAttemptAt();
          return nextAt === null || nextAt > now ? nextAt : store.deliveries.nextDueAt(id, now);
        })
        .filter((time) => time !== null);
      return times.length === 0 ? null : Math.min(...times);
    },
    /**
     * Begins what is due, and resolves when of the scope nothing is due or under way any more, or
     * `signal` is aborted. What else there is has begun, as far as there is room, and is not waited
     * for: one webhook that hangs must not hold up another destination.
     */
    async whenQuiet(scope: Scope, signal?: AbortSignal): Promise<void> {
      signal?.addEventListener('abort', wakeWaiters, { once: true });
      nudge(configCache.destinations().map(({ id }) => id));
      // After the shards' look at what is due, which comes with the same turn of the event loop.
      await new Promise((resolve) => setImmediate(resolve));
      while (!isQuiet(scope) && signal?.aborted !== true)
        await new Promise<void>((resolve) => {
          waiters.push(resolve);
        });
      signal?.removeEventListener('abort', wakeWaiters);
    },
    /**
     * Cancels deliveries that wait. An attempt under way is not called back, but is the last. `record`
     * is told, within the same write, those that were cancelled at once.
     */
    drop<Dropped extends { readonly id: number }>(
      deliveries: readonly Dropped[],
      record: (tx: Tx, cancelled: readonly Dropped[]) => void,
    ): Promise<void> {
      return store.write((tx) => {
        const cancelled = deliveries.filter(({ id }) => {
          const delivery = store.deliveries.get(id);
          if (delivery === undefined) return false;
          const shard = shards.get(delivery.destinationId);
          const isUnderWay = shard?.isUnderWay(id) ?? false;
          if (isUnderWay) {
            // As a cancel by hand is, but no undo is for it: a crash must not make it due again.
            store.handChanges.remember(tx, 'drop', delivery, 'sending', null);
            tx.whenCommitted(() => dropped.add(id));
          } else tx.whenCommitted(() => shard?.outdated());
          return !isUnderWay && waitingStates.has(delivery.state);
        });
        for (const { id } of cancelled) store.deliveries.cancel(tx, id, clock.now());
        record(tx, cancelled);
      });
    },
    /**
     * Changes deliveries by hand within one write, and sees to what follows from it. `change` may be
     * run twice, the first time undone.
     */
    async change<Result extends { readonly outcomes: readonly (ByHandOutcome | RestoreOutcome)[] }>(
      change: (tx: Tx, byHand: ByHand) => Result,
    ): Promise<Result> {
      const result = await store.write((tx) => change(tx, byHand));
      const changed = result.outcomes.filter((outcome) => outcome.kind === 'done');
      nudge(new Set(changed.map(({ destinationId }) => destinationId)));
      await releaseCancelled(result.outcomes);
      return result;
    },
    async stop(): Promise<void> {
      stopped = true;
      await Promise.all([...shards.values()].map((shard) => shard.stop()));
      await Promise.all(reconciling.values());
      timeouts.stop();
    },
  };
}
