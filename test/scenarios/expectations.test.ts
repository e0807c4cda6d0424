/** Expectations of the examples, on histories of correct runs, and what they say when they fail. */
import { describe, expect, it } from 'vitest';
import { backoffOf, profileOf } from '#shared/profiles/profiles.ts';
import { defaultRetryPolicy } from '#shared/profiles/retry-policy.ts';
import type { EventOf, HistoryEvent } from '#shared/scenarios/schema/history.ts';
import { check, type Written } from './evaluated.ts';
import {
  hourMs,
  minuteMs,
  outage,
  outageRun,
  type SimulatedRun,
  simulateRun,
} from './simulated-run.ts';

const run = outageRun();
const cut = outageRun({ windowMs: hourMs });

const passing: readonly Written[] = [
  { lost: 0 },
  { duplicates: 0 },
  {
    requests: 'event="Order Completed" status<300',
    mock: 'shop',
    per: 'message',
    count: 1,
    within: '4h',
  },
  { requests: 'status<300', mock: 'shop', from: '30m', until: '2h30m', count: 0 },
  { deliveries: 'state:waiting', holds: 'always', from: '2h50m', count: 0 },
  { attempts: 'outcome:failed code:server_error', spacing: 'backoff' },
  { attempts: '', spacing: { min: '5s', max: '20m' } },
  { messages: 'step:orders', count: 600 },
  { messages: '', per: 'user', count: 1 },
  { messages: '', per: 'step', count: 600 },
  { requests: 'status<300', per: 'mock', count: 600 },
  { attempts: 'status<300', per: 'webhook', count: 600 },
  { requests: '', signature: 'valid' },
  { requests: '', body: { type: 'track', properties: { orderId: { $match: '^o-\\d+$' } } } },
  { requests: '', body: { userId: { $any: 'string' }, anonymousId: { $absent: true } } },
  { deliveries: 'type:track', every: 'state:delivered attempts<20' },
  { attempts: 'status=200', every: 'duration=0s' },
  { messages: 'type:track', duration: { p50: '40m', max: '2h20m' } },
  { attempts: '', duration: { p99: '1s' } },
  { requests: 'created<+30m status<300', order: 'sent' },
  { requests: 'status<300', order: 'sent', inversions: 1000 },
  { deliveries: 'state:waiting', holds: 'eventually', count: { min: 200 } },
  { deliveries: 'state:gave_up', holds: 'never', count: { min: 1 } },
  { deliveries: '', holds: 'always', every: 'attempts<20' },
  { requests: 'status=200', holds: 'eventually', count: 1, within: '1s' },
  { requests: 'status<300', since: 'orders', count: 600 },
  { requests: 'cause:outage', count: { min: 200 } },
  { alerts: '', count: 0 },
  { messages: 'created>=2026-01-01T02:00Z', count: 200 },
];

describe('an expectation of a correct run', () => {
  it.each(passing.map((one) => [JSON.stringify(one), one] as const))(
    'passes: %s',
    async (_, written) => {
      const { verdict, found, expected } = await check(written, run);
      expect({ verdict, found, expected }).toEqual({
        verdict: 'passed',
        found: null,
        expected: null,
      });
    },
  );
});

describe('a body that was not kept whole', () => {
  const isCut = (event: HistoryEvent) => event.kind === 'request' && event.messageId === 'orders-7';
  const withCut: SimulatedRun = {
    ...run,
    events: run.events.map((event) =>
      isCut(event) ? ({ ...event, body: '{"type":"tr', bodyIsCut: true } as HistoryEvent) : event,
    ),
  };

  it.each<Written>([
    { requests: 'body.type=nothing', count: 0 },
    { requests: 'body.type=nothing', holds: 'never', count: { min: 1 } },
    { requests: 'not body.type=track', holds: 'always', count: 0 },
    { requests: 'nothing', count: 0 },
    { requests: '', body: { type: 'track' } },
    { requests: '', body: { nothing: { $absent: true } } },
    { requests: '', every: 'body.type=track' },
    { requests: '', snapshot: 'all' },
  ])('leaves undecided what it is compared with: %j', async (written) => {
    expect(await check(written, withCut)).toMatchObject({
      verdict: 'inconclusive',
      found: expect.stringContaining('shop'),
    });
  });

  it.each<Written>([
    { requests: 'status<300', count: 600 },
    { requests: 'not message:orders-7 body.type=nothing', count: 0 },
    { requests: '', signature: 'valid' },
    { messages: '', body: { type: 'track' } },
  ])('does not matter where it is not needed: %j', async (written) => {
    expect(await check(written, withCut)).toMatchObject({ verdict: 'passed' });
  });

  it('does not hide a failure elsewhere', async () => {
    const failed = await check({ requests: 'status=200', mock: 'shop', count: 3 }, withCut);
    expect(failed.verdict).toBe('failed');
  });
});

