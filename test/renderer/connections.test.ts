import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseRoute, routeTo } from '#renderer/kit/routing/route.ts';
import {
  type BoardData,
  type BoardLine,
  boardOf,
  messagesPerMinute,
  pulsesOf,
} from '#renderer/places/connections/board/board.ts';
import { secretsDiffer, withoutUrl, withUrl } from '#renderer/places/connections/board/connect.ts';
import { newsOf } from '#renderer/places/connections/board/endpoint-now.ts';
import {
  type Column,
  layoutOf,
  nodeHeight,
  orderByRate,
  orderOf,
  spread,
} from '#renderer/places/connections/board/layout.ts';
import { routeOf, selectionOf } from '#renderer/places/connections/connections-route.ts';
import {
  activeFault,
  moreFaults,
  replacedBy,
  shelfFaults,
} from '#renderer/places/connections/faults/faults.ts';
import { type Destination, NewDestination } from '#shared/connections/destination.ts';
import type { Source } from '#shared/connections/source.ts';
import { type Mock, NewMock } from '#shared/mocks/mock.ts';
import type { Statistics, WebhookStatistics } from '#shared/statistics/statistics.ts';

const now = Date.UTC(2026, 10, 28, 12);

const times = { createdAt: 1, updatedAt: 1 };

const destination = (id: string, settings: object = {}): Destination => ({
  ...NewDestination.parse({ name: id, ...settings }),
  ...times,
  id,
  problem: null,
});

const source = (id: string): Source => ({
  id,
  name: id,
  writeKey: id,
  enabled: true,
  ...times,
});

const mock = (name: string, settings: object = {}): Mock => ({
  ...NewMock.parse({ name, ...settings }),
  rules: [],
  id: name,
  ...times,
  url: `http://127.0.0.1:8379/mock/${name}`,
  listening: 'listening',
  problem: null,
  responded: 0,
  nextStep: 0,
  lastRequestAt: null,
});

const webhook = (destinationId: string, url: string, settings: Partial<WebhookStatistics>) =>
  ({
    destinationId,
    destinationName: destinationId,
    url,
    mock: null,
    active: true,
    health: 'healthy',
    latest: { attempts: 5, failed: 0, inRow: 5 },
    attempts: { accepted: 5, refused: 0, failed: 0, blocked: 0 },
    perMinute: 60,
    success: 1,
    latency: { p50: 12, p90: 12, p99: 12 },
    lastStatus: 200,
    lastCode: null,
    lastAttemptAt: now - 1_000,
    failingSince: null,
    buckets: [],
    outages: [],
    ...settings,
  }) satisfies WebhookStatistics;

const statistics = (webhooks: readonly WebhookStatistics[], waiting = 0) =>
  ({
    webhooks: [...webhooks],
    causes: [],
    waiting: {
      deliveries: waiting,
      since: null,
      destinations: [{ destinationId: 'orders', deliveries: waiting, nextAttemptAt: null }],
      planned: [],
    },
  }) as unknown as Statistics;

const data = (given: Partial<BoardData>): BoardData => ({
  sources: [],
  destinations: [],
  mocks: [],
  statistics: null,
  usages: new Map(),
  lastMessageAt: new Map(),
  now,
  ...given,
});

describe('the address of the board', () => {
  it('is parsed back to the same selection', () => {
    const selections = [
      { kind: 'none' },
      { kind: 'source', id: 'src_1' },
      { kind: 'destination', id: 'dst_1' },
      { kind: 'url', url: 'http://localhost:3000/a?b=c' },
      { kind: 'new source' },
      { kind: 'new destination', copyOf: 'dst_1' },
      { kind: 'gallery' },
      { kind: 'new mock', copyOf: 'mock_1' },
      { kind: 'mock', id: 'mock_1', view: 'settings', requestId: null },
      { kind: 'mock', id: 'mock_1', view: 'requests', requestId: null },
      { kind: 'mock', id: 'mock_1', view: 'requests', requestId: 12 },
    ] as const;
    for (const selection of selections)
      expect(selectionOf(routeTo(routeOf(selection)))).toEqual(selection);
    expect(selectionOf(parseRoute('#/connections/mocks/m/requests/x'))).toMatchObject({
      requestId: null,
    });
  });
});

