/**
 * Tells users in chunks. Each chunk is one transaction: the messages with their deliveries, what
 * receivers were told, and how far the sync is. So kill -9 leaves nobody out and tells nobody twice.
 */
import type { Sync } from '#shared/schemas/sync.ts';
import { createRateLimiter } from '../../clock/rate-limiter.ts';
import { until } from '../../clock/until.ts';
import type { ConfigCache } from '../../config/config-cache.ts';
import { writeMessage } from '../../ingestion/write-messages.ts';
import type { Clock, Log } from '../../ports.ts';
import type { StoredComputation } from '../../store/computations.ts';
import type { DeliveryWithBody } from '../../store/deliveries.ts';
import type { Store } from '../../store/store.ts';
import type { SyncChange } from '../../store/syncs.ts';
import { sourceProblem } from '../view.ts';
import { identifyCall } from './identify-call.ts';

/**
 * Users in one transaction: some ten milliseconds, which a request to the ingestion may have to wait.
 * Fewer would be slower by the syncs of a busy disk.
 */
const chunkSize = 500;

/** Between two attempts to store a chunk: the disk may be full. */
const storeAgainMs = 1_000;

export interface SyncTools {
  readonly store: Store;
  readonly configCache: ConfigCache;
  readonly clock: Clock;
  /** Rates are of real time, however the product's clock runs: they load real sockets. */
  readonly machineClock: Clock;
  readonly log: Log;
  /** Told, after the commit, what is due now. */
  readonly accepted: (fresh: readonly DeliveryWithBody[]) => void;
}

interface Run {
  readonly cancel: AbortController;
  readonly ended: Promise<void>;
}

export function createSyncRunner(tools: SyncTools) {
  const { store, configCache, clock, machineClock, log } = tools;
  const runs = new Map<number, Run>();

  function computationOf(sync: Sync): StoredComputation {
    const computation = store.computations.get(sync.computationId);
    if (computation === undefined) throw new Error(`Sync ${sync.id} has nothing to tell of.`);
    return computation;
  }

  const stop = (sync: Sync, computation: StoredComputation, reason: string): Promise<void> =>
    store.write((tx) =>
      store.syncs.setState(tx, computation, sync.id, 'cancelled', reason, clock.now()),
    );

  async function tell(
    sync: Sync,
    computation: StoredComputation,
    users: readonly SyncChange[],
  ): Promise<void> {
    const now = clock.now();
    const calling = { computation, syncId: sync.id, number: sync.number };
    const routed = users.map((user) => identifyCall(configCache, calling, user, now));
    const fresh = await store.write((tx) => {
      // Cancelled, or deleted, since it was looked at.
      if (store.syncs.get(sync.id)?.state !== 'running') return [];
      const written = routed.flatMap(
        (message) => writeMessage(store, tx, computation.sourceId, message).fresh,
      );
      store.members.told(tx, computation, users);
      store.syncs.advance(tx, sync.id, users);
      if (store.syncs.next(sync.id, 1).length === 0)
        store.syncs.setState(tx, computation, sync.id, 'completed', null, clock.now());
      return written;
    });
    tools.accepted(fresh);
  }

  /** Tells until all were told, or the sync is not to go on. */
  async function goOn(id: number, signal: AbortSignal): Promise<void> {
    const limiter = createRateLimiter(machineClock, store.syncs.get(id)?.perSecond ?? null);
    while (!signal.aborted) {
      const sync = store.syncs.get(id);
      if (sync?.state !== 'running') return;
      const computation = computationOf(sync);
      const problem = sourceProblem(configCache, computation.sourceId);
      if (problem !== null) return stop(sync, computation, problem);
      const room = Math.min(chunkSize, limiter.available());
      if (room > 0) {
        const users = store.syncs.next(id, room);
        await tell(sync, computation, users);
        limiter.consume(users.length);
      } else {
        await until(machineClock, limiter.nextAt(), signal);
      }
    }
  }

  async function run(id: number, signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      try {
        return await goOn(id, signal);
      } catch (error) {
        log.error('A sync could not be stored; trying again.', { error, sync: id });
        await until(machineClock, machineClock.now() + storeAgainMs, signal);
      }
    }
  }

  /** Goes on with a running sync; after the end of the run before, if that is still under way. */
  function start(id: number): void {
    const before = runs.get(id)?.ended ?? Promise.resolve();
    const cancel = new AbortController();
    const ended = before
      .then(() => run(id, cancel.signal))
      .finally(() => {
        if (runs.get(id)?.cancel === cancel) runs.delete(id);
      });
    runs.set(id, { cancel, ended });
  }

  return {
    start,
    /** Wakes one that waits for its rate, so that it sees that it was cancelled. */
    wake: (id: number): void => runs.get(id)?.cancel.abort(),
    /** Ends all runs after the chunk under way; their syncs stay running on disk. */
    async stop(): Promise<void> {
      const ending = [...runs.values()];
      for (const { cancel } of ending) cancel.abort();
      await Promise.all(ending.map(({ ended }) => ended));
    },
  };
}
