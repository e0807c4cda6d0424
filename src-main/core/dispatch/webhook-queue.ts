/** One webhook of one destination: its own queue, its own connections, its own limit. */
import type { OwnEndpoints } from '../own-endpoints.ts';
import { type Connection, createConnection } from './connection.ts';
import { atOnceMs, type Contender, type FairnessPolicy, restMs } from './fairness-policy.ts';
import type { Trust } from './trust.ts';

/**
 * An attempt waiting for a connection. It resolves when the connection may serve the next one, with
 * whether it failed.
 */
export type Job = (connection: Connection) => Promise<boolean>;

export interface WebhookQueue {
  /** Queues an attempt; returns a function that removes it, true if it had not started. */
  add(job: Job): () => boolean;
  /** True when a connection is free and nothing waits for one. */
  isStarved(): boolean;
  /** False when so much waits already that more would only take up memory. */
  hasRoom(): boolean;
  /** Whether nothing is under way and nothing waits. */
  isIdle(): boolean;
  /** Begins what the limit allows; it may have been raised. */
  pump(): void;
  /** Ends it: drops what waits, and resolves when nothing is under way and its connections are closed. */
  drain(): Promise<void>;
}

export function createWebhookQueue(options: {
  readonly url: string;
  readonly trust: Trust;
  readonly ownEndpoints?: OwnEndpoints;
  /** Requests under way at once; one that hangs uses up its own, nobody else's. */
  readonly concurrency: () => number;
  readonly fairness: FairnessPolicy;
  /** Called when the queue becomes starved. */
  readonly starved: () => void;
}): WebhookQueue {
  const { concurrency, fairness, starved, trust, ownEndpoints } = options;
  const origin = new URL(options.url).origin;
  const free: Connection[] = [];
  const queue = new Set<Job>();
  let busy = 0;
  let failsAtOnce = false;
  let closed = false;
  let resting: NodeJS.Timeout | undefined;
  /** When all it may have under way last was, and when one of them last ended that took no time. */
  let fullAt = Number.NEGATIVE_INFINITY;
  let quickAt = Number.NEGATIVE_INFINITY;
  let drained: (() => void) | undefined;
  const contender: Contender = {
    failsAtOnce: () => failsAtOnce,
    isAtItsLimit() {
      const since = performance.now() - restMs;
      return fullAt > since && quickAt > since;
    },
  };
  const leave = fairness.join(contender);
  const limit = (): number => (fairness.shouldYield(contender) ? 1 : concurrency());

  async function run(job: Job): Promise<void> {
    const connection = free.pop() ?? createConnection(origin, trust, ownEndpoints);
    busy += 1;
    const startedAt = performance.now();
    const hasFailed = await job(connection);
    const endedAt = performance.now();
    const isQuick = endedAt - startedAt < atOnceMs;
    failsAtOnce = hasFailed && isQuick;
    if (isQuick) quickAt = endedAt;
    busy -= 1;
    if (closed || busy + free.length >= concurrency()) connection.close();
    else free.push(connection);
    if (busy === 0) drained?.();
    if (!closed && fairness.shouldYield(contender)) rest();
    else pump();
  }

  function rest(): void {
    resting ??= setTimeout(() => {
      resting = undefined;
      pump();
    }, restMs);
  }

  function pump(): void {
    if (closed || resting !== undefined) return;
    for (const job of queue) {
      if (busy >= limit()) break;
      queue.delete(job);
      void run(job);
    }
    if (busy < limit()) starved();
    else fullAt = performance.now();
  }

  return {
    add(job) {
      queue.add(job);
      // After the caller has noted what it needs to take the job back.
      queueMicrotask(pump);
      return () => queue.delete(job);
    },
    isIdle: () => busy === 0 && queue.size === 0,
    isStarved: () => queue.size === 0 && busy < limit(),
    // As many again as are under way: the next ones are at hand when these are done.
    hasRoom: () => queue.size < concurrency(),
    pump,
    async drain() {
      closed = true;
      leave();
      clearTimeout(resting);
      queue.clear();
      for (const connection of free.splice(0)) connection.close();
      if (busy > 0)
        await new Promise<void>((resolve) => {
          drained = resolve;
        });
    },
  };
}
