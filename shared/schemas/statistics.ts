/** What deliveries and attempts come to over a span of time, by the product's clock (D34). */
import { z } from 'zod';
import { BlockedCode, type DeliveryState, deliveryStates, FailureCode } from './delivery.ts';
import { FilterText } from './filter.ts';
import { Id, Moment } from './name.ts';

export const statisticsRanges = ['recent', '15m', '1h', '4h', '24h', 'all'] as const;

/**
 * Ends at the current time of the clock. `recent`: the last hour of real time plus any virtual time since
 * then, up to a day ahead, even after going back to real time. `all`: from the first to the last entry,
 * including those ahead of the clock.
 */
export const StatisticsRange = z.enum(statisticsRanges, {
  error: `Range must be one of ${statisticsRanges.join(', ')}.`,
});
export type StatisticsRange = z.infer<typeof StatisticsRange>;

export const StatisticsQuery = z.object({
  /** Default `1h`. */
  range: StatisticsRange.default('1h'),
  /** Of deliveries; attempts are those of the deliveries it lets through. */
  filter: FilterText.optional(),
});
export type StatisticsQuery = z.infer<typeof StatisticsQuery>;

const count = z.number().int().nonnegative();

/** Deliveries that were made in a span, by the state in which they are now. */
export const DeliveryCounts = z.object(
  Object.fromEntries(deliveryStates.map((state) => [state, count])) as Record<
    DeliveryState,
    typeof count
  >,
);
export type DeliveryCounts = z.infer<typeof DeliveryCounts>;

/** What attempts came to. `warned`: a 3xx or 4xx, which counts as delivered (D25). */
export const attemptOutcomes = ['delivered', 'warned', 'failed', 'blocked'] as const;
export type AttemptOutcome = (typeof attemptOutcomes)[number];

/** Attempts that began in a span. */
export const AttemptCounts = z.object({
  delivered: count,
  warned: count,
  failed: count,
  blocked: count,
});
export type AttemptCounts = z.infer<typeof AttemptCounts>;

/**
 * How long attempts took, from beginning to end, in milliseconds: exact percentiles by nearest rank.
 * Refused ones took no time of the webhook and do not count. Null where there was none.
 */
export const Latency = z.object({ p50: z.number(), p90: z.number(), p99: z.number() }).nullable();
export type Latency = z.infer<typeof Latency>;

export const StatisticsBucket = z.object({
  /** It reaches from here to the next one. */
  at: Moment,
  deliveries: DeliveryCounts,
  attempts: AttemptCounts,
  latency: Latency,
});
export type StatisticsBucket = z.infer<typeof StatisticsBucket>;

/** Deliveries after this many attempts. */
export const RetryDepth = z.object({
  attempts: count,
  /** Ended, one way or the other. */
  settled: count,
  /** An attempt is due, under way, planned, or waits for its destination to be switched on. */
  waiting: count,
});
export type RetryDepth = z.infer<typeof RetryDepth>;

/**
 * `silent`: no attempt in the span. `blocked`: the latest attempt was, by its certificate.
 * `failing`: the latest attempt failed, or more than one in ten of the latest twenty. `slow`: more
 * than one attempt in ten took longer than a second. `healthy`: none of these.
 */
export const WebhookHealth = z.enum(['healthy', 'slow', 'failing', 'blocked', 'silent']);
export type WebhookHealth = z.infer<typeof WebhookHealth>;

/** One URL of one destination. */
export const WebhookStatistics = z.object({
  destinationId: Id,
  destinationName: z.string(),
  url: z.string(),
  /** Whether it is sent to now: its destination is there and on, and has this URL. */
  active: z.boolean(),
  health: WebhookHealth,
  attempts: AttemptCounts,
  perMinute: z.number(),
  /** Share of the attempts that count as delivered, from 0 to 1; null without attempts. */
  success: z.number().nullable(),
  latency: Latency,
  /** Of the latest attempt up to now, whatever the filter; null when there was none, or no answer. */
  lastStatus: z.number().int().nullable(),
  /** Why the latest attempt failed or was blocked; null when it did not. */
  lastFailure: z.union([FailureCode, BlockedCode]).nullable(),
  lastAttemptAt: Moment.nullable(),
  /**
   * When the failures in a row that reach to the latest attempt began, whatever the filter, perhaps
   * before the span; null when the latest attempt did not fail.
   */
  failingSince: Moment.nullable(),
  /** Attempts by bucket, those that count as delivered and the others. */
  buckets: z.array(z.object({ delivered: count, failed: count })),
});
export type WebhookStatistics = z.infer<typeof WebhookStatistics>;

export const Statistics = z.object({
  now: Moment,
  /** Beginning of the first bucket. */
  from: Moment,
  /** End of the last bucket, which now lies in: it is not over yet. */
  to: Moment,
  bucketMs: z.number().int(),
  deliveries: DeliveryCounts,
  attempts: AttemptCounts,
  latency: Latency,
  /** All of the span, the empty ones too, oldest first. */
  buckets: z.array(StatisticsBucket),
  /** By number of attempts; numbers without a delivery are left out. */
  depth: z.array(RetryDepth),
  /** Those that are set up, and others that had attempts; with a filter only these. */
  webhooks: z.array(WebhookStatistics),
  /**
   * What lies beyond the span because the clock was set back since: `all` has it. Of everything,
   * whatever the filter.
   */
  ahead: z.object({ deliveries: count, attempts: count }),
});
export type Statistics = z.infer<typeof Statistics>;
