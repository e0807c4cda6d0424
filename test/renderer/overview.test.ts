import { describe, expect, it } from 'vitest';
import { parseRoute, type RouteTo, routeTo } from '#renderer/kit/routing/route.ts';
import { depthName, depthRows } from '#renderer/places/deliveries/activity/depth-card.tsx';
import {
  deliveriesByAttempts,
  deliveriesCreated,
  deliveriesOf,
  deliveriesOpenBefore,
  unhealthyDeliveries,
} from '#renderer/places/deliveries/activity/inspector-links.ts';
import {
  bucketName,
  overviewRoute,
  viewOf,
  widerRanges,
} from '#renderer/places/deliveries/activity/overview-route.ts';
import { volumeParts } from '#renderer/places/deliveries/activity/volume-series.ts';
import { bySeverity } from '#renderer/places/deliveries/activity/webhooks-card.tsx';
import {
  axisMax,
  hasValue,
  plotValues,
  pointAfterKey,
  pointLabels,
  type Stack,
  seriesUnder,
} from '#renderer/ui/time-plot-options.ts';
import { deliveryStates } from '#shared/deliveries/delivery.ts';
import { parseFilter } from '#shared/filter/parse.ts';
import { formatCompactCount, formatPercent, formatRate } from '#shared/kit/format.ts';
import {
  type DeliveryCounts,
  type Statistics,
  type WebhookStatistics,
  webhookHealths,
} from '#shared/statistics/statistics.ts';

const from = Date.UTC(2026, 10, 20, 15, 4);
const minute = 60_000;

const counts = (some: Partial<DeliveryCounts>): DeliveryCounts => ({
  ...(Object.fromEntries(deliveryStates.map((state) => [state, 0])) as DeliveryCounts),
  ...some,
});

const noAttempts = { accepted: 0, refused: 0, failed: 0, blocked: 0 };

const statistics: Statistics = {
  now: from + minute + 1,
  from,
  to: from + 2 * minute,
  bucketMs: minute,
  deliveries: counts({ delivered: 3, waiting: 1, paused: 1, gave_up: 2, not_sent: 1 }),
  attempts: { ...noAttempts, accepted: 3, failed: 5 },
  latency: null,
  buckets: [
    {
      at: from,
      deliveries: counts({ delivered: 1, gave_up: 2 }),
      attempts: { ...noAttempts, accepted: 1, failed: 4 },
      latency: null,
      waiting: 0,
    },
    {
      at: from + minute,
      deliveries: counts({ delivered: 2, waiting: 1, paused: 1, not_sent: 1 }),
      attempts: { ...noAttempts, accepted: 2, failed: 1 },
      latency: null,
      waiting: 0,
    },
  ],
  waiting: { deliveries: 0, since: null, destinations: [], planned: [] },
  depth: [],
  causes: [],
  webhooks: [],
  ahead: { deliveries: 0, attempts: 0 },
};

describe('the outcomes', () => {
  it('cover all states, each named by one of them', () => {
    const parts = volumeParts(statistics, 'deliveries');
    expect(parts.flatMap(({ states }) => states).sort()).toEqual([...deliveryStates].sort());
    expect(parts.filter(({ total }) => total > 0).map(({ key, values }) => [key, values])).toEqual([
      ['delivered', [1, 2]],
      ['waiting', [0, 2]],
      ['gave_up', [2, 0]],
      ['dropped', [0, 1]],
    ]);
    const attempts = volumeParts(statistics, 'attempts');
    expect(attempts.map(({ key, total }) => [key, total])).toEqual([
      ['accepted', 3],
      ['refused', 0],
      ['failed', 5],
      ['blocked', 0],
    ]);
  });

  it('differ in pattern wherever they differ in color', () => {
    for (const volume of ['deliveries', 'attempts'] as const) {
      const patterns = volumeParts(statistics, volume).map(({ pattern }) => pattern);
      expect(new Set(patterns).size).toBe(patterns.length);
    }
  });
});

