/** All schedules with at most so many disturbances, and those left out because they are equivalent. */
import { describe, expect, it } from 'vitest';
import type { Explored } from '#main/scenarios/explore/disturbances.ts';
import {
  dependsOnOrderOnly,
  type ExhaustiveOptions,
  isAsPredicted,
  planExhaustive,
} from '#main/scenarios/explore/exhaustive.ts';
import { scheduleKey } from '#main/scenarios/explore/schedules.ts';
import { createHistory, type HistoryIndex } from '#main/scenarios/history/history-index.ts';
import {
  type DisturbanceKind,
  type ExplorationReport,
  DisturbanceKind as kinds,
} from '#shared/scenarios/schema/exploration.ts';
import { readText } from '../format/in-memory.ts';
import { exploreText } from './support/explore-text.ts';
import { ordersScenario, startOrders, startOrdersForTest } from './support/orders.ts';

const ids = ['sent-1', 'sent-2', 'sent-3'];

const explored: Explored = {
  messages: ids.map((id, index) => ({
    ...{ id, user: 'u1', at: index * 20_000, match: { messageId: id } },
    untilNextMs: index === 2 ? null : 20_000,
    // The deletion of the user comes last.
    untilDeletionMs: index === 2 ? null : (2 - index) * 20_000,
  })),
  backoff: { baseMs: 10_000, capMs: 1_200_000, windowMs: 14_400_000, jitter: 0.5 },
};

/** The first retry is before the next message, the second after it, and so on. */
const times = new Map(
  ids.map((id, index) => [
    id,
    Array.from({ length: 30 }, (_, attempt) => index * 20_000 + attempt * (15_000 + index)),
  ]),
);

const planned = (
  options: Partial<Pick<ExhaustiveOptions, 'maxDisturbances' | 'shard' | 'prunes'>> = {},
  attemptTimes: typeof times | null = times,
) => {
  const plan = planExhaustive(explored, kinds.options, {
    ...{ maxDisturbances: 2, shard: null, prunes: true, times: attemptTimes },
    ...options,
  });
  if (plan === null) throw new Error('There are too many schedules.');
  const keys = new Map(plan.schedules.map(({ schedule, key }) => [scheduleKey(schedule), key]));
  const isEquivalent = (...[a, b]: readonly [Named, Named]): boolean => keyOf(a) === keyOf(b);
  function keyOf(named: Named): string {
    const key = keys.get(scheduleKey(named.map(([kind, messageId]) => ({ kind, messageId }))));
    if (key === undefined) throw new Error('There is no such schedule.');
    return key;
  }
  return { ...plan, keys, isEquivalent };
};

type Named = readonly (readonly [DisturbanceKind, string])[];

describe('an exhaustive plan', () => {
  it('has each combination once, the smallest first', () => {
    const { schedules, total, keys } = planned();
    const sizes = schedules.map(({ schedule }) => schedule.length);
    expect(sizes).toEqual(sizes.toSorted());
    expect(schedules[0]?.schedule).toEqual([{ kind: 'duplicate', messageId: 'sent-1' }]);
    expect(keys.size).toBe(total);
    // Of 22 disturbances, all pairs but those with the same kind of effect on the same message.
    const singles = 6 * 3 + 2 * 2;
    const conflicts = 3 * 1 + 3 * 6 + 2 * 1;
    expect(total).toBe(singles + (singles * (singles - 1)) / 2 - conflicts);
    expect(planned({ maxDisturbances: 1 }).total).toBe(singles);
  });

  it('joins schedules in which the server receives the same', () => {
    const { isEquivalent } = planned();
    expect(isEquivalent([['duplicate', 'sent-1']], [['lost_response', 'sent-1']])).toBe(true);
    // No message comes after the last.
    expect(isEquivalent([['duplicate', 'sent-3']], [['late_retry', 'sent-3']])).toBe(true);
    expect(isEquivalent([['reorder', 'sent-2']], [['delete_first', 'sent-2']])).toBe(true);
    expect(
      isEquivalent(
        [
          ['duplicate', 'sent-1'],
          ['lost_response', 'sent-2'],
        ],
        [
          ['lost_response', 'sent-1'],
          ['duplicate', 'sent-2'],
        ],
      ),
    ).toBe(true);
  });

  it('keeps apart what the server can tell apart', () => {
    const { isEquivalent } = planned();
    const apart: readonly (readonly [DisturbanceKind, DisturbanceKind])[] = [
      ['duplicate', 'concurrent'],
      ['lost_response', 'late_retry'],
      ['lost_response', 'restart'],
      ['reorder', 'late_retry'],
    ];
    for (const [a, b] of apart)
      expect(isEquivalent([[a, 'sent-1']], [[b, 'sent-1']]), `${a}, ${b}`).toBe(false);
    expect(isEquivalent([['duplicate', 'sent-1']], [['duplicate', 'sent-2']])).toBe(false);
  });

  it('joins only the same rules if the order is unknown, or arrivals coincide', () => {
    const atOnce = new Map(ids.map((id) => [id, times.get('sent-1') ?? []]));
    for (const { isEquivalent } of [planned({}, null), planned({}, atOnce)]) {
      expect(isEquivalent([['duplicate', 'sent-1']], [['lost_response', 'sent-1']])).toBe(false);
      expect(isEquivalent([['reorder', 'sent-2']], [['delete_first', 'sent-2']])).toBe(true);
    }
    const { keys, total } = planned({ prunes: false });
    expect(new Set(keys.values()).size).toBe(total);
  });

  it('is split into shards that keep equivalent schedules together', () => {
    const whole = planned();
    const shards = [1, 2, 3].map((index) => planned({ shard: { index, count: 3 } }));
    const keysOf = ({ keys }: { keys: ReadonlyMap<string, string> }) => [...new Set(keys.values())];
    expect(shards.flatMap(({ keys }) => [...keys.keys()]).toSorted()).toEqual(
      [...whole.keys.keys()].toSorted(),
    );
    expect(shards.flatMap(keysOf).toSorted()).toEqual(keysOf(whole).toSorted());
    for (const { hash, total } of shards)
      expect({ hash, total }).toEqual({ hash: whole.hash, total: whole.total });
  });
});

