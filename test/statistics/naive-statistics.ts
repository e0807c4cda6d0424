/** Statistics counted in the simplest way, for comparison with the incremental ones of the core. */

import { type AttemptResult, deliveryStates } from '#shared/deliveries/delivery.ts';
import type { Filter } from '#shared/filter/filter.ts';
import { isEverything } from '#shared/filter/filter.ts';
import { healthOf, latestOf } from '#shared/statistics/webhook-health.ts';
import { matcherOf, type RandomDelivery } from '#test/store/filter/random-deliveries.ts';

export interface NaiveAttempt {
  readonly deliveryId: number;
  readonly url: string;
  readonly startedAt: number;
  readonly status: number | null;
  readonly result: AttemptResult;
  readonly totalMs: number;
  readonly round: number;
  /** Of its retry window. */
  readonly windowRound: number;
}

export interface TimedDelivery extends RandomDelivery {
  readonly updatedAt: number;
  readonly nextAttemptAt: number | null;
  readonly round: number;
  readonly windowRounds: number;
}

export interface NaiveRange {
  readonly from: number;
  readonly to: number;
  readonly bucketMs: number;
}

const within = (time: number, from: number, to: number): boolean => time >= from && time < to;

const attemptCounts = (attempts: readonly NaiveAttempt[]) => ({
  accepted: attempts.filter(({ result }) => result.outcome === 'accepted').length,
  refused: attempts.filter(({ result }) => result.outcome === 'refused').length,
  failed: attempts.filter(({ result }) => result.outcome === 'failed').length,
  blocked: attempts.filter(({ result }) => result.outcome === 'blocked').length,
});

function latencyOf(attempts: readonly NaiveAttempt[]) {
  const took = attempts
    .filter(({ result }) => result.outcome !== 'blocked')
    .map(({ totalMs }) => totalMs)
    .sort((one, other) => one - other);
  if (took.length === 0) return null;
  const at = (percent: number) => took[Math.ceil((percent * took.length) / 100) - 1];
  return { p50: at(50), p90: at(90), p99: at(99) };
}

const deliveryCounts = (deliveries: readonly RandomDelivery[]) =>
  Object.fromEntries(
    deliveryStates.map((state) => [
      state,
      deliveries.filter((delivery) => delivery.state === state).length,
    ]),
  );

function depthOf(deliveries: readonly RandomDelivery[]) {
  const sent = deliveries.filter(({ state }) => state !== 'not_sent');
  const waits = ({ state }: RandomDelivery) => state === 'waiting' || state === 'paused';
  return [...new Set(sent.map(({ attempts }) => attempts))]
    .sort((one, other) => one - other)
    .map((attempts) => {
      const those = sent.filter((delivery) => delivery.attempts === attempts);
      const waiting = those.filter(waits).length;
      return { attempts, finished: those.length - waiting, waiting };
    });
}

function causesOf(deliveries: readonly RandomDelivery[]) {
  const failed = deliveries
    .filter(
      ({ state, lastCode }) =>
        ['refused', 'gave_up', 'blocked'].includes(state) ||
        (state === 'waiting' && lastCode !== null),
    )
    .map(({ lastCode: code, lastStatus, ...rest }) => {
      const isOfStatus =
        code !== null &&
        ['redirect', 'client_error', 'server_error', 'unexpected_status'].includes(code);
      return { ...rest, code, status: isOfStatus ? lastStatus : null };
    });
  const groups = Map.groupBy(failed, ({ destination, code, status }) =>
    JSON.stringify([destination.id, code, status]),
  );
  return [...groups.values()]
    .map((group) => {
      const latest = group.toSorted((one, other) => other.id - one.id)[0] as (typeof group)[0];
      return {
        destinationId: latest.destination.id,
        destinationName: latest.destination.name,
        code: latest.code,
        status: latest.status,
        deliveries: group.length,
        waiting: group.filter(({ state }) => state === 'waiting').length,
        latestId: latest.id,
        latestAt: latest.createdAt,
      };
    })
    .sort((one, other) => other.deliveries - one.deliveries || other.latestId - one.latestId);
}

const failuresOf = (earlier: readonly NaiveAttempt[]): readonly boolean[] =>
  earlier
    .slice(-20)
    .map(({ result }) => result.outcome !== 'accepted')
    .reverse();

