/** A webhook of a destination with its own queue, connections and limit. */

import { type Connection, createConnection } from '#main/kit/http-client/connection.ts';
import type { ConnectionTools } from '#main/kit/http-client/connector.ts';
import type { SocketTime } from '#main/kit/http-client/socket-time.ts';
import { type Contender, type FairnessPolicy, maxFastMs, pauseMs } from './fairness-policy.ts';

/** A queued attempt. Resolves to whether it failed, once the connection can be reused. */
export type QueuedAttempt = (connection: Connection) => Promise<boolean>;

export interface WebhookQueue {
  /**
   * Queues an attempt. Returns a function that removes it and returns whether it had not started.
   */
  add(attempt: QueuedAttempt): () => boolean;
  /** Whether a connection is free and the queue is empty. */
  isStarved(): boolean;
  /** False if the queue is long enough and more would only use memory. */
  hasCapacity(): boolean;
  /** Whether nothing is queued or in progress. */
  isIdle(): boolean;
  /** Starts as many attempts as the limit allows, which may have been raised. */
  pump(): void;
  /**
   * Drops queued attempts. Resolves when attempts in progress have finished and all connections are
   * closed.
   */
  drain(): Promise<void>;
}

export function createWebhookQueue(options: {
  readonly url: string;
  readonly connections: ConnectionTools;
  readonly time: SocketTime;
  /** Maximum concurrent requests. A hanging webhook only uses its own. */
  readonly concurrency: () => number;
  readonly fairness: FairnessPolicy;
  /** Called when the queue becomes starved. */
  readonly starved: () => void;
}): WebhookQueue {
  const { concurrency, fairness, starved, connections, time } = options;
  const origin = new URL(options.url).origin;
  const free: Connection[] = [];
  const queue = new Set<QueuedAttempt>();
  let busy = 0;
  let failsFast = false;
  let closed = false;
  let cancelPause: (() => void) | undefined;
  /** Time when all allowed attempts were last in progress, and when a quick attempt last ended. */
  let fullAt = Number.NEGATIVE_INFINITY;
  let quickAt = Number.NEGATIVE_INFINITY;
  let resolveDrain: (() => void) | undefined;
  const contender: Contender = {
    failsFast: () => failsFast,
    isAtItsLimit() {
      const since = time.elapsedMs() - pauseMs;
      return fullAt > since && quickAt > since;
    },
  };
  const leave = fairness.join(contender);
  const limit = (): number => (fairness.shouldYield(contender) ? 1 : concurrency());

  async function run(attempt: QueuedAttempt): Promise<void> {
    const connection = free.pop() ?? createConnection(origin, connections);
    busy += 1;
    const startedAt = time.elapsedMs();
    const hasFailed = await attempt(connection);
    const endedAt = time.elapsedMs();
    const isQuick = endedAt - startedAt < maxFastMs;
    failsFast = hasFailed && isQuick;
    if (isQuick) quickAt = endedAt;
    busy -= 1;
    if (closed || busy + free.length >= concurrency()) connection.close();
    else free.push(connection);
    if (busy === 0) resolveDrain?.();
    if (!closed && fairness.shouldYield(contender)) pause();
    else pump();
  }

  function pause(): void {
    cancelPause ??= time.after(pauseMs, () => {
      cancelPause = undefined;
      pump();
    });
  }

  function pump(): void {
    if (closed || cancelPause !== undefined) return;
    for (const attempt of queue) {
      if (busy >= limit()) break;
      queue.delete(attempt);
      void run(attempt);
    }
    if (busy < limit()) starved();
    else fullAt = time.elapsedMs();
  }

  return {
    add(attempt) {
      queue.add(attempt);
      // Runs after the caller has stored the function to remove the job.
      queueMicrotask(pump);
      return () => queue.delete(attempt);
    },
    isIdle: () => busy === 0 && queue.size === 0,
    isStarved: () => queue.size === 0 && busy < limit(),
    // Queues as many attempts as are in progress, so that the next ones are ready.
    hasCapacity: () => queue.size < concurrency(),
    pump,
    async drain() {
      closed = true;
      leave();
      cancelPause?.();
      queue.clear();
      for (const connection of free.splice(0)) connection.close();
      if (busy > 0)
        await new Promise<void>((resolve) => {
          resolveDrain = resolve;
        });
    },
  };
}
