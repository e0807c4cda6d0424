/**
 * The log of all mock endpoints. Entries are written in batches in the background, so responses don't
 * wait for it. Limited by number and bytes, and by age like all data (D49).
 */
import type { Log } from '#main/kit/ports.ts';
import type { NewMockEntry } from '#main/store/mock-requests.ts';
import type { Store } from '#main/store/store.ts';
import type { Tx } from '#main/store/write-queue.ts';

/** Limits for all mock endpoints together. The newest entries are kept. */
export const logLimits = {
  entries: 50_000,
  bytes: 256 * 1024 * 1024,
  /** Kept of each body: more than nearly all webhooks have. */
  bodyBytes: 65_536,
};

/** Entries per transaction. Larger batches would delay other writes. */
const batchEntries = 200;

/** Entries per pruning step, so that it never holds the database for long. */
const pruneEntries = 1_000;

/** If the disk is too slow, the newest entries are dropped instead of filling up memory. */
const maxWaiting = 20_000;
const maxWaitingBytes = 64 * 1024 * 1024;

export interface RequestLog {
  add(entry: NewMockEntry): void;
  clear(mockId: string): Promise<void>;
  /**
   * Deletes the oldest entries up to a row number within a transaction. Returns the number of
   * deleted entries.
   */
  deleteSome(tx: Tx, upTo: number, limit: number): number;
  /** Whether all added entries are on disk or dropped. */
  isFlushed(): boolean;
  /** Resolves when all added entries are on disk or dropped. */
  flushed(): Promise<void>;
}

/** Copies only the stored part of the body, so that the rest can be garbage-collected. */
const withKeptBody = (entry: NewMockEntry, maxBytes: number): NewMockEntry =>
  entry.body.length <= maxBytes
    ? entry
    : { ...entry, body: Uint8Array.prototype.slice.call(entry.body, 0, maxBytes) };

const bodyBytes = (entries: readonly NewMockEntry[]): number =>
  entries.reduce((sum, { body }) => sum + body.length, 0);

export function createRequestLog(options: {
  readonly store: Store;
  readonly log: Log;
  readonly limits?: typeof logLimits;
}): RequestLog {
  const { store, log, limits = logLimits } = options;
  let waiting: NewMockEntry[] = [];
  /** Total body bytes of waiting entries. */
  let waitingBytes = 0;
  let dropped = 0;
  let running: Promise<void> | null = null;
  /** Null if it must be recounted. */
  let totals: { readonly entries: number; readonly bytes: number } | null = null;
  let addedSincePrune = pruneEntries;

  async function writeBatch(): Promise<void> {
    const batch = waiting.slice(0, batchEntries);
    waiting = waiting.slice(batchEntries);
    waitingBytes -= bodyBytes(batch);
    const bytes = await store.write((tx) =>
      batch.reduce((sum, entry) => sum + store.mockRequests.insert(tx, entry), 0),
    );
    if (totals !== null)
      totals = { entries: totals.entries + batch.length, bytes: totals.bytes + bytes };
    addedSincePrune += batch.length;
  }

  /** Deletes the oldest entries until the log is within its limits. */
  async function prune(): Promise<void> {
    addedSincePrune = 0;
    for (;;) {
      totals ??= store.mockRequests.totals();
      const { entries, bytes } = totals;
      let removed = { entries: 0, bytes: 0, upTo: 0 };
      for (const { id, keptBytes } of store.mockRequests.oldest(pruneEntries)) {
        const isOver =
          entries - removed.entries > limits.entries || bytes - removed.bytes > limits.bytes;
        if (!isOver) break;
        removed = {
          entries: removed.entries + 1,
          bytes: removed.bytes + keptBytes,
          upTo: id,
        };
      }
      if (removed.entries === 0) return;
      await store.write((tx) => store.mockRequests.removeUpTo(tx, removed.upTo));
      // The log was cleared in the meantime, so the counts are no longer valid.
      if (totals === null) continue;
      totals = { entries: totals.entries - removed.entries, bytes: totals.bytes - removed.bytes };
    }
  }

  async function run(): Promise<void> {
    try {
      while (waiting.length > 0) await writeBatch();
      if (addedSincePrune >= pruneEntries) await prune();
    } catch (error) {
      log.error("Can't store mock endpoint logs.", { error });
    }
    if (dropped > 0) log.error(`Dropped ${dropped} mock endpoint log entries: too many to store.`);
    dropped = 0;
    running = null;
    if (waiting.length > 0) start();
  }

  function start(): void {
    running ??= run();
  }

  return {
    add(entry) {
      const stored = withKeptBody(entry, limits.bodyBytes);
      if (waiting.length >= maxWaiting || waitingBytes + stored.body.length > maxWaitingBytes)
        dropped += 1;
      else {
        waiting.push(stored);
        waitingBytes += stored.body.length;
      }
      start();
    },
    async clear(mockId) {
      waiting = waiting.filter((entry) => entry.mockId !== mockId);
      waitingBytes = bodyBytes(waiting);
      await store.write((tx) => store.mockRequests.clear(tx, mockId));
      totals = null;
    },
    deleteSome(tx, upTo, limit) {
      const entries = store.mockRequests.oldest(limit, upTo);
      const last = entries.at(-1);
      if (last === undefined) return 0;
      store.mockRequests.removeUpTo(tx, last.id);
      const bytes = entries.reduce((sum, { keptBytes }) => sum + keptBytes, 0);
      tx.whenCommitted(() => {
        totals &&= { entries: totals.entries - entries.length, bytes: totals.bytes - bytes };
      });
      return entries.length;
    },
    isFlushed: () => running === null,
    async flushed() {
      while (running !== null) await running;
    },
  };
}