const health = (earlier: readonly NaiveAttempt[], inRange: readonly NaiveAttempt[]) =>
  healthOf({
    attempts: inRange.length,
    failures: failuresOf(earlier),
    isBlocked: earlier.at(-1)?.result.outcome === 'blocked',
    isRefused: earlier.at(-1)?.result.outcome === 'refused',
    p90Ms: latencyOf(inRange)?.p90 ?? null,
  });

function failingSince(earlier: readonly NaiveAttempt[]): number | null {
  const lastSuccess = earlier.findLastIndex(({ result }) => result.outcome === 'accepted');
  return earlier[lastSuccess + 1]?.startedAt ?? null;
}

/** Times in which the URL was failing, by failed attempts. */
function outagesOf(earlier: readonly NaiveAttempt[], { from, bucketMs }: NaiveRange) {
  const outages: { from: number; to: number | null; status: number | null; code: string | null }[] =
    [];
  earlier.forEach(({ result, status }, index) => {
    const next = earlier[index + 1];
    if (result.outcome !== 'failed' || next?.result.outcome === 'failed') return;
    const known = earlier.slice(0, index + 1);
    const start = known.findLastIndex(({ result }) => result.outcome !== 'failed') + 1;
    const began = earlier[start]?.startedAt ?? 0;
    const failures = failuresOf(known);
    const { inRow, failed, attempts } = latestOf(failures);
    if (inRow < 5 && failed <= (attempts * 2) / 3) return;
    const to = next?.startedAt ?? null;
    if (to !== null && (to < from || to <= began)) return;
    const previous = outages.at(-1);
    if (to !== null && previous?.to != null && began <= previous.to + bucketMs)
      previous.to = Math.max(previous.to, to);
    else outages.push({ from: began, to, status, code: result.code });
  });
  return outages;
}

/** When a delivery had ended, until a retry began another window. */
function endedSpansOf(
  { id, state, updatedAt, round, windowRounds }: TimedDelivery,
  all: readonly NaiveAttempt[],
) {
  const attempts = all.filter(({ deliveryId }) => deliveryId === id);
  const endBefore = (later: number) =>
    attempts
      .filter((one) => one.round < later)
      .reduce((end, one) => Math.max(end, one.startedAt + one.totalMs), Number.NEGATIVE_INFINITY);
  const retries = attempts
    .filter((one) => one.windowRound === 1 && one.round > 1)
    .map((one) => ({ from: endBefore(one.round), to: one.startedAt }));
  // The first URL of a round ends the span.
  const spans = retries.filter(
    (one, index) => retries.findIndex(({ from }) => from === one.from) === index,
  );
  const isRetried =
    state === 'waiting' &&
    round > windowRounds &&
    attempts.every((one) => one.round <= round - windowRounds);
  if (isRetried) spans.push({ from: endBefore(Number.POSITIVE_INFINITY), to: updatedAt });
  return spans.filter(({ from, to }) => Number.isFinite(from) && from < to);
}

type WithSpans = TimedDelivery & { readonly ended: ReturnType<typeof endedSpansOf> };

/** Whether a delivery waited at a time. */
const waitedAt = ({ createdAt, updatedAt, state, ended }: WithSpans, time: number): boolean =>
  createdAt < time &&
  (state === 'waiting' || updatedAt >= time) &&
  !ended.some(({ from, to }) => from < time && time <= to);

const waitsSince = ({ createdAt, ended }: WithSpans): number =>
  Math.max(createdAt, ...ended.map(({ to }) => to));

function waitingOf(
  deliveries: readonly WithSpans[],
  { from, to, bucketMs }: NaiveRange,
  now: number,
) {
  const waiting = deliveries.filter(({ state }) => state === 'waiting');
  const next = (those: readonly TimedDelivery[]) =>
    those.flatMap(({ nextAttemptAt }) => (nextAttemptAt === null ? [] : [nextAttemptAt]));
  const first = (times: readonly number[]) => (times.length === 0 ? null : Math.min(...times));
  const bucketNow = Math.floor((now - from) / bucketMs);
  const groups = Map.groupBy(waiting, ({ destination }) => destination.id);
  return {
    deliveries: waiting.length,
    since: first(waiting.map(waitsSince)),
    destinations: [...groups].map(([destinationId, those]) => ({
      destinationId,
      deliveries: those.length,
      nextAttemptAt: first(next(those)),
    })),
    planned: Array.from({ length: Math.ceil((to - from) / bucketMs / 6) }, (_, n) => {
      const bucket = (at: number) => Math.floor((at - from) / bucketMs) - bucketNow;
      return next(waiting).filter((at) => Math.max(0, bucket(at)) === n).length;
    }),
  };
}

