/**
 * The log of all receivers: written in the background, many entries a transaction, and bounded by
 * number, bytes and age. A receiver answers without waiting for it.
 */
import type { Log } from '../ports.ts';
import { keptBodyBytes, type NewReceiverEntry } from '../store/receiver-requests.ts';
import type { Store } from '../store/store.ts';

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

/** What is kept, over all receivers: the newest. */
export const logLimits = {
  entries: 50_000,
  bytes: 256 * 1024 * 1024,
  ageMs: 7 * dayMs,
};

/** Entries of one transaction; more would hold up the engine's own. */
const batchEntries = 200;

/** Entries looked at in one round of pruning, so that it never holds the file for long. */
const pruneEntries = 1_000;

/** What is too old is looked for this often also where few entries come. */
const pruneEveryMs = hourMs;

/** When the disk does not keep up, the newest entries are dropped rather than the memory filled. */
const mostWaiting = 20_000;
const mostWaitingBytes = 64 * 1024 * 1024;

export interface RequestLog {
  add(entry: NewReceiverEntry): void;
  clear(receiverId: string): Promise<void>;
  /** Looks for what is too old, before anything is added. */
  start(): void;
  /** Settles when all that was added is on disk, or was given up. */
  flushed(): Promise<void>;
}

/** Only what is kept of the body waits: a copy, so that all of it can be given back. */
const withKeptBody = (entry: NewReceiverEntry): NewReceiverEntry =>
  entry.body.length <= keptBodyBytes
    ? entry
    : { ...entry, body: Uint8Array.prototype.slice.call(entry.body, 0, keptBodyBytes) };

const bodyBytes = (entries: readonly NewReceiverEntry[]): number =>
  entries.reduce((sum, { body }) => sum + body.length, 0);

export function createRequestLog(options: {
  readonly store: Store;
  readonly log: Log;
  readonly now: () => number;
  readonly limits?: typeof logLimits;
}): RequestLog {
  const { store, log, now, limits = logLimits } = options;
  let waiting: NewReceiverEntry[] = [];
  /** Bytes of bodies that wait. */
  let waitingBytes = 0;
  let dropped = 0;
  let running: Promise<void> | null = null;
  /** Null: to be counted anew. */
  let kept: { readonly entries: number; readonly bytes: number } | null = null;
  let sincePruned = pruneEntries;
  let prunedAt = 0;

  async function writeBatch(): Promise<void> {
    const batch = waiting.slice(0, batchEntries);
    waiting = waiting.slice(batchEntries);
    waitingBytes -= bodyBytes(batch);
    const bytes = await store.write((tx) =>
      batch.reduce((sum, entry) => sum + store.receiverRequests.insert(tx, entry), 0),
    );
    if (kept !== null) kept = { entries: kept.entries + batch.length, bytes: kept.bytes + bytes };
    sincePruned += batch.length;
  }

  /** Removes the oldest until it is within the limits. */
  async function prune(): Promise<void> {
    sincePruned = 0;
    prunedAt = now();
    for (;;) {
      kept ??= store.receiverRequests.totals();
      const { entries, bytes } = kept;
      let removed = { entries: 0, bytes: 0, upTo: 0 };
      for (const { id, receivedAt, keptBytes } of store.receiverRequests.oldest(pruneEntries)) {
        const isOver =
          entries - removed.entries > limits.entries ||
          bytes - removed.bytes > limits.bytes ||
          receivedAt < now() - limits.ageMs;
        if (!isOver) break;
        removed = {
          entries: removed.entries + 1,
          bytes: removed.bytes + keptBytes,
          upTo: id,
        };
      }
      if (removed.entries === 0) return;
      await store.write((tx) => store.receiverRequests.removeUpTo(tx, removed.upTo));
      // Cleared meanwhile: what was counted before is no longer so.
      if (kept === null) continue;
      kept = { entries: kept.entries - removed.entries, bytes: kept.bytes - removed.bytes };
    }
  }

  async function run(): Promise<void> {
    try {
      while (waiting.length > 0) await writeBatch();
      if (sincePruned >= pruneEntries || Math.abs(now() - prunedAt) >= pruneEveryMs) await prune();
    } catch (error) {
      log.error('The log of the receivers could not be stored.', { error });
    }
    if (dropped > 0) log.warn(`${dropped} entries of the receivers' log were dropped: too many.`);
    dropped = 0;
    running = null;
    if (waiting.length > 0) start();
  }

  function start(): void {
    running ??= run();
  }

  return {
    add(entry) {
      const wanted = withKeptBody(entry);
      if (waiting.length >= mostWaiting || waitingBytes + wanted.body.length > mostWaitingBytes)
        dropped += 1;
      else {
        waiting.push(wanted);
        waitingBytes += wanted.body.length;
      }
      start();
    },
    async clear(receiverId) {
      waiting = waiting.filter((entry) => entry.receiverId !== receiverId);
      waitingBytes = bodyBytes(waiting);
      await store.write((tx) => store.receiverRequests.clear(tx, receiverId));
      kept = null;
    },
    start,
    async flushed() {
      while (running !== null) await running;
    },
  };
}