describe('a body that is nested too deeply', () => {
  it.each<Written>([
    { requests: 'body.type=nothing', count: 0 },
    { requests: '', body: { type: 'track' } },
    { requests: '', every: 'body.type=track' },
    { requests: '', snapshot: 'all' },
  ])('leaves undecided what it is compared with: %j', async (written) => {
    const body = `${'['.repeat(50_000)}${']'.repeat(50_000)}`;
    const events = run.events.map((event) =>
      event.kind === 'request' ? { ...event, body } : event,
    );
    expect(await check(written, { ...run, events })).toMatchObject({ verdict: 'inconclusive' });
  });
});

describe('a text that is too long for a pattern', () => {
  it('leaves the expectation undecided', async () => {
    const long: SimulatedRun = {
      ...run,
      events: run.events.map((event) =>
        event.kind === 'request'
          ? { ...event, body: JSON.stringify({ text: 'x'.repeat(100_000) }) }
          : event,
      ),
    };
    expect(
      await check({ requests: '', body: { text: { $match: 'a.{500}b' } } }, long),
    ).toMatchObject({ verdict: 'inconclusive', found: expect.stringContaining('body.text') });
  });
});

describe('a failed expectation', () => {
  it('reports the history and the nearest miss of a message that was not accepted', async () => {
    const failed = await check(
      {
        requests: 'event="Order Completed" status<300',
        mock: 'shop',
        per: 'message',
        count: 1,
        within: '4h',
      },
      cut,
    );
    expect(failed).toMatchObject({
      verdict: 'failed',
      expected: '1 request per message, event="Order Completed" status<300, at shop, within 4h',
    });
    const lost = cut.events.filter(
      (event) => event.kind === 'delivery' && event.state === 'gave_up',
    ).length;
    expect(failed.found).toMatch(
      new RegExp(`^${600 - lost} of 600 messages have 1; ${lost} have 0, the first is orders-101$`),
    );
    expect(failed.history).toMatch(
      /^accepted \+30m · \d+ attempts, 503 each · gave up \+1h \d+m [\d.]+s: retry window ended$/,
    );
    expect(failed.nearest).toHaveLength(1);
    expect(failed.nearest[0]).toMatchObject({
      subject: expect.stringMatching(/^orders-101, attempt \d+$/),
      terms: [
        { term: 'event="Order Completed"', matches: true, found: 'Order Completed' },
        { term: 'status<300', matches: false, found: '503' },
      ],
    });
  });

  it('lists lost messages as ranges', async () => {
    const { verdict, found, history } = await check({ lost: 0 }, cut);
    expect(verdict).toBe('failed');
    expect(found).toMatch(/^\d+ of 600 messages were lost: orders-101 to orders-/);
    expect(history).toContain('gave up');
  });

  it('lists the first of too many', async () => {
    const { found, history } = await check({ requests: 'status=503', count: 0 }, run);
    expect(found).toMatch(
      /^[\d,]+ requests: orders-101, attempt 1 \(\+30m\), orders-101, attempt 2 /,
    );
    expect(found).toMatch(/, …$/);
    expect(history).toContain('accepted +30m');
  });

  it('shows each term of what every one should match', async () => {
    const { found, nearest } = await check(
      { deliveries: '', every: 'state:delivered attempts=1' },
      run,
    );
    expect(found).toMatch(/^\d+ of 600 deliveries don't match; the first is orders-101$/);
    expect(nearest[0]?.terms).toEqual([
      { term: 'state:delivered', matches: true, found: 'delivered' },
      { term: 'attempts=1', matches: false, found: expect.any(String) },
    ]);
  });

  it('is decided at the violation with "always", and when its time has passed with "eventually"', async () => {
    const always = await check({ deliveries: 'state:waiting', holds: 'always', count: 0 }, run);
    expect(always).toMatchObject({ verdict: 'failed', decidedAt: outage.from });
    const eventually = await check(
      { requests: 'status=500', holds: 'eventually', count: 1, within: '10m' },
      run,
    );
    expect(eventually).toMatchObject({ verdict: 'failed', decidedAt: 10 * minuteMs });
    const never = await check(
      { deliveries: 'state:waiting', holds: 'never', count: { min: 3 } },
      run,
    );
    expect(never.verdict).toBe('failed');
  });

  it('says which duration is too long', async () => {
    const { found } = await check({ messages: '', duration: { p50: '40m', p99: '45s' } }, run);
    expect(found).toMatch(/^p99 .*m.* over 600 messages; the slowest is orders-\d+ \(/);
    const lost = await check({ messages: '', duration: { max: '3h' } }, cut);
    expect(lost.found).toMatch(/have no 2xx$/);
  });

  it('names the first inversion', async () => {
    const { events, ...rest } = simulateRun({ count: 20, overMs: 20_000, outage: null, users: 2 });
    const swapped = events.map((event) => {
      if (event.kind !== 'request') return event;
      if (event.messageId === 'orders-3') return { ...event, at: 34_000 };
      return { ...event, at: event.messageId === 'orders-5' ? 32_000 : event.at + 30_000 };
    });
    const order = await check(
      { requests: 'status<300', order: 'sent' },
      { ...rest, events: swapped.toSorted((a, b) => a.at - b.at) },
    );
    expect(order.found).toBe(
      '1 inversion; the first, of user user_1: orders-3, attempt 1 (+34s) came after orders-5, attempt 1 (+32s)',
    );
  });

  it('names the place in the body', async () => {
    const { found } = await check({ requests: '', body: { properties: { orderId: 'o-1' } } }, run);
    expect(found).toContain('body.properties.orderId is "o-2", expected "o-1"');
  });
});

describe('an expectation about nothing', () => {
  it.each([
    { requests: 'event=Refund', every: 'status=200' },
    { requests: 'event=Refund', signature: 'valid' },
    { requests: 'event=Refund', body: {} },
    { requests: 'event=Refund', order: 'sent' },
    { attempts: 'event=Refund', spacing: 'backoff' },
    { messages: 'event=Refund', duration: { max: '1s' } },
    { messages: 'event=Refund', count: 1 },
    { requests: 'event=Refund', per: 'message', count: 0 },
    { requests: 'event=Refund', snapshot: 'a.json' },
    { deliveries: 'event=Refund', every: 'state:delivered', holds: 'always' },
    { deliveries: 'event=Refund', every: 'state:delivered', holds: 'eventually' },
  ] as const)('fails: %j', async (written) => {
    expect((await check(written, run)).verdict).toBe('failed');
  });

  it('passes with a warning if nothing is expected, and suggests the name', async () => {
    const counted = await check({ requests: 'event="Order Complete" status<300', count: 0 }, run);
    expect(counted.verdict).toBe('passed');
    expect(counted.warnings).toEqual([
      expect.stringMatching(/event="Order Complete".*Order Completed\?$/),
    ]);
    const never = await check({ requests: 'event=Refund', holds: 'never', count: { min: 1 } }, run);
    expect([never.verdict, never.warnings.length]).toEqual(['passed', 1]);
    const known = await check({ requests: 'event="Order Completed" status>=600', count: 0 }, run);
    expect(known.warnings).toEqual([]);
  });

  it('passes with a warning if only mock endpoints could see duplicates, and there are none', async () => {
    const events = run.events.filter(({ kind }) => kind !== 'request');
    const own: SimulatedRun = { ...run, events, facts: { ...run.facts, mocks: [] } };
    const { verdict, warnings } = await check({ duplicates: 0 }, own);
    expect([verdict, warnings.length]).toEqual(['passed', 1]);
    expect((await check({ duplicates: 0 }, run)).warnings).toEqual([]);
  });

  it('fails without any message, attempt or request', async () => {
    const empty: SimulatedRun = { ...run, events: [] };
    expect((await check({ lost: 0 }, empty)).verdict).toBe('failed');
    expect((await check({ duplicates: 0 }, empty)).verdict).toBe('failed');
  });
});

/** All requests and what follows from them, after all messages. */
const withReversedRequests = (events: readonly HistoryEvent[]): readonly HistoryEvent[] => {
  const { message = [], other = [] } = Object.groupBy(events, ({ kind }) =>
    kind === 'message' ? kind : 'other',
  );
  return [...message, ...other.toReversed()];
};

/** Changes of an expectation that a correct run must not pass. */
const mutations: Readonly<
  Record<
    string,
    (
      written: Written,
      events: readonly HistoryEvent[],
    ) => readonly [Written, readonly HistoryEvent[]] | null
  >
> = {
  'one more': (written, events) => {
    const { count } = written;
    return typeof count === 'number' ? [{ ...written, count: count + 1 }, events] : null;
  },
  'one more lost': (written, events) =>
    'lost' in written
      ? [{ lost: 1 }, events]
      : 'duplicates' in written
        ? [{ duplicates: 1 }, events]
        : null,
  'reverse order': (written, events) =>
    written.order === 'sent' && written.inversions === undefined
      ? [
          { ...written, per: 'mock' },
          withReversedRequests(events).map((event, index) => ({ ...event, at: index })),
        ]
      : null,
  'another signature': (written, events) =>
    written.signature === 'valid' ? [{ ...written, signature: 'invalid' }, events] : null,
};

describe('a changed expectation of a correct run', () => {
  const changed = passing.flatMap((written) =>
    Object.entries(mutations).flatMap(([name, mutate]) => {
      const mutated = mutate(written, run.events);
      return mutated === null ? [] : [[name, JSON.stringify(mutated[0]), mutated] as const];
    }),
  );
  it.each(changed)('fails with %s: %s', async (_name, _text, [written, events]) => {
    expect((await check(written, { ...run, events })).verdict).toBe('failed');
  });
});

describe('spacing by the backoff of a profile', () => {
  const svix = profileOf({ profile: 'svix' });
  const base = simulateRun({ count: 1, overMs: 1_000, outage: { from: 0, until: 3_000 } });

  /** One failure, and the next attempt after a delay. */
  const retried = (failure: Pick<EventOf<'attempt'>, 'status' | 'code'>, delayMs: number) => ({
    ...base,
    events: base.events.map((event) => {
      if (event.kind !== 'attempt') return event;
      return event.attempt === 1
        ? { ...event, ...failure }
        : { ...event, at: delayMs, startedAt: delayMs };
    }),
    facts: {
      ...base.facts,
      destinations: base.facts.destinations.map((destination) => ({
        ...destination,
        backoff: backoffOf({ profile: svix, retry: defaultRetryPolicy }),
        minDelay: svix.minDelay,
        success: svix.success,
      })),
      jitterFraction: () => null,
    },
  });

  it.each([
    [{ status: 503, code: 'server_error' }, 5_000, 'passed'],
    [{ status: 503, code: 'server_error' }, 60_000, 'failed'],
    [{ status: 429, code: 'client_error' }, 60_000, 'passed'],
    [{ status: 429, code: 'client_error' }, 5_000, 'failed'],
    [{ status: null, code: 'timeout' }, 60_000, 'passed'],
    [{ status: null, code: 'timeout' }, 5_000, 'failed'],
  ] as const)('Svix, %j, then %i ms: %s', async (failure, delayMs, verdict) => {
    const { verdict: found } = await check(
      { attempts: '', spacing: 'backoff' },
      retried(failure, delayMs),
    );
    expect(found).toBe(verdict);
  });
});
