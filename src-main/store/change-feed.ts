/**
 * The numbered change feed. Commits append changes; subscribers get the current values in shared
 * batches. They can resume after a number, and must reload if they missed too much.
 */

import { setImmediate } from 'node:timers/promises';
import { AppError } from '#main/kit/app-error.ts';
import type { Log } from '#main/kit/ports.ts';
import type { Change, ChangeBatch, ChangesRequest } from '#shared/changes.ts';
import { formatCount } from '#shared/kit/format.ts';
import type { Changed } from './write-queue.ts';

/**
 * Changes kept for resuming: several seconds at full load. After a longer gap, reloading is
 * cheaper.
 */
const maxKeptChanges = 20_000;

/** Maximum changes per batch. After a larger burst, clients reload one page. */
const maxBatchChanges = 1_000;

/** Pause between batches: about two frames at 60 Hz. */
const batchIntervalMs = 33;

/** Sending batches takes at most a tenth of the process's time. */
const pausePerWork = 9;

/** Time slice for sending batches, so that requests are not delayed. */
const sliceMs = 2;

/** Concurrent subscribers; more are rejected. */
export const maxSubscribers = 1_000;

export interface Subscription {
  /** Passes the first batch immediately, then all others. Calls `end` when the feed closes. */
  start(receive: (batch: ChangeBatch) => void, end: () => void): void;
  stop(): void;
}

export interface ChangeFeed {
  /** Called after every commit. */
  append(changes: readonly Changed[]): void;
  /**
   * Subscribes with batches shared between subscribers. Throws an AppError if there are too many.
   */
  subscribe(request: ChangesRequest): Subscription;
  /** Like `subscribe` for a client that pulls. Changes in the meantime arrive in one batch. */
  stream(request: ChangesRequest, signal?: AbortSignal): AsyncGenerator<ChangeBatch, void, void>;
  /** Ends all subscriptions. */
  close(): void;
}

interface Subscriber {
  /** Number of the last batch it received. */
  last: number;
  /** Null while it doesn't accept a batch. */
  receive: ((batch: ChangeBatch) => void) | null;
  end: () => void;
}

function keyOf(change: Changed): string {
  if (change.kind === 'clock') return 'clock';
  if (change.kind === 'deleted') return `deleted:${change.noun}:${change.ids[0]}`;
  return change.kind === 'removed' ? `${change.noun}:${change.id}` : `${change.kind}:${change.id}`;
}