describe('a run is as predicted', () => {
  const { schedules } = planned();
  const [lost] = schedules.filter(({ schedule }) => schedule[0]?.kind === 'lost_response');
  if (lost === undefined) throw new Error('No response is lost.');
  type Request = HistoryIndex['requests'][number]['event'];
  const request = (messageId: string, at: number, more: Partial<Request> = {}): Request => ({
    ...{ kind: 'request', at, mock: 'orders-proxy', entry: 'request', messageId, status: 200 },
    ...{ destination: 'Orders', attempt: 1, copiedBy: null, fault: 'none', cause: 'server' },
    ...{ signature: null, method: 'POST', path: '/', headers: [], body: '', bodyIsBase64: false },
    ...more,
  });
  const isPredicted = (...events: readonly Request[]): boolean => {
    const requests = events.map((event) => ({ kind: 'request' as const, event, message: null }));
    return isAsPredicted(lost, { ...createHistory(), requests }, 'orders-proxy');
  };
  const lostResponse = { status: null, fault: 'reset_after_request', cause: 'rule' } as const;
  const first = request('sent-1', 0, { ...lostResponse, isAcceptedByServer: true });
  const [retry, second, third] = [
    request('sent-1', 15_000),
    request('sent-2', 20_000),
    request('sent-3', 40_000),
  ] as const;

  it('if the server received and accepted the same requests', () => {
    expect(isPredicted(first, retry, second, third)).toBe(true);
    // Rejected by the mock endpoint, or sent to another one.
    const rejected = request('sent-2', 18_000, { status: 503, cause: 'rule' });
    const other = request('sent-2', 18_000, { mock: 'billing' });
    expect(isPredicted(first, retry, rejected, other, second, third)).toBe(true);
  });

  it('unless one is missing, later, repeated, or not accepted', () => {
    expect(isPredicted(first, retry, second)).toBe(false);
    expect(isPredicted(first, second, request('sent-1', 25_000), third)).toBe(false);
    expect(isPredicted(first, retry, { ...second, copies: 2 }, third)).toBe(false);
    expect(isPredicted(first, retry, { ...second, status: 409 }, third)).toBe(false);
    expect(isPredicted(first, retry, { ...second, hasUnacceptedCopy: true }, third)).toBe(false);
    expect(isPredicted(request('sent-1', 0, lostResponse), retry, second, third)).toBe(false);
  });
});

