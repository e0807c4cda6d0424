/**
 * What deliveries and attempts come to over a span of time. Exact, and never at the cost of what is
 * being delivered: it takes no index and no trigger, reads in steps between which others have the
 * event loop, and keeps what cannot change in memory for as long as somebody looks.
 */

import { everything, isEverything } from '#shared/filter/filter.ts';
import { elapsedMs } from '#shared/lib/elapsed-range.ts';
import type {
  Statistics,
  StatisticsBucket,
  StatisticsQuery,
  WebhookStatistics,
} from '#shared/schemas/statistics.ts';
import type { Clock } from '../ports.ts';
import type { CountedDestination, StatisticsStore } from '../store/statistics.ts';
import { createTurns, type Turn } from '../turns.ts';
import { createAttemptColumns, type NumberedWebhook } from './attempt-columns.ts';
import { blocksAttempted, type CountedWebhook, countAttempts } from './count-attempts.ts';
import { countAhead, countDeliveries } from './count-deliveries.ts';
import { createDeliveryBlocks } from './delivery-blocks.ts';
import { latencyOf, noValues } from './percentiles.ts';
import { timeRange } from './time-range.ts';
import { attemptCount, healthOf, lastOf, noCourse } from './webhook-course.ts';

/** After the last look: whoever comes back to it soon does not wait for a million attempts again. */
const keptMs = 5 * 60_000;

const minuteMs = 60_000;

const nothingYet = (length: number): CountedWebhook => ({
  counts: { delivered: 0, warned: 0, failed: 0, blocked: 0 },
  tookMicros: noValues(),
  course: noCourse(),
  buckets: Array.from({ length }, () => ({ delivered: 0, failed: 0 })),
});

/** Those that had attempts, and, without a filter, those that are set up and had none. */
function webhooksToTell(
  numbered: readonly NumberedWebhook[],
  counted: readonly CountedWebhook[],
  destinations: readonly CountedDestination[],
  isFiltered: boolean,
  buckets: number,
) {
  const known = new Map(
    numbered.map(({ destinationId, url }, number) => [
      `${destinationId} ${url}`,
      counted[number] ?? nothingYet(buckets),
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
        counted: known.get(`${id} ${url}`) ?? nothingYet(buckets),
      }))
      .filter(
        ({ url, counted: { counts } }) =>
          attemptCount(counts) > 0 || (!isFiltered && urls.includes(url)),
      );
  });
}

async function webhookStatistics(
  { counted, ...webhook }: ReturnType<typeof webhooksToTell>[number],
  minutes: number,
  turn: Turn,
): Promise<WebhookStatistics> {
  const { counts, course, tookMicros, buckets } = counted;
  const latency = await latencyOf(tookMicros, turn);
  const attempts = attemptCount(counts);
  return {
    ...webhook,
    health: healthOf(course, counts, latency),
    attempts: counts,
    perMinute: attempts / minutes,
    success: attempts === 0 ? null : (counts.delivered + counts.warned) / attempts,
    latency,
    ...lastOf(course),
    buckets: [...buckets],
  };
}

export function createStatistics(options: {
  readonly store: StatisticsStore;
  /** The product's. */
  readonly clock: Clock;
  readonly machineClock: Clock;
}) {
  const { store, clock, machineClock } = options;
  const columns = createAttemptColumns(store);
  const blocks = createDeliveryBlocks(store);
  const stopped = new AbortController();
  let cancelForgetting = (): void => undefined;

  function forgetLater(): void {
    cancelForgetting();
    cancelForgetting = machineClock.at(machineClock.now() + keptMs, columns.forget);
  }

  async function compute(
    { range: wanted, filter = everything }: StatisticsQuery,
    turn: Turn,
  ): Promise<Statistics> {
    await columns.readOn(turn);
    const parts = columns.parts();
    const numbered = [...columns.webhooks()];
    // After the attempts, so that the deliveries of all of them are known.
    await blocks.readOn(turn);
    const now = clock.now();
    const allBlocks = blocks.all();
    const attemptSpan = columns.span();
    const range = timeRange(wanted, { now, realNow: machineClock.now() }, [
      ...allBlocks,
      ...(attemptSpan === null ? [] : [attemptSpan]),
    ]);
    const isFiltered = !isEverything(filter);
    const asked = isFiltered ? await blocksAttempted(parts, range, turn) : new Set<number>();
    const deliveries = await countDeliveries(store, { filter, now, range }, allBlocks, asked, turn);
    const attempts = await countAttempts(parts, numbered.length, range, deliveries.matching, turn);
    const buckets: StatisticsBucket[] = [];
    for (const [number, { counts, tookMicros }] of attempts.buckets.entries())
      buckets.push({
        at: range.from + number * range.bucketMs,
        deliveries: deliveries.buckets[number] ?? deliveries.counts,
        attempts: counts,
        latency: await latencyOf(tookMicros, turn),
      });
    const told = webhooksToTell(
      numbered,
      attempts.webhooks,
      store.destinations(),
      isFiltered,
      buckets.length,
    );
    const webhooks: WebhookStatistics[] = [];
    for (const one of told)
      webhooks.push(await webhookStatistics(one, elapsedMs({ ...range, now }) / minuteMs, turn));
    return {
      now,
      ...range,
      deliveries: deliveries.counts,
      attempts: attempts.all.counts,
      latency: await latencyOf(attempts.all.tookMicros, turn),
      buckets,
      depth: [...deliveries.depth],
      webhooks,
      ahead: {
        deliveries: await countAhead(store, range, allBlocks, turn),
        attempts: attempts.ahead,
      },
    };
  }

  return {
    async get(query: StatisticsQuery, signal?: AbortSignal): Promise<Statistics> {
      const ended = signal ? AbortSignal.any([signal, stopped.signal]) : stopped.signal;
      forgetLater();
      return compute(query, createTurns(ended));
    },
    /** Gives up what is being counted. */
    stop(): void {
      cancelForgetting();
      stopped.abort();
    },
  };
}
