/** The time range of statistics, in buckets that don't move with the clock. */
import type { StatisticsQuery, StatisticsRange } from '#shared/statistics/statistics.ts';

const secondMs = 1_000;
const minuteMs = 60 * secondMs;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;

/** About sixty buckets per range, which can be distinguished and clicked in a chart. */
const rangeBuckets: Record<
  Exclude<StatisticsRange, 'all' | 'recent'>,
  { spanMs: number; bucketMs: number }
> = {
  '15m': { spanMs: 15 * minuteMs, bucketMs: 15 * secondMs },
  '1h': { spanMs: hourMs, bucketMs: minuteMs },
  '4h': { spanMs: 4 * hourMs, bucketMs: 5 * minuteMs },
};

const bucketLengths = [
  secondMs,
  5 * secondMs,
  15 * secondMs,
  minuteMs,
  5 * minuteMs,
  15 * minuteMs,
  30 * minuteMs,
  hourMs,
  3 * hourMs,
  6 * hourMs,
  12 * hourMs,
  dayMs,
  7 * dayMs,
  30 * dayMs,
];
const maxBuckets = 96;

export interface TimeRange {
  readonly from: number;
  /** End of the range (exclusive). */
  readonly to: number;
  readonly bucketMs: number;
}

export interface Span {
  readonly first: number;
  readonly last: number;
}

const floorTo = (time: number, bucketMs: number): number => Math.floor(time / bucketMs) * bucketMs;

/** Shorter buckets are for a range that was asked for. */
function rangeBetween(first: number, last: number, minBucketMs: number): TimeRange {
  const length = last - first;
  const bucketMs =
    bucketLengths.find(
      (bucketLength) => bucketLength >= minBucketMs && length / bucketLength < maxBuckets - 1,
    ) ?? Math.ceil(length / (maxBuckets - 1) / dayMs) * dayMs;
  return { from: floorTo(first, bucketMs), to: floorTo(last, bucketMs) + bucketMs, bucketMs };
}

const minBucketMs = 15 * secondMs;

const lastOf = (now: number, spans: readonly Span[]): number =>
  Math.max(now, ...spans.map(({ last }) => last));

/** The range of all data and the current time. */
function allOf(now: number, spans: readonly Span[]): TimeRange {
  const first = Math.min(now, ...spans.map((span) => span.first));
  return rangeBetween(first, lastOf(now, spans), minBucketMs);
}

function recentOf(now: number, realNow: number, spans: readonly Span[]): TimeRange {
  const last = Math.max(now, Math.min(lastOf(now, spans), realNow + dayMs));
  const first = Math.min(now, realNow) - hourMs;
  return last - first <= hourMs ? upToNow('1h', now) : rangeBetween(first, last, minBucketMs);
}

function upToNow(range: keyof typeof rangeBuckets, now: number): TimeRange {
  const { spanMs, bucketMs } = rangeBuckets[range];
  const to = floorTo(now, bucketMs) + bucketMs;
  // Covers the whole requested time, with the start rounded down to a bucket.
  return { from: floorTo(now - spanMs, bucketMs), to, bucketMs };
}

/**
 * Computes the range for a query. Unless it has a start and an end, it ends with the current bucket; for `all`,
 * `spans` are the time ranges of the data.
 */
export function timeRange(
  { range, from, to }: StatisticsQuery,
  { now, realNow }: { readonly now: number; readonly realNow: number },
  spans: readonly Span[],
): TimeRange {
  // The end is exclusive.
  if (from !== undefined && to !== undefined) return rangeBetween(from, to - 1, secondMs);
  if (range === 'all') return allOf(now, spans);
  return range === 'recent' ? recentOf(now, realNow, spans) : upToNow(range, now);
}

export const bucketCount = ({ from, to, bucketMs }: TimeRange): number => (to - from) / bucketMs;

/** Index of the bucket; -1 outside the range. */
export const bucketAt = ({ from, to, bucketMs }: TimeRange, time: number): number =>
  time < from || time >= to ? -1 : Math.floor((time - from) / bucketMs);
