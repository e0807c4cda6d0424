import { describe, expect, it } from 'vitest';
import {
  causeFilter,
  chipCounts,
  type GroupFacts,
  groupOf,
  groupsOf,
  inPlace,
} from '#renderer/places/deliveries/lists/groups.ts';
import { listedStatus } from '#renderer/requests/no-status.ts';
import type { Cause, CountsByCause } from '#shared/deliveries/cause.ts';
import type { AttemptResult } from '#shared/deliveries/delivery.ts';
import { parseFilter } from '#shared/filter/parse.ts';
import { printFilter } from '#shared/filter/print.ts';

const now = new Date(2026, 10, 25, 16, 0).getTime();
const at = (hour: number, minute = 0) => new Date(2026, 10, 25, hour, minute).getTime();

const noStates: CountsByCause['states'] = {
  waiting: 0,
  paused: 0,
  delivered: 0,
  refused: 0,
  gave_up: 0,
  blocked: 0,
  cancelled: 0,
  not_sent: 0,
};

function cause(
  state: Cause['state'],
  code: Cause['code'],
  rest: Partial<Cause> & { readonly result?: object; readonly attempts?: number } = {},
): Cause {
  const { result = {}, attempts = 1, ...others } = rest;
  const params = { status: others.status ?? undefined, ...result };
  return {
    ...{ destinationId: 'dst_1', destinationName: 'Orders', state, code, status: null },
    deliveries: 1,
    latest: {
      ...{ id: 1, url: 'http://localhost:5000/', attempts, firstAttemptAt: at(12) },
      updatedAt: at(16),
      windowEndsAt: state === 'waiting' ? at(19, 58) : null,
      result: code === null ? null : ({ outcome: 'failed', code, params } as AttemptResult),
    },
    ...others,
  };
}

const facts: GroupFacts = {
  now,
  hasOneUrl: () => true,
  nameOf: () => 'legacy-erp',
  isMock: () => false,
  outageEndOf: () => null,
  isEveryUrl: true,
  latency: null,
};

const groups = (causes: readonly Cause[], rest: Partial<GroupFacts> = {}, states = {}) =>
  groupsOf({ states: { ...noStates, ...states }, causes: [...causes] }, 'all', {
    ...facts,
    ...rest,
  });

describe('the status in a list', () => {
  it('is not that of an accepted attempt while another URL keeps the delivery from being delivered', () => {
    const accepted = { lastStatus: 200, lastCode: null };
    expect(listedStatus({ ...accepted, state: 'delivered' })).toBe(200);
    for (const state of ['waiting', 'gave_up'] as const)
      expect(listedStatus({ ...accepted, state })).toBeNull();
    const failed = { lastStatus: 503, lastCode: 'server_error' } as const;
    expect(listedStatus({ ...failed, state: 'waiting' })).toBe(503);
    const untrusted = { lastStatus: null, lastCode: 'expired' } as const;
    expect(listedStatus({ ...untrusted, state: 'blocked' })).toBe('certificate');
  });
});

describe('a group of deliveries', () => {
  it('says what its URL does, and what follows', () => {
    const texts = groups([
      cause('waiting', 'server_error', { status: 503 }),
      cause('refused', 'client_error', { status: 404 }),
      cause('gave_up', 'timeout', { result: { limitMs: 5_000 }, attempts: 24 }),
      cause('blocked', 'expired', {
        result: { certificates: [{ validTo: new Date(2026, 10, 24).getTime() }] },
      }),
      cause('gave_up', null, { attempts: 0 }),
    ]).map(({ title, detail }) => [title, detail]);
    expect(texts).toEqual([
      ['legacy-erp returns 503', expect.stringMatching(/^Retried until 19:58\./)],
      ['legacy-erp returns 404', 'Not retried. Check the path of the URL.'],
      ["legacy-erp doesn't respond within 5 s", 'Gave up after 4 h and 24 attempts.'],
      ['legacy-erp got no attempt in time', 'Gave up after 0 attempts.'],
      ['legacy-erp has an expired certificate', 'No request was sent. It expired on Nov 24.'],
    ]);
  });

  it('is about a destination that has several URLs, and about no one of them', () => {
    const causes = [
      cause('refused', 'client_error', { status: 410 }),
      cause('refused', 'client_error', { status: 410, destinationId: 'dst_2' }),
    ];
    const several = groups(causes, { hasOneUrl: () => false, isMock: () => true });
    expect(several.map(({ name, title }) => [name, title])).toEqual([
      ['Orders', 'Orders returns 410'],
      ['Orders', 'Orders returns 410'],
    ]);
    expect(several[0]?.detail).not.toContain('mock');
    expect(groups(causes)).toHaveLength(1);
  });

  it('names no server for a mock endpoint', () => {
    const causes = [cause('refused', 'client_error', { status: 404 })];
    const [group] = groups(causes, { isMock: () => true });
    expect(group?.detail).toBe('Not retried. The mock endpoint is set to do so.');
  });

  it('says when the outage of a mock endpoint ends', () => {
    const [group] = groups([cause('waiting', 'server_error', { status: 503 })], {
      outageEndOf: () => at(17, 30),
    });
    expect(group?.detail).toBe('Retried until 19:58. The outage ends at 17:30.');
  });

  it('is a filter that can be written', () => {
    for (const one of [
      cause('waiting', 'server_error', { status: 503 }),
      cause('gave_up', null),
      cause('blocked', 'expired'),
    ]) {
      const text = printFilter(causeFilter(one, ['Orders']));
      expect(parseFilter(text)).toEqual({ ok: true, filter: causeFilter(one, ['Orders']) });
    }
  });
});