interface Destination {
  readonly id: string;
  readonly name: string;
  readonly urls: readonly string[];
}

export function naiveStatistics(
  all: readonly TimedDelivery[],
  attempts: readonly NaiveAttempt[],
  destinations: readonly Destination[],
  { filter, now, range }: { filter: Filter; now: number; range: NaiveRange },
) {
  const { from, to, bucketMs } = range;
  const destinationOf = (attempt: NaiveAttempt) =>
    all.find(({ id }) => id === attempt.deliveryId)?.destination.id;
  const matching = all
    .filter(matcherOf(filter, now))
    .map((one) => ({ ...one, ended: endedSpansOf(one, attempts) }));
  const ids = new Set(matching.map(({ id }) => id));
  const made = matching.filter(({ createdAt }) => within(createdAt, from, to));
  const started = attempts.filter(
    ({ startedAt, deliveryId }) => within(startedAt, from, to) && ids.has(deliveryId),
  );
  const starts = Array.from({ length: (to - from) / bucketMs }, (_, n) => from + n * bucketMs);
  const end = to - bucketMs > now ? to : Math.min(now, to);
  const minutes = Math.max(bucketMs, end - from) / 60_000;
  const webhooks = destinations.flatMap((destination) => {
    const ofDestination = attempts.filter((one) => destinationOf(one) === destination.id);
    const urls = new Set([...destination.urls, ...ofDestination.map(({ url }) => url)]);
    return [...urls].flatMap((url) => {
      const ofUrl = ofDestination.filter((one) => one.url === url);
      const earlier = ofUrl.filter(({ startedAt }) => startedAt < to);
      const inRange = started.filter((one) => ofUrl.includes(one));
      const isListedWithoutAny = isEverything(filter) && destination.urls.includes(url);
      if (inRange.length === 0 && !isListedWithoutAny) return [];
      const counts = attemptCounts(inRange);
      const last = earlier.at(-1);
      return [
        {
          destinationId: destination.id,
          destinationName: destination.name,
          url,
          mock: null,
          active: destination.urls.includes(url),
          health: health(earlier, inRange),
          latest: latestOf(failuresOf(earlier)),
          attempts: counts,
          perMinute: inRange.length / minutes,
          success: inRange.length === 0 ? null : counts.accepted / inRange.length,
          latency: latencyOf(inRange),
          lastStatus: last?.status ?? null,
          lastCode: last?.result.code ?? null,
          lastAttemptAt: last?.startedAt ?? null,
          failingSince: failingSince(earlier),
          buckets: starts.map((at) => {
            const those = inRange.filter(({ startedAt }) => within(startedAt, at, at + bucketMs));
            return attemptCounts(those);
          }),
          outages: outagesOf(earlier, range),
        },
      ];
    });
  });
  const times = [
    ...all.map(({ createdAt }) => createdAt),
    ...attempts.map(({ startedAt }) => startedAt),
  ];
  return {
    now,
    firstAt: times.length === 0 ? null : Math.min(...times),
    ...range,
    deliveries: deliveryCounts(made),
    attempts: attemptCounts(started),
    latency: latencyOf(started),
    buckets: starts.map((at) => {
      const ofBucket = started.filter(({ startedAt }) => within(startedAt, at, at + bucketMs));
      return {
        at,
        deliveries: deliveryCounts(
          made.filter(({ createdAt }) => within(createdAt, at, at + bucketMs)),
        ),
        attempts: attemptCounts(ofBucket),
        latency: latencyOf(ofBucket),
        waiting: matching.filter((one) => waitedAt(one, at + bucketMs)).length,
      };
    }),
    waiting: waitingOf(matching, range, now),
    depth: depthOf(made),
    causes: causesOf(made),
    webhooks,
    ahead: {
      deliveries: all.filter(({ createdAt }) => createdAt >= to).length,
      attempts: attempts.filter(({ startedAt }) => startedAt >= to).length,
    },
  };
}
