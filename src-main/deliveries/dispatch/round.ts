/** State of a delivery in flight, and storing its results. */

import type { VirtualClock } from '#main/clock/virtual-clock.ts';
import type { SocketTime } from '#main/kit/http-client/socket-time.ts';
import type { Log } from '#main/kit/ports.ts';
import type { NewAttempt } from '#main/store/attempts.ts';
import { storeRetryMs } from '#main/store/commit.ts';
import type { Delivery } from '#main/store/deliveries.ts';
import type { Store } from '#main/store/store.ts';

export interface Round {
  delivery: Delivery;
  /** Webhooks with a pending response. */
  readonly inFlight: Set<string>;
  /** Functions to remove queued attempts, by URL. */
  readonly queued: Map<string, () => boolean>;
  /** Number of writes in progress. */
  saving: number;
  /** Number of writes not yet committed. Until then, the stored row is outdated. */
  uncommitted: number;
  /** Whether it is stored as `sending`. */
  isMarked: boolean;
  /** Time of the first request, to mark slow attempts. */
  sentAt: number;
}

export const createRound = (delivery: Delivery): Round => ({
  delivery,
  inFlight: new Set(),
  queued: new Map(),
  saving: 0,
  uncommitted: 0,
  isMarked: false,
  sentAt: Number.POSITIVE_INFINITY,
});

/**
 * Slower attempts are stored as `sending`. Faster ones only wait on disk until the response is
 * stored. Either way, they are due after a crash (D33).
 */
const markAfterMs = 200;

export interface RoundStore {
  /** Stores the current delivery and retries until it succeeds. */
  save(round: Round, attempt: NewAttempt | null): void;
  /** Stores the deliveries as `sending` immediately. */
  mark(rounds: readonly Round[]): void;
  /** Schedules marking of slow attempts. */
  watch(): void;
  isBusy(): boolean;
  /** Resolves when pending writes have finished. Failed writes are left to the next start. */
  stop(): Promise<void>;
}

export function createRoundStore(tools: {
  readonly store: Store;
  readonly clock: VirtualClock;
  readonly log: Log;
  readonly time: SocketTime;
  readonly rounds: () => Iterable<Round>;
  /** Updates a waiting delivery to match the current settings. */
  readonly withCurrentSettings: (delivery: Delivery) => Delivery;
  /** Called after a round was stored. `isLate` is true after a failed write. */
  readonly saved: (round: Round, isLate: boolean) => void;
  /** Called when a write has finished. */
  readonly ended: () => void;
}): RoundStore {
  const { store, clock, log, time } = tools;
  const writes = new Set<Promise<void>>();
  let stopped = false;
  let cancelWatching: (() => void) | undefined;

  async function persist(round: Round, attempt: NewAttempt | null): Promise<void> {
    let isCommitted = false;
    for (let failures = 0; ; failures += 1) {
      try {
        await store.write((tx) => {
          // Only the sync failed: the rows exist, and commands may have changed them since.
          if (isCommitted) return;
          const current = tools.withCurrentSettings(round.delivery);
          // A delivery may be deleted while another of its URLs is awaited (D23).
          const isKept = store.deliveries.save(tx, current, clock.now());
          if (isKept && attempt !== null) store.attempts.insert(tx, attempt);
          tx.whenCommitted(() => {
            isCommitted = true;
            round.uncommitted -= 1;
          });
        });
        round.saving -= 1;
        tools.saved(round, failures > 0);
        return;
      } catch (error) {
        log.error("Can't store an attempt; retrying.", { error });
        if (stopped) return;
        await new Promise((resolve) => setTimeout(resolve, storeRetryMs));
      }
    }
  }

  function track(write: Promise<void>): void {
    const tracked = write.finally(() => {
      writes.delete(tracked);
      tools.ended();
    });
    writes.add(tracked);
  }

  function mark(rounds: readonly Round[]): void {
    for (const round of rounds) round.isMarked = true;
    const marked = rounds.map((round) => ({ round, delivery: round.delivery }));
    const write = store.write((tx) => {
      // Deliveries with a response in the meantime are stored with their attempt instead.
      for (const { round, delivery } of marked)
        if (round.delivery === delivery) store.deliveries.save(tx, delivery, clock.now());
    });
    track(write.catch((error) => log.warn("Can't mark a delivery as in flight.", { error })));
  }

  function markSlow(): void {
    cancelWatching = undefined;
    const sent = [...tools.rounds()].filter(
      ({ isMarked, inFlight }) => !isMarked && inFlight.size > 0,
    );
    const sentBefore = time.elapsedMs() - markAfterMs;
    const slow = sent.filter(({ sentAt }) => sentAt <= sentBefore);
    if (slow.length > 0) mark(slow);
    if (slow.length < sent.length) watch();
  }

  function watch(): void {
    if (!stopped) cancelWatching ??= time.after(markAfterMs, markSlow);
  }

  return {
    save(round, attempt) {
      round.saving += 1;
      round.uncommitted += 1;
      round.isMarked = true;
      track(persist(round, attempt));
    },
    mark,
    watch,
    isBusy: () => writes.size > 0,
    async stop() {
      stopped = true;
      cancelWatching?.();
      await Promise.all(writes);
    },
  };
}
