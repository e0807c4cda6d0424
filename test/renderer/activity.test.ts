import { describe, expect, it } from 'vitest';
import { bucketName } from '#renderer/film/bucket-name.ts';
import { bucketsBetween, filmOf, filmSeries, viewAt } from '#renderer/film/film.ts';
import { heightWithLanes, layoutOf, ticksOf, timeAt, xAt } from '#renderer/film/layout.ts';
import type { RouteTo } from '#renderer/kit/routing/route.ts';
import { shownLanes } from '#renderer/places/deliveries/activity/activity-page.tsx';
import {
  createdOf,
  deliveriesByAttempts,
  deliveriesCreated,
  deliveriesIn,
  deliveriesOf,
  unhealthyDeliveries,
  withCreated,
  withoutCreated,
} from '#renderer/places/deliveries/activity/deliveries-links.ts';
import { depthName, depthRows } from '#renderer/places/deliveries/activity/depth-card.tsx';
import { type NewsFacts, newsOf } from '#renderer/places/deliveries/activity/news.ts';
import { fittingRange } from '#renderer/places/deliveries/activity/range.ts';
import { bySeverity } from '#renderer/places/deliveries/activity/webhooks-card.tsx';
import { axisMax, bucketAfterKey, plotValues, valuesText } from '#renderer/ui/time-plot-options.ts';
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
  firstAt: from,
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

const webhook = (more: Partial<WebhookStatistics>): WebhookStatistics => ({
  destinationId: 'dst_1',
  destinationName: 'Orders',
  url: 'https://a.test/hook',
  mock: null,
  active: true,
  health: 'healthy',
  latest: { attempts: 5, failed: 0, inRow: 5 },
  attempts: { ...noAttempts, accepted: 3 },
  perMinute: 1,
  success: 1,
  latency: null,
  lastStatus: 200,
  lastCode: null,
  lastAttemptAt: from,
  failingSince: null,
  buckets: statistics.buckets.map(({ attempts }) => attempts),
  outages: [],
  ...more,
});

const down = webhook({
  health: 'failing',
  mock: 'legacy-erp',
  lastStatus: 503,
  lastCode: 'server_error',
  outages: [{ from: from + 30_000, to: null, status: 503, code: 'server_error' }],
});

describe('the news', () => {
  const now = from + minute;
  const waitingUntil = (nextAttemptAt: number | null) => ({
    deliveries: 1,
    since: from,
    destinations: [{ destinationId: 'dst_1', deliveries: 1, nextAttemptAt }],
    planned: [],
  });
  const news = (more: Partial<Statistics>, facts: Partial<NewsFacts> = {}) =>
    newsOf({
      statistics: { ...statistics, ...more },
      states: statistics.deliveries,
      isFiltered: false,
      clock: 'real',
      now,
      ...facts,
    });

  it('begin with the URL that is down, and count what waits as the figures do', () => {
    const states = counts({ delivered: 3, waiting: 197 });
    expect(news({ webhooks: [down] }, { states })).toEqual({
      cause: 'legacy-erp is down.',
      text: '197 deliveries wait.',
    });
    const other = { ...down, url: 'https://b.test/', mock: null };
    expect(news({ webhooks: [down, other, other] }, { states }).cause).toBe(
      'legacy-erp and 1 other URL are down.',
    );
  });

  it('say when the next attempt is, without seconds that count down', () => {
    const states = counts({ waiting: 1 });
    const textOf = (nextAttemptAt: number, clock: NewsFacts['clock'] = 'real') =>
      news({ waiting: waitingUntil(nextAttemptAt) }, { states, clock }).text;
    expect(textOf(now - 5)).toBe(textOf(now + 59_000));
    expect(textOf(now + 5 * minute + 1)).toBe(textOf(now + 6 * minute - 1));
    expect(textOf(now + 5 * minute)).toContain('5 min');
    expect(textOf(now + 6_000, 'paused')).toMatch(/:06, and the clock is paused\.$/);
  });

  it('say no longer that a mock endpoint is down once its outage has ended', () => {
    const states = counts({ waiting: 4 });
    const outages = down.outages.map((outage) => ({ ...outage, to: now - 1 }));
    expect(news({ webhooks: [{ ...down, outages }] }, { states })).toEqual({
      cause: null,
      text: '4 deliveries wait.',
    });
  });

  it('name what is refused or blocked, unless a URL is down', () => {
    const refused = webhook({ health: 'failing', lastStatus: 401, lastCode: 'client_error' });
    const states = counts({ delivered: 2, refused: 12 });
    expect(news({ webhooks: [refused] }, { states })).toEqual({
      cause: 'a.test/hook returns 401.',
      text: "12 deliveries were refused and aren't retried.",
    });
    // Another URL of the destination accepted what this one refused.
    const delivered = counts({ delivered: 2 });
    expect(news({ webhooks: [refused] }, { states: delivered })).toEqual({
      cause: 'a.test/hook returns 401.',
      text: '2 deliveries, all delivered.',
    });
    const blocked = webhook({ health: 'failing', lastStatus: null, lastCode: 'expired' });
    expect(news({ webhooks: [refused, blocked] }).cause).toBe('Nothing is sent to a.test/hook.');
    expect(news({ webhooks: [refused, blocked, down] }).cause).toBe('legacy-erp is down.');
    expect(news({ webhooks: [{ ...down, active: false }] }).cause).toBeNull();
  });

  it('say how it stands if nothing is wrong', () => {
    const textOf = (states: DeliveryCounts, isFiltered = false) =>
      news({}, { states, isFiltered }).text;
    expect(textOf(counts({ waiting: 2 }))).toBe('2 deliveries wait.');
    expect(textOf(counts({ delivered: 3, gave_up: 3, paused: 1 }))).toBe(
      '3 of 7 deliveries delivered.',
    );
    expect(textOf(counts({ delivered: 2, not_sent: 1 }))).toBe('2 deliveries, all delivered.');
    expect(textOf(counts({ not_sent: 1 }))).toBe('1 delivery, none sent.');
    expect(textOf(counts({}))).toBe('No deliveries yet.');
    expect(textOf(counts({}), true)).toBe('No deliveries match the filter.');
  });
});

