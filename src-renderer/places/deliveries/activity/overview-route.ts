/** The overview's part of the URL: time range and filter. Pure. */
import { queryOn, type Route, type RouteTo } from '#renderer/kit/routing/route.ts';
import { type StatisticsRange, statisticsRanges } from '#shared/statistics/statistics.ts';

export interface OverviewView {
  readonly range: StatisticsRange;
  /** Filter text of the deliveries; empty for all. It may be invalid. */
  readonly filter: string;
}

const usualRange: StatisticsRange = 'recent';

export function viewOf(route: Route): OverviewView {
  const { range = usualRange, filter = '' } = queryOn(route, 'overview');
  return { range, filter };
}

export function overviewRoute({ range, filter }: OverviewView): RouteTo<'overview'> {
  return {
    page: 'overview',
    query: {
      ...(range === usualRange ? {} : { range }),
      ...(filter === '' ? {} : { filter }),
    },
  };
}

export const rangeNames: Record<
  StatisticsRange,
  { readonly short: string; readonly long: string }
> = {
  recent: { short: 'Recent', long: 'recent activity' },
  '15m': { short: '15 min', long: 'the last 15 minutes' },
  '1h': { short: '1 h', long: 'the last hour' },
  '4h': { short: '4 h', long: 'the last 4 hours' },
  all: { short: 'All', long: 'all time' },
};

/** The next longer range, and all. */
export function widerRanges(range: StatisticsRange): readonly StatisticsRange[] {
  if (range === 'recent') return ['4h', 'all'];
  const next = statisticsRanges[statisticsRanges.indexOf(range) + 1];
  return next === undefined ? [] : [...new Set([next, 'all' as const])];
}

const bucketNames: Readonly<Record<number, string>> = {
  15000: 'per 15 seconds',
  60000: 'per minute',
  300000: 'per 5 minutes',
  900000: 'per 15 minutes',
  1800000: 'per 30 minutes',
  3600000: 'per hour',
  86400000: 'per day',
};

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

export function bucketName(bucketMs: number): string {
  const labels = bucketNames[bucketMs];
  if (labels !== undefined) return labels;
  return bucketMs < dayMs ? `per ${bucketMs / hourMs} hours` : `per ${bucketMs / dayMs} days`;
}