describe('the board', () => {
  const orders = destination('orders', {
    webhookUrl: 'http://a.test/in',
    webhooks: [{ url: 'http://127.0.0.1:8379/mock/erp' }],
    sourceIds: ['web'],
  });
  const other = destination('other', { webhookUrl: 'http://a.test/in', enabled: false });

  it('shows each URL once, with the mock endpoints that none uses', () => {
    const { nodes, lines } = boardOf(
      data({
        sources: [source('web')],
        destinations: [orders, other],
        mocks: [mock('erp'), mock('spare')],
      }),
    );
    expect(nodes.filter(({ column }) => column === 2).map(({ name }) => name)).toEqual([
      'a.test/in',
      'erp',
      'spare',
    ]);
    expect(lines.map(({ from, to }) => [from, to])).toEqual([
      ['source web', 'destination orders'],
      ['destination orders', 'endpoint http://a.test/in'],
      ['destination orders', 'endpoint http://127.0.0.1:8379/mock/erp'],
      ['destination other', 'endpoint http://a.test/in'],
    ]);
  });

  it('shows a failing URL as down, and what waits for it', () => {
    const failing = webhook('orders', 'http://a.test/in', {
      health: 'failing',
      lastStatus: 503,
      lastCode: 'server_error',
      failingSince: now - 41 * 60_000,
    });
    const { nodes, lines, endpoints } = boardOf(
      data({ destinations: [orders], statistics: statistics([failing], 197) }),
    );
    const endpoint = nodes.find(({ url }) => url === 'http://a.test/in');
    expect(endpoint).toMatchObject({
      state: 'gave_up',
      text: '503 for 41 min, 197 waiting',
      word: 'returns 503',
    });
    expect(nodes[0]).toMatchObject({ state: 'waiting' });
    expect(lines[0]).toMatchObject({ outcome: 'failed', label: '503 · 41 min', isMoving: true });
    expect(newsOf(endpoints).cause).toEqual({
      text: '1 of 2 endpoints is down.',
      outcome: 'failed',
    });
  });

  it('keeps a URL accepted while a few of its attempts fail', () => {
    const flaky = webhook('orders', 'http://a.test/in', {
      health: 'degraded',
      lastCode: 'server_error',
      lastStatus: 503,
      attempts: { accepted: 15, refused: 0, failed: 5, blocked: 0 },
    });
    const { nodes } = boardOf(data({ destinations: [orders], statistics: statistics([flaky]) }));
    expect(nodes.find(({ url }) => url === 'http://a.test/in')).toMatchObject({
      state: 'delivered',
      text: '12 ms, 5 of 20 not accepted',
    });
  });

  it('shows an outage of a mock endpoint before any attempt', () => {
    const erp = mock('erp', { outage: { durationMs: 7_200_000, startsAt: now } });
    const { nodes, lines } = boardOf(data({ destinations: [orders], mocks: [erp] }));
    expect(nodes.find(({ name }) => name === 'erp')).toMatchObject({
      state: 'gave_up',
      text: '503 for 2 h more',
    });
    expect(lines.at(-1)).toMatchObject({ outcome: 'failed', label: '503' });
  });

  it('does not count a mock endpoint that nothing is sent to, nor calls it down', () => {
    const spare = mock('spare', { steps: [{ fault: 'refuse_connection' }] });
    const { nodes, endpoints } = boardOf(
      data({
        destinations: [other],
        mocks: [
          { ...spare, listening: 'refusing' },
          { ...mock('taken'), url: null },
        ],
        statistics: statistics([]),
      }),
    );
    const byName = (name: string) => nodes.find((node) => node.name === name);
    expect(byName('spare')).toMatchObject({ state: 'planned', word: null, isInUse: false });
    expect(byName('a.test/in')).toMatchObject({ state: 'planned', isInUse: false });
    // That it can't listen is worth telling.
    expect(byName('taken')).toMatchObject({ isFailing: true, text: 'Not listening' });
    expect(endpoints).toEqual([]);
  });

  it('counts the messages of the last hour', () => {
    const hourAt = now - (now % 3_600_000);
    const usage = {
      total: 1_000,
      hours: [
        { hourAt: hourAt - 3_600_000, accepted: 600 },
        { hourAt, accepted: 120 },
      ],
    };
    expect(messagesPerMinute(usage, hourAt)).toBe(12);
    expect(messagesPerMinute(usage, hourAt + 1_800_000)).toBe(7);
  });

  it('has at most 20 pulses per second', () => {
    fc.assert(
      fc.property(fc.array(fc.double({ min: 0, max: 1e6, noNaN: true })), (rates) => {
        const lines = rates.map((perMinute, index) => ({
          key: String(index),
          perMinute,
          isMoving: true,
        })) as unknown as BoardLine[];
        const total = [...pulsesOf(lines).values()].reduce((sum, rate) => sum + rate, 0);
        return total <= 20.001;
      }),
    );
  });

  it('has pulses on the 200 busiest lines only', () => {
    const lines = Array.from({ length: 1_000 }, (_, perMinute) => ({
      key: String(perMinute),
      perMinute,
      isMoving: true,
    })) as unknown as BoardLine[];
    const moving = [...pulsesOf(lines).keys()].map(Number);
    expect(moving.length).toBe(200);
    expect(Math.min(...moving)).toBe(800);
  });
});