export function createChangeFeed(options: {
  readonly epoch: string;
  /** Loads the current values of changed items that still exist. */
  readonly load: (changed: readonly Changed[]) => Change[];
  readonly ledger: () => ChangeBatch['ledger'];
  readonly clock: () => ChangeBatch['clock'];
  readonly log: Log;
}): ChangeFeed {
  const { epoch, load, ledger, clock, log } = options;
  const recentChanges: Changed[] = [];
  let number = 0;
  let closed = false;
  const subscribers = new Set<Subscriber>();
  let isScheduled = false;
  let nextAt = 0;

  /** Changes after `from`, only the last one per item. Null if too many were missed. */
  function changesSince(from: number): Change[] | null {
    const first = number - recentChanges.length;
    if (from < first || from > number) return null;
    const latest = new Map<string, Changed>();
    for (const changed of recentChanges.slice(from - first)) {
      latest.delete(keyOf(changed));
      latest.set(keyOf(changed), changed);
    }
    if (latest.size > maxBatchChanges) return null;
    return load([...latest.values()]);
  }

  function createBatch(from: number | null): ChangeBatch {
    const changes = from === null ? null : changesSince(from);
    return {
      epoch,
      number,
      resync: changes === null,
      changes: changes ?? [],
      ledger: ledger(),
      clock: clock(),
    };
  }

  const isBehind = ({ receive, last }: Subscriber): boolean => receive !== null && last !== number;

  function schedule(): void {
    if (isScheduled) return;
    isScheduled = true;
    setTimeout(() => void runSendBatches(), Math.max(0, nextAt - performance.now()));
  }

  function endAll(): void {
    const open = [...subscribers];
    subscribers.clear();
    for (const { end } of open) end();
  }

  /** On failure, such as a disk error, ends all subscriptions. Clients reconnect and resume. */
  async function runSendBatches(): Promise<void> {
    try {
      await sendBatches();
    } catch (error) {
      log.error("Can't load changes. Clients of the change feed must reconnect.", {
        error,
      });
      nextAt = performance.now() + batchIntervalMs;
      endAll();
    } finally {
      isScheduled = false;
    }
    if ([...subscribers].some(isBehind)) schedule();
  }

  /** Sends one batch to all subscribers with the same number. */
  async function sendBatches(): Promise<void> {
    const batches = new Map<number, ChangeBatch>();
    const startedAt = performance.now();
    let workMs = 0;
    let sliceAt = startedAt;
    for (const subscriber of [...subscribers].filter(isBehind)) {
      const { last } = subscriber;
      const shared = batches.get(last) ?? createBatch(last);
      batches.set(last, shared);
      // It may have unsubscribed while others received their batch.
      if (subscribers.has(subscriber)) send(subscriber, shared);
      if (performance.now() - sliceAt < sliceMs) continue;
      workMs += performance.now() - sliceAt;
      await setImmediate();
      sliceAt = performance.now();
    }
    const endedAt = performance.now();
    workMs += endedAt - sliceAt;
    nextAt = endedAt + Math.max(batchIntervalMs, pausePerWork * workMs);
  }

  function send(subscriber: Subscriber, next: ChangeBatch): void {
    subscriber.last = next.number;
    subscriber.receive?.(next);
  }

  function firstBatch({ after }: ChangesRequest): ChangeBatch {
    if (after === undefined) return createBatch(number);
    return createBatch(after.epoch === epoch ? after.number : null);
  }

  function addSubscriber(): Subscriber {
    if (subscribers.size >= maxSubscribers)
      throw new AppError(
        'too_many_subscribers',
        `At most ${formatCount(maxSubscribers)} clients can follow changes at once. Close some of them.`,
      );
    const subscriber: Subscriber = { last: number, receive: null, end: () => undefined };
    subscribers.add(subscriber);
    return subscriber;
  }

  async function* pull(
    subscriber: Subscriber,
    request: ChangesRequest,
  ): AsyncGenerator<ChangeBatch, void, void> {
    try {
      let next: ChangeBatch | null = firstBatch(request);
      subscriber.last = next.number;
      while (next !== null) {
        yield next;
        // The feed has closed or failed, or the client has disconnected.
        if (closed || !subscribers.has(subscriber)) return;
        next = await new Promise<ChangeBatch | null>((resolve) => {
          subscriber.receive = resolve;
          subscriber.end = () => resolve(null);
          if (isBehind(subscriber)) schedule();
        });
        subscriber.receive = null;
      }
    } finally {
      subscribers.delete(subscriber);
    }
  }

  return {
    append(changes) {
      number += changes.length;
      // Appended one by one: a large batch exceeds the maximum number of arguments.
      for (const changed of changes) recentChanges.push(changed);
      if (recentChanges.length > 2 * maxKeptChanges)
        recentChanges.splice(0, recentChanges.length - maxKeptChanges);
      if (subscribers.size > 0) schedule();
    },
    subscribe(request) {
      const subscriber = addSubscriber();
      return {
        start(receive, end) {
          subscriber.receive = receive;
          subscriber.end = end;
          send(subscriber, firstBatch(request));
          if (closed) end();
        },
        stop: () => void subscribers.delete(subscriber),
      };
    },
    stream(request, signal) {
      const subscriber = addSubscriber();
      const unsubscribe = (): void => {
        subscribers.delete(subscriber);
        subscriber.end();
      };
      if (signal?.aborted === true) unsubscribe();
      signal?.addEventListener('abort', unsubscribe, { once: true });
      return pull(subscriber, request);
    },
    close() {
      closed = true;
      endAll();
    },
  };
}
