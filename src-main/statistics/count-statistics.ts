/**
 * Statistics of deliveries and attempts in a time range, counted on the reader thread. They are
 * exact and need no index or trigger, which would slow down deliveries. Attempts never change and
 * are cached while statistics are displayed.
 */

import type { Reading } from '#main/store/reader/reading.ts';
import type { CountedDestination, StatisticsStore } from '#main/store/statistics.ts';
import { everything, isEverything } from '#shared/filter/filter.ts';
import {
  elapsedMs,
  type FailureCause,
  type Latency,
  type Statistics,
  type StatisticsBucket,
  type StatisticsQuery,
  type WebhookStatistics,
} from '#shared/statistics/statistics.ts';
import { createAttemptColumns, type NumberedWebhook } from './attempt-columns.ts';
import {
  blocksAttempted,
  type CountedWebhook,
  countAttempts,
  noWebhookAttempts,
} from './count-attempts.ts';
import { type CountedCause, countAhead, countDeliveries } from './count-deliveries.ts';
import { createDeliveryBlocks } from './delivery-blocks.ts';
import { timeRange } from './time-range.ts';
import { attemptCount, healthIn, lastOf, outagesOf } from './webhook-history.ts';

/**
 * Percentiles by nearest rank: the smallest value that at least the given percentage doesn't
 * exceed.
 */
function latencyOf(micros: readonly number[]): Latency {
  if (micros.length === 0) return null;
  const sorted = Uint32Array.from(micros).sort();
  const at = (percent: number): number =>
    (sorted[Math.ceil((percent * sorted.length) / 100) - 1] ?? 0) / 1_000;
  return { p50: at(50), p90: at(90), p99: at(99) };
}

const minuteMs = 60_000;

/** Webhooks with attempts and, without a filter, configured ones without attempts. */
function reportedWebhooks(
  numbered: readonly NumberedWebhook[],
  counted: readonly CountedWebhook[],
  destinations: readonly CountedDestination[],
  isFiltered: boolean,
  buckets: number,
) {
  const countsByWebhook = new Map(
    numbered.map(({ destinationId, url }, number) => [
      `${destinationId} ${url}`,
      counted[number] ?? noWebhookAttempts(buckets),
    ]),
  );
  return destinations.flatMap(({ id, name, active, urls }) => {
    const used = numbered.filter(({ destinationId }) => destinationId === id).map(({ url }) => url);
    return [...new Set([...urls, ...used])]
      .map((url) => ({
        destinationId: id,
        destinationName: name,
        url,
        active: active && urls.includes(url),
        counted: countsByWebhook.get(`${id} ${url}`) ?? noWebhookAttempts(buckets),
      }))
      .filter(
        ({ url, counted: { counts } }) =>
          attemptCount(counts) > 0 || (!isFiltered && urls.includes(url)),
      );
  });
}

function webhookStatistics(
  { counted, ...webhook }: ReturnType<typeof reportedWebhooks>[number],
  minutes: number,
): WebhookStatistics {
  const { counts, history, durationMicros: tookMicros, buckets } = counted;
  const latency = latencyOf(tookMicros);
  const attempts = attemptCount(counts);
  const health = healthIn(history, counts, latency);
  return {
    ...webhook,
    ...health,
    // Known by the mock endpoints.
    mock: null,
    attempts: counts,
    perMinute: attempts / minutes,
    success: attempts === 0 ? null : counts.accepted / attempts,
    latency,
    ...lastOf(history),
    buckets: [...buckets],
    outages: outagesOf(history),
  };
}

function withNames(
  causes: readonly CountedCause[],
  destinations: readonly CountedDestination[],
): FailureCause[] {
  const names = new Map(destinations.map(({ id, name }) => [id, name]));
  return causes.map((cause) => ({
    ...cause,
    destinationName: names.get(cause.destinationId) ?? '',
  }));
}

export interface CountedSpan extends StatisticsQuery {
  /** Virtual time. */
  readonly now: number;
  readonly realNow: number;
}

export function createStatisticsReads(store: StatisticsStore) {
  const blocks = createDeliveryBlocks(store);
  const columns = createAttemptColumns(store, blocks.attempted);
  let deletedCount = store.deletedCount();

  function clear(): void {
    columns.clear();
    blocks.clear();
  }

  /** Runs before anything is read: rows deleted later are noticed by the next query. */
  function clearIfDeleted(): void {
    const before = deletedCount;
    deletedCount = store.deletedCount();
    if (deletedCount !== before) clear();
  }

  return {
    *get({ filter = everything, now, realNow, ...asked }: CountedSpan): Reading<Statistics> {
      clearIfDeleted();
      yield* columns.readNew();
      const parts = columns.parts();
      const numbered = [...columns.webhooks()];
      // Read after the attempts, so that all their deliveries are known.
      yield* blocks.readNew();
      const allBlocks = blocks.all();
      const attemptSpan = columns.span();
      const spans = [...allBlocks, ...(attemptSpan === null ? [] : [attemptSpan])];
      const range = timeRange(asked, { now, realNow }, spans);
      const isFiltered = !isEverything(filter);
      const attemptedBlocks = isFiltered ? yield* blocksAttempted(parts, range) : new Set<number>();
      const deliveries = yield* countDeliveries(
        store,
        { filter, now, range },
        allBlocks,
        yield* blocks.waitingSince(range.from),
        attemptedBlocks,
        columns.endedSpansOf,
      );
      const attempts = yield* countAttempts(parts, numbered.length, range, deliveries.matching);
      const buckets: StatisticsBucket[] = [];
      for (const [number, { counts, durationMicros: tookMicros }] of attempts.buckets.entries())
        buckets.push({
          at: range.from + number * range.bucketMs,
          deliveries: deliveries.buckets[number] ?? deliveries.counts,
          attempts: counts,
          latency: latencyOf(tookMicros),
          waiting: deliveries.waiting.atEnd[number] ?? 0,
        });
      const destinations = store.destinations();
      const reported = reportedWebhooks(
        numbered,
        attempts.webhooks,
        destinations,
        isFiltered,
        buckets.length,
      );
      const webhooks: WebhookStatistics[] = [];
      for (const webhook of reported)
        webhooks.push(webhookStatistics(webhook, elapsedMs({ ...range, now }) / minuteMs));
      return {
        now,
        firstAt: spans.length === 0 ? null : Math.min(...spans.map(({ first }) => first)),
        ...range,
        deliveries: deliveries.counts,
        attempts: attempts.all.counts,
        latency: latencyOf(attempts.all.durationMicros),
        buckets,
        waiting: deliveries.waiting.now,
        depth: [...deliveries.depth],
        causes: withNames(deliveries.causes, destinations),
        webhooks,
        ahead: {
          deliveries: yield* countAhead(store, range, allBlocks),
          attempts: attempts.ahead,
        },
      };
    },
    /** Frees what is kept in memory. */
    // biome-ignore lint/correctness/useYield: finishes immediately
    *clear(): Reading<void> {
      clear();
    },
  };
}

/** On the reader thread. */
export function createStatisticsReaders(store: StatisticsStore) {
  const statistics = createStatisticsReads(store);
  return {
    statistics: statistics.get,
    clearStatistics: (_query: null) => statistics.clear(),
  };
}

export type StatisticsReads = ReturnType<typeof createStatisticsReaders>;