describe('the layout', () => {
  const node = (key: string, column: Column, isInUse = true) => ({ key, column, isInUse });
  const line = (from: string, to: string) => ({ key: `${from} ${to}`, from, to });

  it('orders nodes so that lines cross as little as possible', () => {
    const nodes = [
      node('a', 0),
      node('b', 0),
      node('x', 1),
      node('y', 1),
      node('1', 2),
      node('2', 2),
    ];
    const lines = [line('a', 'y'), line('b', 'x'), line('x', '1'), line('y', '2')];
    const [sources, destinations, endpoints] = orderOf(nodes, lines);
    expect([sources, destinations, endpoints]).toEqual([
      ['b', 'a'],
      ['x', 'y'],
      ['1', '2'],
    ]);
  });

  it('puts what is not in use last, and by rate what fails first', () => {
    const nodes = [node('off', 1, false), node('x', 1), node('spare', 2, false), node('1', 2)];
    const lines = [line('off', '1'), line('x', '1')];
    expect(orderOf(nodes, lines)).toEqual([[], ['x', 'off'], ['1', 'spare']]);
    const rated = (key: string, perMinute: number, isFailing = false, isInUse = true) => ({
      ...node(key, 2, isInUse),
      perMinute,
      isFailing,
    });
    expect(
      orderByRate([
        rated('idle', 0),
        rated('spare', 9, false, false),
        rated('busy', 5),
        rated('down', 1, true),
      ]),
    ).toEqual([[], [], ['down', 'busy', 'idle', 'spare']]);
  });

  it('keeps the distance between nodes, and their order', () => {
    expect(spread([0, 0, 0], 10)).toEqual([-10, 0, 10]);
    expect(spread([0, 100], 10)).toEqual([0, 100]);
  });

  it('never lets nodes overlap, and is as high as it needs to be', () => {
    fc.assert(
      fc.property(
        fc.tuple(fc.nat(20), fc.nat(20), fc.nat(20)),
        fc.array(fc.tuple(fc.nat(19), fc.nat(19), fc.boolean())),
        (counts, pairs) => {
          const nodes = counts.flatMap((count, column) =>
            Array.from({ length: count }, (_, index) =>
              node(`${column} ${index}`, column as Column),
            ),
          );
          const keys = new Set(nodes.map(({ key }) => key));
          const lines = pairs
            .map(([a, b, isFirst]) =>
              isFirst ? line(`0 ${a}`, `1 ${b}`) : line(`1 ${a}`, `2 ${b}`),
            )
            .filter(({ from, to }) => keys.has(from) && keys.has(to));
          const { boxes, height } = layoutOf(orderOf(nodes, lines), lines, {
            width: 944,
            height: 700,
          });
          for (const column of [0, 1, 2]) {
            const ys = nodes
              .filter((of) => of.column === column)
              .map(({ key }) => boxes.get(key)?.y ?? Number.NaN)
              .sort((a, b) => a - b);
            for (const [index, y] of ys.entries()) {
              expect(y).toBeGreaterThanOrEqual(52);
              expect(y + nodeHeight).toBeLessThanOrEqual(height);
              if (index > 0) expect(y - (ys[index - 1] ?? 0)).toBeGreaterThanOrEqual(nodeHeight);
            }
          }
        },
      ),
    );
  });
});

