/** A delivery in flight, and the storing of what comes of it. */

import type { ProductClock } from '../clock/product-clock.ts';
import type { Log } from '../ports.ts';
import type { NewAttempt } from '../store/attempts.ts';
import { storeRetryMs } from '../store/commit.ts';
import type { Delivery } from '../store/deliveries.ts';
import type { Store } from '../store/store.ts';

export interface Round {
  delivery: Delivery;
  /** Webhooks whose answer is awaited. */
  readonly inFlight: Set<string>;
  /** How to take back what is queued, by URL. */
  readonly queued: Map<string, () => boolean>;
  /** Writes that are under way. */
  saving: number;
  /** Those of them whose rows are not on disk: what stands there is outdated, and will be written over. */
  uncommitted: number;
  /** Whether the store knows that it is being sent. */
  isMarked: boolean;
  /** When its first request was sent, by the machine: what takes long is marked. */
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
 * An attempt that takes longer than this is stored as `sending`. A quicker one is never seen, and
 * is `pending` on disk until its answer is stored: a crash leaves it due either way (D33).
 */
const markAfterMs = 200;

export interface RoundStore {
  /** Stores the delivery as it is now, again and again while the disk does not take it. */
  save(round: Round, attempt: NewAttempt | null): void;
  /** Stores as `sending`, now. */
  mark(rounds: readonly Round[]): void;
  /** Sees to it that what takes long is marked. */
  watch(): void;
  isBusy(): boolean;
  /** Resolves when what is being stored is. What cannot be is left to the next start. */
  stop(): Promise<void>;
}

export function createRoundStore(tools: {
  readonly store: Store;
  readonly clock: ProductClock;
  readonly log: Log;
  readonly rounds: () => Iterable<Round>;
  /** What waits, in step with the settings of now. */
  readonly settled: (delivery: Delivery) => Delivery;
  /** Called after a round was stored; `isLate`: after a failed write. */
  readonly saved: (round: Round, isLate: boolean) => void;
  /** Called when a write has ended. */
  readonly ended: () => void;
}): RoundStore {
  const { store, clock, log } = tools;
  const writes = new Set<Promise<void>>();
  let stopped = false;
  let watching: NodeJS.Timeout | undefined;

  async function persist(round: Round, attempt: NewAttempt | null): Promise<void> {
    let isCommitted = false;
    for (let tries = 0; ; tries += 1) {
      try {
        await store.write((tx) => {
          // Only the sync failed: the rows exist, and commands may have changed them since.
          if (isCommitted) return;
          if (attempt !== null) store.attempts.insert(tx, attempt);
          store.deliveries.save(tx, tools.settled(round.delivery), clock.now());
          tx.whenCommitted(() => {
            isCommitted = true;
            round.uncommitted -= 1;
          });
        });
        round.saving -= 1;
        tools.saved(round, tries > 0);
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
      // What was answered meanwhile is stored with its attempt, and by nobody else.
      for (const { round, delivery } of marked)
        if (round.delivery === delivery) store.deliveries.save(tx, delivery, clock.now());
    });
    track(write.catch((error) => log.warn("Can't store that a delivery is in flight.", { error })));
  }

  function markSlow(): void {
    watching = undefined;
    const sent = [...tools.rounds()].filter(
      ({ isMarked, inFlight }) => !isMarked && inFlight.size > 0,
    );
    const before = performance.now() - markAfterMs;
    const slow = sent.filter(({ sentAt }) => sentAt <= before);
    if (slow.length > 0) mark(slow);
    if (slow.length < sent.length) watch();
  }

  function watch(): void {
    if (!stopped) watching ??= setTimeout(markSlow, markAfterMs);
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
      clearTimeout(watching);
      await Promise.all(writes);
    },
  };
}
