/** Statistics of deliveries and attempts over a time range of the virtual clock (D34). */
import { z } from 'zod';
import { AttemptCode, type DeliveryState, deliveryStates } from '#shared/deliveries/delivery.ts';
import { FilterText } from '#shared/filter/saved-filter.ts';
import { Id, RowId, Timestamp } from '#shared/kit/name.ts';

export const statisticsRanges = ['recent', '15m', '1h', '4h', 'all'] as const;

/**
 * Ends at the current time of the clock. `recent`: the last hour of real time plus any virtual time since
 * then, up to a day ahead, even after going back to real time. `all`: from the first to the last entry,
 * including those ahead of the clock.
 */
export const StatisticsRange = z.enum(statisticsRanges, {
  error: `Range must be one of ${statisticsRanges.join(', ')}.`,
});
export type StatisticsRange = z.infer<typeof StatisticsRange>;

export const StatisticsQuery = z
  .object({
    /** Default `1h`. */
    range: StatisticsRange.default('1h'),
    /** Start and end of another range, instead of `range`. */
    from: Timestamp.optional(),
    to: Timestamp.optional(),
    /** Filters deliveries; attempts are those of matching deliveries. */
    filter: FilterText.optional(),
  })
  .superRefine(({ from, to }, ctx) => {
    if ((from === undefined) !== (to === undefined))
      ctx.addIssue({
        code: 'custom',
        path: [from === undefined ? 'from' : 'to'],
        message: 'A range needs both from and to. Add the missing one.',
      });
    else if (from !== undefined && to !== undefined && from >= to)
      ctx.addIssue({
        code: 'custom',
        path: ['to'],
        message: 'to must be later than from. Choose another time.',
      });
  });
export type StatisticsQuery = z.infer<typeof StatisticsQuery>;

const count = z.number().int().nonnegative();

/** Deliveries created in a time range, by their current state. */
export const DeliveryCounts = z.object(
  Object.fromEntries(deliveryStates.map((state) => [state, count])) as Record<
    DeliveryState,
    typeof count
  >,
);
export type DeliveryCounts = z.infer<typeof DeliveryCounts>;

/** Attempts started in a time range. */
export const AttemptCounts = z.object({
  accepted: count,
  refused: count,
  failed: count,
  blocked: count,
});
export type AttemptCounts = z.infer<typeof AttemptCounts>;

/**
 * Duration of attempts in milliseconds: exact percentiles by nearest rank, without blocked attempts. Null
 * if there was none.
 */
export const Latency = z.object({ p50: z.number(), p90: z.number(), p99: z.number() }).nullable();
export type Latency = z.infer<typeof Latency>;

export const StatisticsBucket = z.object({
  /** Start of the bucket. */
  at: Timestamp,
  deliveries: DeliveryCounts,
  attempts: AttemptCounts,
  latency: Latency,
  /** Deliveries waiting at the end of the bucket, whenever they were created. One that had ended until it was retried did not wait. */
  waiting: count,
});
export type StatisticsBucket = z.infer<typeof StatisticsBucket>;

/** Deliveries by number of attempts. */
export const RetryDepth = z.object({
  attempts: count,
  finished: count,
  /** Not finished. */
  waiting: count,
});
export type RetryDepth = z.infer<typeof RetryDepth>;

/**
 * From the latest twenty attempts. `inactive`: no attempt in the time range. `failing`: the latest attempt
 * was blocked, or it was not accepted, nor were the four before it or more than two thirds of the twenty.
 * `recovering`: it was failing, one was accepted since, and more than 10% were not. `degraded`: more than 10%
 * were not accepted or took over a second, or the latest one was refused.
 */
export const webhookHealths = ['failing', 'degraded', 'recovering', 'healthy', 'inactive'] as const;
export const WebhookHealth = z.enum(webhookHealths);
export type WebhookHealth = z.infer<typeof WebhookHealth>;

/** The attempts that determine the health, regardless of the filter. */
export const LatestAttempts = z.object({
  /** At most twenty. */
  attempts: count,
  /** Those that were not accepted. */
  failed: count,
  /** The latest attempts that were all accepted, or all not. */
  inRow: count,
});
export type LatestAttempts = z.infer<typeof LatestAttempts>;

/**
 * A time in which a URL was failing: from its first failed attempt to the next one that didn't fail, or the time
 * in which a mock endpoint is down.
 */