describe('a link to the inspector', () => {
  const span = { from, to: from + minute };
  const filterOf = (to: RouteTo<'inspector'> | null) => to?.query?.filter ?? '';

  it('selects exactly these deliveries, in addition to the current filter', () => {
    expect(filterOf(deliveriesCreated('', span))).toBe(
      'created>=2026-11-20T15:04Z created<2026-11-20T15:05Z',
    );
    expect(filterOf(deliveriesCreated('type:track', span, ['waiting', 'refused']))).toBe(
      'type:track (state:waiting or state:refused) created>=2026-11-20T15:04Z created<2026-11-20T15:05Z',
    );
    expect(filterOf(deliveriesByAttempts('', span, '>=', 10))).toContain('attempts>=10 created>=');
    expect(filterOf(deliveriesByAttempts('', span, '=', 0))).toBe(
      'attempts=0 not state:not_sent created>=2026-11-20T15:04Z created<2026-11-20T15:05Z',
    );
  });

  it('can be parsed with any names', () => {
    const webhook = { destinationName: 'A "quoted" one', url: 'https://a.test/x?y=(z)' } as const;
    for (const health of webhookHealths)
      expect(parseFilter(filterOf(deliveriesOf('', { ...webhook, health }, span))).ok).toBe(true);
    expect(filterOf(unhealthyDeliveries('', { ...webhook, health: 'failing' }, span))).toMatch(
      /^\(state:waiting or state:refused or state:gave_up or state:blocked\) /,
    );
    expect(unhealthyDeliveries('', { ...webhook, health: 'degraded' }, span)).toBeNull();
  });

  it('of a webhook selects deliveries attempted in the time range, like its counts', () => {
    const webhook = { destinationName: 'D', url: 'https://a.test/' } as const;
    expect(filterOf(deliveriesOf('type:track', { ...webhook, health: 'healthy' }, span))).toBe(
      'type:track destination=D url=https://a.test/ attempted>=2026-11-20T15:04Z',
    );
    expect(filterOf(deliveriesOf('', { ...webhook, health: 'inactive' }, span))).not.toContain(
      'attempted',
    );
  });

  it('selects deliveries that were pending before the time range', () => {
    expect(filterOf(deliveriesOpenBefore('', from))).toBe(
      '(state:waiting or state:paused) created<2026-11-20T15:04Z',
    );
  });
});

describe('the address', () => {
  it('keeps the time range and the filter, and omits defaults', () => {
    expect(overviewRoute({ range: 'recent', filter: '' }).query).toEqual({});
    const view = { range: '4h', filter: 'type:track' } as const;
    expect(viewOf(routeTo(overviewRoute(view)))).toEqual(view);
    expect(widerRanges('1h')).toEqual(['4h', 'all']);
    expect(widerRanges('4h')).toEqual(['all']);
    expect(viewOf(parseRoute('#/overview?range=a+year'))).toEqual({ range: 'recent', filter: '' });
  });
});

describe('the retry depth', () => {
  it('has a row for each number of attempts, and one for large numbers', () => {
    const rows = depthRows([
      { attempts: 1, finished: 5, waiting: 0 },
      { attempts: 3, finished: 1, waiting: 2 },
      { attempts: 11, finished: 1, waiting: 0 },
      { attempts: 19, finished: 2, waiting: 3 },
    ]);
    expect(rows).toHaveLength(10);
    expect(rows[1]).toEqual({ attempts: 2, orMore: false, finished: 0, waiting: 0 });
    expect(rows.at(-1)).toEqual({ attempts: 10, orMore: true, finished: 3, waiting: 3 });
    expect(rows.map(depthName).slice(0, 2)).toEqual(['1 attempt', '2 attempts']);
    expect(depthName({ attempts: 10, orMore: true, finished: 0, waiting: 0 })).toBe('10+ attempts');
    expect(depthRows([{ attempts: 0, finished: 0, waiting: 4 }])[0]?.attempts).toBe(0);
  });
});