it('groups every delivery once', () => {
  const causes = [
    cause('waiting', 'server_error', { status: 503, deliveries: 197 }),
    cause('refused', 'client_error', { status: 401, deliveries: 312 }),
  ];
  const states = { ...noStates, waiting: 200, refused: 312, delivered: 1_846, cancelled: 2 };
  const counts = { states, causes };
  expect(chipCounts(counts)).toEqual({ all: 2_360, failing: 197, refused: 312 });
  const all = groupsOf(counts, 'all', facts);
  expect(all.map(({ state, count }) => [state, count])).toEqual([
    ['refused', 312],
    ['waiting', 197],
    ['waiting', 3],
    ['cancelled', 2],
    ['delivered', 1_846],
  ]);
  expect(groupsOf(counts, 'failing', facts).map(({ count }) => count)).toEqual([197]);
  expect(groupsOf(counts, 'refused', facts).map(({ count }) => count)).toEqual([312]);
});

it('shows what fails at one URL once, however many destinations send to it', () => {
  const at503 = (destinationId: string, id: number, rest: Partial<Cause> = {}) => {
    const one = cause('waiting', 'server_error', { status: 503, destinationId, ...rest });
    return { ...one, destinationName: destinationId, latest: { ...one.latest, id } };
  };
  const other = at503('orders', 3, { status: 502, deliveries: 9 });
  const elsewhere = at503('crm', 4);
  const all = groups([
    at503('orders', 1, { deliveries: 4 }),
    at503('billing', 2, { deliveries: 3 }),
    other,
    { ...elsewhere, latest: { ...elsewhere.latest, url: 'http://localhost:6000/' } },
  ]);
  expect(all.map(({ count, namedFilter }) => [count, printFilter(namedFilter)])).toEqual([
    [9, 'state:waiting destination=orders code:server_error status=502'],
    [7, 'state:waiting (destination=orders or destination=billing) code:server_error status=503'],
    [1, 'state:waiting destination=crm code:server_error status=503'],
  ]);
  const delivery = { state: 'waiting', lastCode: 'server_error', lastStatus: 503 } as const;
  expect(groupOf(all, { ...delivery, destinationId: 'orders' })?.count).toBe(7);
  expect(groupOf(all, { ...delivery, destinationId: 'orders', lastStatus: 500 })).toBe(undefined);
  const delivered = groups([], {}, { delivered: 5 });
  const accepted = { state: 'delivered', lastCode: null, lastStatus: 200 } as const;
  expect(groupOf(delivered, { ...accepted, destinationId: 'orders' })?.key).toBe('delivered');
});

it('keeps groups in place while their counts change', () => {
  const states = { delivered: 1 };
  const one = cause('refused', 'client_error', { status: 401, deliveries: 2 });
  const other = cause('refused', 'client_error', { status: 404, deliveries: 1 });
  const before = groups([one, other], {}, states).map(({ key }) => key);
  const after = groups([{ ...other, deliveries: 9 }, one], {}, states);
  expect(after.map(({ key }) => key)).not.toEqual(before);
  expect(inPlace(after, before).map(({ key }) => key)).toEqual(before);
  const more = groups([one, cause('refused', 'redirect', { status: 302 }), other], {}, states);
  const keys = inPlace(more, before).map(({ key }) => key);
  expect(keys.filter((key) => before.includes(key))).toEqual(before);
  expect(keys.at(-1)).toBe('delivered');
});
