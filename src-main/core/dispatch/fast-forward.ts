/**
 * Fast-forwards from attempt to attempt until the request has finished: hours of retries in seconds. It
 * jumps, or plays the time between attempts so that it can be watched.
 */

import type { Backoff } from '#shared/lib/backoff.ts';
import {
  type EndCounts,
  endStates,
  type FastForwardProgress,
  type FastForwardRequest,
} from '#shared/schemas/clock.ts';
import { type DeliveryState, isOpenState, openStates } from '#shared/schemas/delivery.ts';
import { notFound } from '../app-error.ts';
import type { ProductClock } from '../clock/product-clock.ts';
import { until } from '../clock/until.ts';
import { filterOf } from '../deliveries/filter.ts';
import type { Clock } from '../ports.ts';
import type { Reader } from '../reader.ts';
import type { Store } from '../store/store.ts';
import type { Dispatcher } from './dispatcher.ts';
import { createRemainingTime } from './remaining-time.ts';

export interface FastForwardTools {
  readonly store: Store;
  readonly reader: Reader;
  readonly clock: ProductClock;
  readonly dispatcher: Dispatcher;
  readonly machineClock: Clock;
  readonly backoffOf: (destinationId: string) => Backoff | undefined;
  readonly playback: Playback;
}

/** The speed between attempts, which may change while fast-forwarding; null jumps. */
export interface Playback {
  speed(): number | null;
  set(speed: number | null): void;
  /** Calls the listener on a change, until the returned function is called. */
  subscribe(listener: () => void): () => void;
}

export function createPlayback(): Playback {
  let current: number | null = null;
  const listeners = new Set<() => void>();
  return {
    speed: () => current,
    set(speed) {
      current = speed;
      for (const listener of [...listeners]) listener();
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/** Time between reports while waiting for responses, so that a slow receiver doesn't look stalled. */
const reportIntervalMs = 1_000;

function endsWithin(work: Promise<void>, machineClock: Clock, ms: number): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const cancel = machineClock.at(machineClock.now() + ms, () => resolve(false));
    work.then(() => {
      cancel();
      resolve(true);
    }, reject);
  });
}

/** Number of unfinished deliveries in the request. Those of a disabled destination are excluded. */
function countOpen(store: Store, { deliveryId, destinationId }: FastForwardRequest): number {
  if (deliveryId !== undefined) {
    const delivery = store.deliveries.get(deliveryId);
    if (delivery === undefined) throw notFound('delivery');
    return isOpenState(delivery.state) ? 1 : 0;
  }
  const ledger = store.counters.ledger();
  return openStates.reduce(
    (sum, state) =>
      sum +
      (destinationId === undefined ? ledger[state] : store.deliveries.count(destinationId, state)),
    0,
  );
}

/** IDs of the deliveries that must finish. */
async function openIds(
  reader: Reader,
  { deliveryId, destinationId }: FastForwardRequest,
  now: number,
): Promise<readonly number[]> {
  if (deliveryId !== undefined) return [deliveryId];
  const isOpen = {
    kind: 'or',
    parts: openStates.map((state) => ({ kind: 'state' as const, state })),
  } as const;
  const filter = filterOf({ destinationId, filter: isOpen });
  const query = { filter, now, limit: Number.MAX_SAFE_INTEGER };
  return (await reader.run('findDeliveries', query)).ids;
}

/** Counts the final states of these deliveries only. */
async function countEndStates(reader: Reader, ids: readonly number[]): Promise<EndCounts> {
  const counts = await reader.run('countIdsByState', ids);
  const countOf = (state: DeliveryState): number =>
    counts.reduce((sum, counted) => sum + (counted.state === state ? counted.count : 0), 0);
  return Object.fromEntries(endStates.map((state) => [state, countOf(state)])) as EndCounts;
}

/**
 * Yields progress after every clock change and every second. Stops early if `signal` is aborted.
 */
export function fastForwardUntilFinished(
  tools: FastForwardTools,
  request: FastForwardRequest,
  signal?: AbortSignal,
): AsyncGenerator<FastForwardProgress, void, void> {
  const { store } = tools;
  if (
    request.destinationId !== undefined &&
    !store.destinations.allIds().includes(request.destinationId)
  )
    throw notFound('destination');
  tools.playback.set(request.speed ?? null);
  return run(tools, request, countOpen(store, request), signal);
}

/** Plays to the time, or until a second has passed, the speed changes, or `signal` is aborted. */
async function playUntil(
  { clock, machineClock, playback }: FastForwardTools,
  time: number,
  speed: number,
  signal: AbortSignal | undefined,
): Promise<void> {
  const step = new AbortController();
  const end = (): void => step.abort();
  const cancels = [
    machineClock.at(machineClock.now() + reportIntervalMs, end),
    playback.subscribe(end),
  ];
  signal?.addEventListener('abort', end);
  if (signal?.aborted) end();
  clock.playTo(time, speed);
  await until(clock, time, step.signal);
  signal?.removeEventListener('abort', end);
  for (const cancel of cancels) cancel();
}

async function* run(
  tools: FastForwardTools,
  request: FastForwardRequest,
  total: number,
  signal: AbortSignal | undefined,
): AsyncGenerator<FastForwardProgress, void, void> {
  const { store, reader, clock, dispatcher, machineClock, backoffOf, playback } = tools;
  const isAborted = (): boolean => signal?.aborted === true;
  const ids = total === 0 ? [] : await openIds(reader, request, clock.now());
  const remainingTime = createRemainingTime({ find: store.deliveries.get, backoffOf }, ids);
  const startedAt = machineClock.now();
  let steps = 0;
  const report = (open: number, ended: EndCounts | null): FastForwardProgress => {
    const now = clock.now();
    const realNow = machineClock.now();
    const remainingMs = open === 0 ? 0 : remainingTime(now, realNow, playback.speed());
    return { open, total, steps, now, elapsedMs: realNow - startedAt, remainingMs, ended };
  };
  async function* moveTo(time: number): AsyncGenerator<FastForwardProgress, void, void> {
    while (clock.now() < time && !isAborted()) {
      const speed = playback.speed();
      // The clock is saved together with the results of the attempts.
      if (speed === null) clock.jumpTo(time);
      else await playUntil(tools, time, speed, signal);
      if (clock.now() < time) yield report(countOpen(store, request), null);
    }
    clock.stopPlaying();
  }
  try {
    for (;;) {
      // Attempts due after this may not have started yet, so the clock must not pass them.
      const polledAt = clock.now();
      const quiet = dispatcher.whenQuiet(request, signal);
      while (!(await endsWithin(quiet, machineClock, reportIntervalMs)))
        yield report(countOpen(store, request), null);
      const open = countOpen(store, request);
      const nextAt = open === 0 ? null : dispatcher.nextAttemptAfter(polledAt);
      const ended = nextAt === null || isAborted() ? await countEndStates(reader, ids) : null;
      yield report(open, ended);
      if (nextAt === null || isAborted()) return;
      if (nextAt <= clock.now()) continue;
      yield* moveTo(nextAt);
      if (clock.now() >= nextAt) steps += 1;
    }
  } finally {
    clock.stopPlaying();
  }
}