export const UrlOutage = z.object({
  from: Timestamp,
  /** In the future for a mock endpoint; null if the end isn't known. */
  to: Timestamp.nullable(),
  /** What the URL returns; null without a response. */
  status: z.number().int().nullable(),
  /** Why the latest attempt failed; null without one. */
  code: AttemptCode.nullable(),
});
export type UrlOutage = z.infer<typeof UrlOutage>;

/** One URL of one destination. */
export const WebhookStatistics = z.object({
  destinationId: Id,
  destinationName: z.string(),
  url: z.string(),
  /** Name of the mock endpoint with this URL. */
  mock: z.string().nullable(),
  /** Whether an enabled destination has this URL. */
  active: z.boolean(),
  health: WebhookHealth,
  latest: LatestAttempts,
  attempts: AttemptCounts,
  perMinute: z.number(),
  /** Share of accepted attempts, from 0 to 1; null without attempts. */
  success: z.number().nullable(),
  latency: Latency,
  /** Status of the latest attempt, regardless of the filter; null without a response. */
  lastStatus: z.number().int().nullable(),
  /** Code of the latest attempt; null if it was accepted. */
  lastCode: AttemptCode.nullable(),
  lastAttemptAt: Timestamp.nullable(),
  /**
   * Start of the current series of attempts that were not accepted, regardless of filter and range; null if the latest
   * one was accepted.
   */
  failingSince: Timestamp.nullable(),
  /** Attempts per bucket. */
  buckets: z.array(AttemptCounts),
  /** In the range or after it, oldest first, regardless of the filter. */
  outages: z.array(UrlOutage),
});
export type WebhookStatistics = z.infer<typeof WebhookStatistics>;

/**
 * Deliveries to one destination that were not accepted for the same reason: refused and blocked ones, those that gave up,
 * and those that wait for a retry.
 */
export const FailureCause = z.object({
  destinationId: Id,
  destinationName: z.string(),
  /** Of the latest attempt; null if the retry window ended before the first one. */
  code: AttemptCode.nullable(),
  /** Null without a response. */
  status: z.number().int().nullable(),
  deliveries: count,
  /** How many of them will be retried. */
  waiting: count,
  /** The newest of them. */
  latestId: RowId,
  latestAt: Timestamp,
});
export type FailureCause = z.infer<typeof FailureCause>;

/** Deliveries that wait for an attempt now, whenever they were created. */
export const WaitingDeliveries = z.object({
  deliveries: count,
  /** Since when the one that waits longest does: its creation, or its retry after it had ended; null if there is none. */
  since: Timestamp.nullable(),
  destinations: z.array(
    z.object({ destinationId: Id, deliveries: count, nextAttemptAt: Timestamp.nullable() }),
  ),
  /**
   * How many have their next attempt in each bucket, from the one that contains now. A sixth as many as there are
   * buckets.
   */
  planned: z.array(count),
});
export type WaitingDeliveries = z.infer<typeof WaitingDeliveries>;

export const Statistics = z.object({
  now: Timestamp,
  /** The earliest delivery or attempt, regardless of range and filter; null if there is none. */
  firstAt: Timestamp.nullable(),
  /** Start of the first bucket. */
  from: Timestamp,
  /** End of the last bucket. */
  to: Timestamp,
  bucketMs: z.number().int(),
  deliveries: DeliveryCounts,
  attempts: AttemptCounts,
  latency: Latency,
  /** Oldest first, including empty buckets. */
  buckets: z.array(StatisticsBucket),
  waiting: WaitingDeliveries,
  /** By number of attempts; numbers without deliveries are omitted. */
  depth: z.array(RetryDepth),
  /** Failures created in the range, by cause, the most frequent first. */
  causes: z.array(FailureCause),
  /** Configured webhooks and others with attempts; with a filter, only those with attempts. */
  webhooks: z.array(WebhookStatistics),
  /**
   * Entries after the time range, because the clock was set back; `all` includes them. Regardless of the
   * filter.
   */
  ahead: z.object({ deliveries: count, attempts: count }),
});
export type Statistics = z.infer<typeof Statistics>;

/**
 * Elapsed milliseconds of a statistics range: up to now, or all of it if it contains virtual time
 * after now because the clock was set back.
 */
export const elapsedMs = ({
  from,
  to,
  bucketMs,
  now,
}: Pick<Statistics, 'from' | 'to' | 'bucketMs' | 'now'>): number =>
  Math.max(bucketMs, (now < to - bucketMs ? to : Math.min(now, to)) - from);
