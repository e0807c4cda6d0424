/**
 * The log of all receivers: written in the background, many entries a transaction, and bounded by
 * number and bytes; by age with everything else (D49). A receiver answers without waiting for it.
 */
import type { Log } from '../ports.ts';
import { keptBodyBytes, type NewReceiverEntry } from '../store/receiver-requests.ts';
import type { Store } from '../store/store.ts';
import type { Tx } from '../store/write-queue.ts';

/** What is kept, over all receivers: the newest. */
export const logLimits = {
  entries: 50_000,
  bytes: 256 * 1024 * 1024,
};

/** Entries of one transaction; more would hold up the engine's own. */
const batchEntries = 200;

/** Entries looked at in one round of pruning, so that it never holds the file for long. */
const pruneEntries = 1_000;

/** When the disk does not keep up, the newest entries are dropped rather than the memory filled. */
const mostWaiting = 20_000;
const mostWaitingBytes = 64 * 1024 * 1024;

export interface RequestLog {
  add(entry: NewReceiverEntry): void;
  clear(receiverId: string): Promise<void>;
  /** Deletes the oldest entries up to a row number, as part of a write; tells how many. */
  deleteSome(tx: Tx, upTo: number, limit: number): number;
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
  readonly limits?: typeof logLimits;
}): RequestLog {
  const { store, log, limits = logLimits } = options;
  let waiting: NewReceiverEntry[] = [];
  /** Bytes of bodies that wait. */
  let waitingBytes = 0;
  let dropped = 0;
  let running: Promise<void> | null = null;
  /** Null: must be counted again. */
  let kept: { readonly entries: number; readonly bytes: number } | null = null;
  let sincePruned = pruneEntries;

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
    for (;;) {
      kept ??= store.receiverRequests.totals();
      const { entries, bytes } = kept;
      let removed = { entries: 0, bytes: 0, upTo: 0 };
      for (const { id, keptBytes } of store.receiverRequests.oldest(pruneEntries)) {
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
      await store.write((tx) => store.receiverRequests.removeUpTo(tx, removed.upTo));
      // Cleared meanwhile: what was counted before is no longer so.
      if (kept === null) continue;
      kept = { entries: kept.entries - removed.entries, bytes: kept.bytes - removed.bytes };
    }
  }

  async function run(): Promise<void> {
    try {
      while (waiting.length > 0) await writeBatch();
      if (sincePruned >= pruneEntries) await prune();
    } catch (error) {
      log.error("Can't store the log of receivers.", { error });
    }
    if (dropped > 0)
      log.warn(`Dropped ${dropped} entries of the receivers' log: too many to store.`);
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
    deleteSome(tx, upTo, limit) {
      const entries = store.receiverRequests.oldest(limit, upTo);
      const last = entries.at(-1);
      if (last === undefined) return 0;
      store.receiverRequests.removeUpTo(tx, last.id);
      const bytes = entries.reduce((sum, { keptBytes }) => sum + keptBytes, 0);
      tx.whenCommitted(() => {
        kept &&= { entries: kept.entries - entries.length, bytes: kept.bytes - bytes };
      });
      return entries.length;
    },
    async flushed() {
      while (running !== null) await running;
    },
  };
}