describe('webhooks', () => {
  it('are sorted by urgency', () => {
    const webhook = (health: WebhookStatistics['health'], url: string) =>
      ({ health, url, destinationName: 'D' }) as WebhookStatistics;
    const sorted = bySeverity([
      webhook('inactive', 'a'),
      webhook('healthy', 'a'),
      webhook('failing', 'b'),
      webhook('failing', 'a'),
      webhook('recovering', 'a'),
      webhook('degraded', 'a'),
    ]);
    expect(sorted.map(({ health, url }) => `${health} ${url}`)).toEqual([
      'failing a',
      'failing b',
      'degraded a',
      'recovering a',
      'healthy a',
      'inactive a',
    ]);
  });
});

describe('numbers', () => {
  it('are short, and never rounded to zero or 100 %', () => {
    expect([0, 0.0004, 0.5, 0.9996, 1].map(formatPercent)).toEqual([
      '0%',
      '0.1%',
      '50%',
      '99.9%',
      '100%',
    ]);
    expect([0, 0.01, 0.25, 12, 1_234].map(formatRate)).toEqual(['0', '<0.1', '0.3', '12', '1.2K']);
    expect(formatCompactCount(2_500_000)).toBe('2.5M');
    expect([15_000, minute, 3 * 3_600_000, 7 * 86_400_000].map(bucketName)).toEqual([
      'per 15 seconds',
      'per minute',
      'per 3 hours',
      'per 7 days',
    ]);
  });
});

describe('a plot', () => {
  const stack: Stack = {
    kind: 'stack',
    series: [
      { key: 'good', label: 'delivered', tone: 'ok', pattern: 'solid', values: [2, 0, 1] },
      { key: 'bad', label: 'gave up', tone: 'bad', pattern: 'rising', values: [1, 0, 4] },
    ],
  };

  it('draws cumulative areas, the highest first', () => {
    const span = { from: 0, to: 30, bucketMs: 10 };
    expect(plotValues(stack, span)).toEqual([
      [5, 15, 25],
      [3, 0, 5],
      [2, 0, 1],
    ]);
  });

  it('finds the area under the pointer', () => {
    expect(seriesUnder(stack, 0, 1.5)).toBe('good');
    expect(seriesUnder(stack, 0, 2.5)).toBe('bad');
    expect(seriesUnder(stack, 0, 3.5)).toBeNull();
    expect(seriesUnder(stack, 1, 0)).toBeNull();
  });

  it('is navigated with the keyboard: from bucket to bucket, and through its areas', () => {
    const last = pointAfterKey('ArrowLeft', null, stack, 3);
    expect(last).toEqual({ bucket: 2, series: null });
    expect(pointAfterKey('ArrowUp', last, stack, 3)).toEqual({ bucket: 2, series: 'good' });
    expect(pointAfterKey('ArrowDown', last, stack, 3)).toEqual({ bucket: 2, series: 'bad' });
    expect(pointAfterKey('Home', last, stack, 3)).toEqual({ bucket: 0, series: null });
    expect(pointAfterKey('ArrowLeft', { bucket: 0, series: null }, stack, 3)?.bucket).toBe(0);
    expect(pointAfterKey('ArrowUp', { bucket: 1, series: null }, stack, 3)?.series).toBeNull();
    expect(pointAfterKey('x', last, stack, 3)).toBeNull();
    expect(pointAfterKey('ArrowLeft', null, stack, 0)).toBeNull();
  });

  it('has a text alternative', () => {
    const words = (bucket: number, series: string | null) =>
      pointLabels(stack, { bucket, series }, String);
    expect(words(0, null)).toBe('delivered 2, gave up 1');
    expect(words(2, 'bad')).toBe('gave up 4');
    expect(words(1, null)).toBe('nothing');
  });

  it('detects whether it is empty, in total and by area', () => {
    expect(hasValue(stack, { bucket: 0, series: null })).toBe(true);
    expect(hasValue(stack, { bucket: 1, series: null })).toBe(false);
    expect(hasValue(stack, { bucket: 2, series: 'bad' })).toBe(true);
    expect(hasValue(stack, { bucket: 1, series: 'bad' })).toBe(false);
  });

  it('keeps its height while values change slightly', () => {
    expect(axisMax(0)).toBe(4);
    expect(axisMax(110)).toBe(axisMax(130));
    for (const highest of [5, 9.9, 10, 99, 1_000_000])
      expect(axisMax(highest)).toBeGreaterThan(highest);
  });
});