describe('only the order of requests matters', () => {
  const isOrderOnly = async (text: string): Promise<boolean> => {
    const { scenarios, problems } = await readText(text);
    expect(problems).toEqual([]);
    const [scenario] = scenarios;
    return scenario !== undefined && dependsOnOrderOnly(scenario);
  };
  const url = 'http://127.0.0.1:3000';
  const plain = ordersScenario(url);
  const probe = (more: string) =>
    ordersScenario(url, { then: `[{ probe: orders, url: ${url}/state, ${more} }]` });
  const signed = (profile: string, secret: string) =>
    ordersScenario(url, {
      destination: `payloadShape: full, profile: ${profile}, sharedSecret: ${secret}`,
    });

  it('to most receivers', async () => {
    expect(await isOrderOnly(plain)).toBe(true);
    expect(await isOrderOnly(probe('contains: { u1: 1 }'))).toBe(true);
    expect(await isOrderOnly(ordersScenario(url, { when: '  - { wait: { for: 1m } }' }))).toBe(
      true,
    );
  });

  it.each([
    ['virtual time in a header', `${plain}clock: { header: Hookwright-Time }\n`],
    ['virtual time at a URL', `${plain}clock: { notifyUrl: '${url}/time' }\n`],
    ['signed timestamps', signed('standard-webhooks', 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw')],
    ['a state that is read after each attempt', probe('field: version, monotonic: up')],
    ['messages that depend on deliveries', ordersScenario(url, { when: '  - { finish: {} }' })],
    [
      'a deletion, which may cancel deliveries',
      ordersScenario(url, { when: '  - { delete: { users: [u1] } }' }),
    ],
    [
      'a second URL',
      plain.replace('{ server: orders }]', `{ server: orders }, { url: '${url}/b' }]`),
    ],
  ])('unless it gets %s', async (_, text) => {
    expect(await isOrderOnly(text)).toBe(false);
  });
});

const subject = {
  ...{ files: [], case: null, valuesHash: '', receiverVersion: null, version: '0.0.0-test' },
  startedAt: '2026-01-01T00:00:00.000Z',
};

const resultOf = ({ verdict, isComplete, finding }: ExplorationReport) => ({
  ...{ verdict, isComplete, disturbances: finding?.disturbances },
  // Each runs in another folder.
  failures: finding?.failures.map((failure) => ({ ...failure, place: null })),
});

/** With and without the equivalent schedules. */
async function bothOf(
  text: string,
  disturbances: readonly DisturbanceKind[],
  maxDisturbances: number,
) {
  const [pruned, all] = [await exhaust({ prunes: true }), await exhaust({ prunes: false })];
  function exhaust({ prunes }: { readonly prunes: boolean }) {
    const exhaustive = { maxDisturbances, shard: null, prunes, subject, unpredicted: [] };
    return exploreText(text, { kinds: disturbances, exhaustive });
  }
  expect(resultOf(pruned.report)).toEqual(resultOf(all.report));
  return { pruned: pruned.report, all: all.report };
}

describe('leaving out equivalent schedules gives the same result with', () => {
  const kindsOfCopies = ['duplicate', 'lost_response'] as const;

  it('a receiver without bugs, in fewer runs', async () => {
    const { pruned, all } = await bothOf(
      ordersScenario(await startOrders()),
      ['duplicate', 'lost_response', 'late_retry'],
      2,
    );
    // Each alone on both messages, and all pairs but two responses lost by one message.
    expect(all).toMatchObject({
      ...{ verdict: 'passed', isComplete: true },
      exhaustive: { schedules: 19, ran: 19, equivalent: 0 },
    });
    // In the order of arrival: 112, 122, 121, 1112, 1122, 1211, 1221 and 1222.
    const { ran = 0, equivalent = 0, unpredicted = [] } = pruned.exhaustive ?? {};
    expect(ran + equivalent).toBe(19);
    // On a busy machine, requests arrive at other times than predicted: then an equivalent schedule runs, too.
    expect(ran - unpredicted.length).toBeLessThanOrEqual(8);
  });

  it('a receiver that processes each copy', async () => {
    const text = ordersScenario(await startOrders({ ignoresCopies: false }));
    const { pruned } = await bothOf(text, kindsOfCopies, 2);
    expect(pruned.finding?.disturbances).toEqual([{ kind: 'duplicate', messageId: 'sent-1' }]);
  });

  it('a receiver that processes the second copy', async () => {
    const text = ordersScenario(await startOrders({ ignoredCopies: 1 }));
    const { pruned, all } = await bothOf(text, kindsOfCopies, 2);
    expect(pruned.finding).toMatchObject({
      disturbances: [{ kind: 'lost_response' }, { kind: 'duplicate' }],
      failures: [{ messageId: 'sent-1', processed: 2 }],
    });
    expect(pruned.coverage.runs).toBeLessThan(all.coverage.runs);
  });

  it('a receiver that refuses copies, in as many runs', async () => {
    const text = ordersScenario(await startOrders({ copyStatus: 409 }));
    const { pruned } = await bothOf(text, kindsOfCopies, 1);
    expect(pruned.exhaustive).toMatchObject({ ran: 4, equivalent: 0, unpredicted: [0, 1, 2, 3] });
  });

  it('a receiver that forgets over time and learns virtual time, in as many runs', async () => {
    const orders = await startOrdersForTest({ forgetsBy: 'hookwright-time' });
    const text = ordersScenario(orders.url, { count: 1 });
    const moved = `${text}clock: { header: Hookwright-Time }\n`;
    const { pruned } = await bothOf(moved, ['duplicate', 'late_retry'], 1);
    expect(pruned.finding?.disturbances).toMatchObject([{ kind: 'late_retry' }]);
    // Its clock does not move without.
    const { pruned: unmoved } = await bothOf(text, ['duplicate', 'late_retry'], 1);
    expect(unmoved.exhaustive).toMatchObject({ ran: 1, equivalent: 1 });
  });
});