describe('a line', () => {
  const hook = 'http://127.0.0.1:8379/mock/a';
  const none = { webhookUrl: '', webhooks: [], sharedSecret: '' };

  it('adds the URL, with the secret if the destination has none', () => {
    expect(withUrl(none, hook, 's')).toEqual({ webhookUrl: hook, sharedSecret: 's' });
    const used = { webhookUrl: 'http://a/', webhooks: [{ url: 'http://b/', headers: {} }] };
    expect(withUrl({ ...used, sharedSecret: 'own' }, hook, 's')).toEqual({
      webhooks: [...used.webhooks, { url: hook, headers: {} }],
    });
    expect(secretsDiffer({ sharedSecret: 't' }, { secret: 's' })).toBe(true);
    expect(secretsDiffer({ sharedSecret: '' }, { secret: 's' })).toBe(false);
  });

  it('is removed with its URL, wherever it is listed', () => {
    expect(withoutUrl({ ...none, webhookUrl: hook }, hook)).toEqual({
      webhookUrl: '',
      webhooks: [],
    });
  });
});

describe('a fault', () => {
  it('makes valid settings, also of a mock endpoint that forwards', () => {
    for (const fault of [...shelfFaults, ...moreFaults])
      for (const settings of [{}, { forward: { url: 'http://a.test/' } }]) {
        const base = NewMock.parse({ name: 'a', ...settings });
        expect(NewMock.safeParse({ ...base, ...fault.patch(base, 60_000) }).error).toBeUndefined();
      }
  });

  it('is on until it ends, and its end restores what it replaced', () => {
    for (const fault of shelfFaults) {
      const before = mock('a', { steps: [{ status: 201, body: 'ok' }] });
      const patch = fault.patch(before, 60_000);
      const parsed = NewMock.parse({ ...before, ...patch });
      const { outage } = parsed;
      const started = outage === null ? null : { ...outage, startsAt: now };
      const changed: Mock = { ...before, ...parsed, rules: [], outage: started };
      const replaced = replacedBy(fault, patch, before, changed);
      const active = activeFault(changed, replaced, now);
      expect(active?.faultId, fault.id).toBe(fault.id);
      expect(activeFault({ ...changed, ...active?.ended } as Mock, replaced, now)).toBeNull();
      if (!fault.isTimed) expect(active?.ended).toEqual(replaced.before);
    }
  });

  it('with a time ends by itself', () => {
    const down = mock('a', { outage: { durationMs: 60_000, startsAt: now } });
    expect(activeFault(down, undefined, now)?.span).toEqual({ from: now, to: now + 60_000 });
    expect(activeFault(down, undefined, now + 60_000)).toBeNull();
  });

  it('that was edited since is not restored', () => {
    const [, slow] = shelfFaults;
    if (slow === undefined) throw new Error('There is no such fault.');
    const before = mock('a');
    const patch = slow.patch(before, 0);
    const changed = { ...before, ...NewMock.parse({ ...before, ...patch }), rules: [] };
    const replaced = replacedBy(slow, patch, before, changed);
    const edited = { ...changed, steps: before.steps };
    expect(activeFault(edited, replaced, now)).toBeNull();
  });
});