describe('a film', () => {
  const film = filmOf({ ...statistics, webhooks: [webhook({}), down] }, true);

  it('has a lane per URL, and each outage once', () => {
    expect(film.lanes.map(({ name, isFailing }) => [name, isFailing])).toEqual([
      ['a.test/hook', false],
      ['legacy-erp', true],
    ]);
    const twice = filmOf(
      { ...statistics, webhooks: [down, { ...down, destinationId: 'dst_2' }] },
      true,
    );
    expect(twice.outages).toEqual([
      {
        name: 'legacy-erp',
        from: from + 30_000,
        to: Number.POSITIVE_INFINITY,
        text: 'returns 503',
      },
    ]);
  });

  it('marks what waits now, unless the curve leaves out what comes later', () => {
    expect(film.waitingNow).toBe(statistics.waiting.deliveries);
    const setBack = { ...statistics, ahead: { deliveries: 0, attempts: 2 } };
    expect(filmOf(setBack, true).waitingNow).toBeNull();
  });

  it('names the destinations of a URL that several have', () => {
    const other = { ...down, destinationId: 'dst_2', destinationName: 'Returns' };
    const { lanes } = filmOf({ ...statistics, webhooks: [webhook({}), down, other] }, true);
    const names = lanes.map(({ name }) => name);
    expect(names.slice(1)).toEqual(['Orders: legacy-erp', 'Returns: legacy-erp']);
  });

  it('ends the outage of a URL that is no longer used with its latest attempt', () => {
    const lastAttemptAt = from + 45_000;
    const webhooks = [{ ...down, active: false, lastAttemptAt }];
    expect(filmOf({ ...statistics, webhooks }, true).outages[0]?.to).toBe(lastAttemptAt);
    const once = [{ ...down, active: false, lastAttemptAt: from + 30_000 }];
    expect(filmOf({ ...statistics, webhooks: once }, true).outages).toEqual([]);
  });

  it('covers minutes while there are only minutes, until the user chooses', () => {
    const rangeAfter = (minutes: number) =>
      fittingRange({ firstAt: from, now: from + minutes * minute });
    expect([-1, 0, 14, 15, 600].map(rangeAfter)).toEqual(['15m', '15m', '15m', '1h', '1h']);
    expect(fittingRange({ firstAt: null, now: from })).toBe('1h');
  });

  it('moves along with the clock, with room for what is planned', () => {
    const first = viewAt(film, film.now);
    const later = viewAt(film, film.now + 20_000);
    expect(later.from - first.from).toBe(20_000);
    expect(later.to - first.to).toBe(20_000);
    expect(first.to).toBeGreaterThan(film.now);
    const all = { ...film, isMoving: false };
    expect(viewAt(all, film.now + 20_000).from).toBe(from);
    // The clock was set back: what is ahead stays in view.
    expect(viewAt(all, from).to).toBe(film.to);
  });

  it('selects whole buckets, in either direction and within its range', () => {
    expect(bucketsBetween(film, from + 90_000, from + 1)).toEqual({ from, to: film.to });
    expect(bucketsBetween(film, from + 5, from + 6)).toEqual({ from, to: from + minute });
    expect(bucketsBetween(film, from - 5, film.to + 5)).toEqual({ from, to: film.to });
  });

  it('is as high as its lanes: 90 for a failing one, 48 for others', () => {
    const { lanes } = layoutOf(film, 1_000, 0, true);
    expect(lanes.map(({ height }) => height)).toEqual([48, 90]);
    expect(heightWithLanes({ lanes: [], checks: [] })).toBe(heightWithLanes(film) - 48 - 90);
    expect(layoutOf(film, 1_000, 140, false)).toMatchObject({ height: 140, lanes: [] });
    // With more room, all rows grow.
    const height = heightWithLanes(film) + 158;
    const high = layoutOf(film, 1_000, height, true);
    expect(high).toMatchObject({ height, lanes: [{ height: 72 }, { height: 135 }] });
    expect(high.main.height).toBe(178 + 89 - 16);
  });

  it('has round times that do not overlap', () => {
    for (const [width, span] of [
      [300, minute],
      [900, 72 * minute],
      [2_000, 40 * 86_400_000],
    ] as const) {
      const layout = layoutOf(film, width, 140, false);
      const { stepMs, times } = ticksOf(layout, { from, to: from + span });
      expect(times.length).toBeGreaterThan(1);
      expect((stepMs / span) * width).toBeGreaterThanOrEqual(70);
    }
    const layout = layoutOf(film, 900, 140, false);
    expect(timeAt(layout, film, xAt(layout, film, from + 1_000))).toBeCloseTo(from + 1_000);
  });

  it('has a text alternative with every outcome and what waits', () => {
    const series = filmSeries(film);
    expect(series.map(({ key }) => key)).toEqual(['accepted', 'refused', 'failed', 'waiting']);
    expect(valuesText(series, 0, String)).toBe('accepted 1, failed 4');
    expect(valuesText([], 0, String)).toBe('nothing');
  });

  it('shows the lanes that fail, then those with the most attempts', () => {
    const many = Array.from({ length: 20 }, (_, n) =>
      webhook({ url: `https://${n}.test/`, attempts: { ...noAttempts, accepted: n } }),
    );
    const lanes = shownLanes(filmOf({ ...statistics, webhooks: [down, ...many] }, true));
    expect(lanes).toHaveLength(12);
    expect(lanes[0]?.name).toBe('legacy-erp');
    expect(lanes.at(-1)?.name).toBe('19.test');
  });
});

