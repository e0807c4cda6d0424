/**
 * Fast-forwards from attempt to attempt until the request has finished: hours of retries in seconds. It
 * skips the time between attempts, or plays the time between attempts so that it can be watched.
 */

import type { VirtualClock } from '#main/clock/virtual-clock.ts';
import { notFound } from '#main/kit/app-error.ts';
import type { Clock } from '#main/kit/ports.ts';
import { until } from '#main/kit/until.ts';
import type { Delivery } from '#main/store/deliveries.ts';
import type { Reader } from '#main/store/reader.ts';
import type { Store } from '#main/store/store.ts';
import {
  type EndCounts,
  endStates,
  type FastForwardProgress,
  type FastForwardRequest,
} from '#shared/clock/clock.ts';
import type { DeliveryState } from '#shared/deliveries/delivery.ts';
import { type Backoff, jitterFraction, scheduleMs } from '#shared/profiles/backoff.ts';
import { filterOf } from '../filter.ts';
import type { Dispatcher } from './dispatcher.ts';

// Estimates the remaining time until finished, as if every attempt failed. Uses the rate of the last few
// seconds, which reflects response times and concurrency; while playing, at least the virtual time that is
// left.

/** Enough for an estimate, and takes a millisecond to read. */
const maxSampled = 100;
/** The backoff spreads attempts over time, so an earlier rate isn't representative. */
const recentMs = 15_000;

interface EstimateTools {
  readonly find: (deliveryId: number) => Delivery | undefined;
  readonly backoffOf: (destinationId: string) => Backoff | undefined;
}

interface Remaining {
  readonly attempts: number;
  readonly virtualMs: number;
}

const nothingRemaining: Remaining = { attempts: 0, virtualMs: 0 };

function remainingOf({ find, backoffOf }: EstimateTools, id: number, now: number): Remaining {
  const delivery = find(id);
  if (delivery === undefined || delivery.state !== 'waiting') return nothingRemaining;
  const backoff = backoffOf(delivery.destinationId);
  if (backoff === undefined) return nothingRemaining;
  const { firstAttemptAt, nextAttemptAt, windowRounds } = delivery;
  const elapsedMs = firstAttemptAt === null ? 0 : (nextAttemptAt ?? now) - firstAttemptAt;
  const fraction = (retry: number): number => jitterFraction(id, retry);
  const schedule = scheduleMs(backoff, fraction, windowRounds + 1, elapsedMs);
  const lastAt = (firstAttemptAt ?? now) + (schedule.at(-1) ?? elapsedMs);
  return { attempts: 1 + schedule.length, virtualMs: Math.max(0, lastAt - now) };
}

/** Returns the remaining real time in milliseconds; null before the first attempt. */
function createRemainingTime(tools: EstimateTools, ids: readonly number[]) {
  const every = Math.max(1, Math.ceil(ids.length / maxSampled));
  const sample = ids.filter((_, index) => index % every === 0);
  const roundCount = (): number =>
    sample.reduce((sum, id) => sum + (tools.find(id)?.round ?? 0), 0);
  let history: readonly {
    readonly at: number;
    readonly roundCount: number;
    readonly speed: number | null;
  }[] = [];
  return (now: number, realNow: number, speed: number | null): number | null => {
    const latest = { at: realNow, roundCount: roundCount(), speed };
    history = [
      ...history.filter((sample) => realNow - sample.at <= recentMs && sample.speed === speed),
      latest,
    ];
    const first = history[0] ?? latest;
    const attempts = latest.roundCount - first.roundCount;
    if (attempts <= 0 && speed === null) return null;
    const remaining = sample.map((id) => remainingOf(tools, id, now));
    const attemptCount = remaining.reduce((sum, delivery) => sum + delivery.attempts, 0);
    const byRate = attempts <= 0 ? 0 : (attemptCount * (realNow - first.at)) / attempts;
    const virtualMs = Math.max(0, ...remaining.map(({ virtualMs }) => virtualMs));
    return Math.round(Math.max(byRate, speed === null ? 0 : virtualMs / speed));
  };
}

export interface FastForwardTools {
  readonly store: Store;
  readonly reader: Reader;
  readonly clock: VirtualClock;
  readonly dispatcher: Dispatcher;
  readonly machineClock: Clock;
  readonly backoffOf: (destinationId: string) => Backoff | undefined;
  readonly playback: Playback;
}

/** The speed between attempts, which may change while fast-forwarding; null for no time between attempts. */
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

/** Number of unfinished deliveries in the request. Those of a disabled destination don't count. */
function countOpen(store: Store, { deliveryId, destinationId }: FastForwardRequest): number {
  if (deliveryId !== undefined) {
    const delivery = store.deliveries.get(deliveryId);
    if (delivery === undefined) throw notFound('delivery');
    return Number(delivery.state === 'waiting');
  }
  return destinationId === undefined
    ? store.counters.ledger().waiting
    : store.deliveries.count(destinationId, 'waiting');
}

/** IDs of the deliveries that must finish. */
async function openIds(
  reader: Reader,
  { deliveryId, destinationId }: FastForwardRequest,
  now: number,
): Promise<readonly number[]> {
  if (deliveryId !== undefined) return [deliveryId];
  const filter = filterOf({ destinationId, state: 'waiting' });
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
      if (speed === null) clock.fastForwardTo(time);
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
