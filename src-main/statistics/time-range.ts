/** The time range of statistics, in buckets that don't move with the clock. */
import type { StatisticsRange } from '#shared/statistics/statistics.ts';

const secondMs = 1_000;
const minuteMs = 60 * secondMs;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;

/** About fifty buckets per range, which can be distinguished and clicked in a chart. */
const rangeBuckets: Record<
  Exclude<StatisticsRange, 'all' | 'recent'>,
  { spanMs: number; bucketMs: number }
> = {
  '15m': { spanMs: 15 * minuteMs, bucketMs: 15 * secondMs },
  '1h': { spanMs: hourMs, bucketMs: minuteMs },
  '4h': { spanMs: 4 * hourMs, bucketMs: 5 * minuteMs },
  '24h': { spanMs: dayMs, bucketMs: 30 * minuteMs },
};

const bucketLengths = [
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

/** The range of all data and the current time. */
function allOf(now: number, spans: readonly Span[]): TimeRange {
  const first = Math.min(now, ...spans.map((span) => span.first));
  return rangeBetween(first, lastOf(now, spans));
}

const lastOf = (now: number, spans: readonly Span[]): number =>
  Math.max(now, ...spans.map((span) => span.last));

function recentOf(now: number, realNow: number, spans: readonly Span[]): TimeRange {
  const last = Math.max(now, Math.min(lastOf(now, spans), realNow + dayMs));
  const first = Math.min(now, realNow) - hourMs;
  return last - first <= hourMs ? lastHour(now) : rangeBetween(first, last);
}

function rangeBetween(first: number, last: number): TimeRange {
  const length = last - first;
  const bucketMs =
    bucketLengths.find((bucketLength) => length / bucketLength < maxBuckets - 1) ??
    Math.ceil(length / (maxBuckets - 1) / dayMs) * dayMs;
  return { from: floorTo(first, bucketMs), to: floorTo(last, bucketMs) + bucketMs, bucketMs };
}

/**
 * Computes the range for a query. It ends with the current bucket; for `all`, `spans` are the time
 * ranges of the data.
 */
export function timeRange(
  range: StatisticsRange,
  { now, realNow }: { readonly now: number; readonly realNow: number },
  spans: readonly Span[],
): TimeRange {
  if (range === 'all') return allOf(now, spans);
  if (range === 'recent') return recentOf(now, realNow, spans);
  return upToNow(range, now);
}

const lastHour = (now: number): TimeRange => upToNow('1h', now);

function upToNow(range: keyof typeof rangeBuckets, now: number): TimeRange {
  const { spanMs, bucketMs } = rangeBuckets[range];
  const to = floorTo(now, bucketMs) + bucketMs;
  // Covers the whole requested time, with the start rounded down to a bucket.
  return { from: floorTo(now - spanMs, bucketMs), to, bucketMs };
}

export const bucketCount = ({ from, to, bucketMs }: TimeRange): number => (to - from) / bucketMs;

/** Index of the bucket; -1 outside the range. */
export const bucketAt = ({ from, to, bucketMs }: TimeRange, time: number): number =>
  time < from || time >= to ? -1 : Math.floor((time - from) / bucketMs);