describe('a link to Deliveries', () => {
  const span = { from, to: from + minute };
  const filterOf = (to: RouteTo<'deliveries'> | null) => to?.query?.filter ?? '';

  it('selects exactly these deliveries, in addition to the current filter', () => {
    expect(filterOf(deliveriesCreated('', span))).toBe(
      'created>=2026-11-20T15:04Z created<2026-11-20T15:05Z',
    );
    expect(filterOf(deliveriesCreated('type:track', span))).toBe(
      'type:track created>=2026-11-20T15:04Z created<2026-11-20T15:05Z',
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

  it('selects those in a state, whenever they were created', () => {
    expect(filterOf(deliveriesIn('type:track', 'waiting'))).toBe('type:track state:waiting');
  });

  it('selects a time in a filter, in place of the one before', () => {
    const filter = withCreated('type:track created>=2026-01-01T00:00Z', span);
    expect(filter).toBe('type:track created>=2026-11-20T15:04Z created<2026-11-20T15:05Z');
    expect(createdOf(filter)).toEqual(span);
    expect(withoutCreated(filter)).toBe('type:track');
    expect(withCreated(filter, null)).toBe('type:track');
    expect(createdOf('type:track')).toBeNull();
    expect(createdOf('created<2026-11-20T15:04Z')).toEqual({
      from: Number.NEGATIVE_INFINITY,
      to: from,
    });
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
    const one = (health: WebhookStatistics['health'], url: string) => webhook({ health, url });
    const sorted = bySeverity([
      one('inactive', 'a'),
      one('healthy', 'a'),
      one('failing', 'b'),
      one('failing', 'a'),
      one('recovering', 'a'),
      one('degraded', 'a'),
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
      '0 %',
      '0.1 %',
      '50 %',
      '99.9 %',
      '100 %',
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
  const lines = [
    { key: 'p50', label: 'p50', tone: 'ok', line: 'solid', values: [2, null, 1] },
  ] as const;

  it('has a value at the center of each bucket', () => {
    expect(plotValues(lines, { from: 0, to: 30, bucketMs: 10 })).toEqual([
      [5, 15, 25],
      [2, null, 1],
    ]);
    expect(valuesText(lines, 1, String)).toBe('nothing');
  });

  it('is navigated with the keyboard from bucket to bucket', () => {
    expect(bucketAfterKey('ArrowLeft', null, 3)).toBe(2);
    expect(bucketAfterKey('Home', 2, 3)).toBe(0);
    expect(bucketAfterKey('ArrowLeft', 0, 3)).toBe(0);
    expect(bucketAfterKey('x', 2, 3)).toBeNull();
    expect(bucketAfterKey('ArrowLeft', null, 0)).toBeNull();
  });

  it('keeps its height while values change slightly', () => {
    expect(axisMax(0)).toBe(4);
    expect(axisMax(130)).toBe(axisMax(150));
    for (const highest of [5, 9.9, 10, 99, 1_000_000])
      expect(axisMax(highest)).toBeGreaterThan(highest);
  });

  it('has a whole number in its middle', () => {
    for (let highest = 0; highest < 2_000; highest += 1)
      expect(axisMax(highest) % 2, `${highest}`).toBe(0);
  });
});
