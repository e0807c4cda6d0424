/** Expectations that need more than the history: memberships, lookups, certifications and snapshots. */
import { describe, expect, it } from 'vitest';
import { evaluate } from '#main/scenarios/expect/evaluate.ts';
import { type Certify, evaluateCertification } from '#main/scenarios/expect/outside.ts';
import { indexHistory } from '#main/scenarios/history/history-index.ts';
import type { CertificationOutcome } from '#shared/certification/receiver.ts';
import { Expectation } from '#shared/scenarios/schema/expectation.ts';
import { check, noPorts } from './evaluated.ts';
import { type SimulatedRun, simulateRun } from './simulated-run.ts';

const small = simulateRun({ count: 6, overMs: 6_000, outage: null, users: 3 });

/** The run as a sync: user_1 and user_2 join, user_2 leaves again, and user_0 is never accepted. */
const synced: SimulatedRun = {
  ...small,
  events: small.events.map((event) => {
    if (event.kind !== 'request') return event;
    const n = Number(event.messageId?.replace('orders-', ''));
    const traits = { vip: n <= 4 && n % 3 !== 2 ? true : n < 4 };
    const body = JSON.stringify({
      type: 'identify',
      userId: `user_${n % 3}`,
      traits: n === 5 ? { vip: false } : traits,
    });
    return { ...event, body, status: n % 3 === 0 ? 429 : 200 };
  }),
};

describe('a membership', () => {
  const written = { membership: 'VIP', mock: 'shop' };
  const against = (values: Readonly<Record<string, boolean>>) =>
    check(written, synced, {
      membership: () => ({ key: 'vip', values: new Map(Object.entries(values)) }),
    });

  it('is the last value accepted per user', async () => {
    expect((await against({ user_1: true })).verdict).toBe('passed');
    expect((await against({ user_1: true, user_2: false })).verdict).toBe('passed');
  });

  it('names the first user who differs', async () => {
    const { verdict, found } = await against({ user_0: true, user_1: true, user_2: true });
    expect(verdict).toBe('failed');
    expect(found).toBe(
      '2 of 3 users differ; the first is user_0, last accepted none, expected true',
    );
  });

  it('is not passed by a mock endpoint that got nothing', async () => {
    const { verdict } = await check(written, small, {
      membership: () => ({ key: 'vip', values: new Map() }),
    });
    expect(verdict).toBe('failed');
  });
});

describe('a lookup', () => {
  const evaluated = async (counts: Readonly<Record<string, number | null>>, written = {}) => {
    const asked: string[] = [];
    const expectation = Expectation.parse({
      lookUp: 'orders',
      messages: 'step:orders',
      ...{ count: 1, timeout: '20ms' },
      ...written,
    });
    const result = await evaluate(expectation, null, indexHistory(small.events), small.facts, {
      ...noPorts,
      lookUp: ({ message }) => {
        const { messageId } = message.event;
        asked.push(messageId);
        const count = messageId in counts ? (counts[messageId] ?? null) : 1;
        return Promise.resolve(count);
      },
    });
    return { ...result, asked };
  };

  it('is made for each message', async () => {
    const { check: passed, asked } = await evaluated({});
    expect(passed.verdict).toBe('passed');
    // And once more, since a second effect may follow.
    expect(asked).toHaveLength(12);
  });

  it('fails with the first wrong count', async () => {
    const { check: failed } = await evaluated({ 'orders-2': 2, 'orders-4': 0, 'orders-5': null });
    expect(failed).toMatchObject({
      verdict: 'failed',
      found: '2 of 6 messages differ; the first is orders-2 with 2',
    });
  });

  it('is inconclusive without a number', async () => {
    const { check: undecided, inconclusive } = await evaluated({ 'orders-5': null });
    expect(undecided.verdict).toBe('inconclusive');
    expect(inconclusive?.code).toBe('look_up_failed');
  });

  it('of no message fails', async () => {
    const { check: failed } = await evaluated({}, { messages: 'event=Refund' });
    expect(failed.verdict).toBe('failed');
  });
});

describe('a certification', () => {
  const report = (certified: boolean): Awaited<ReturnType<Certify>> => ({
    profile: { id: 'svix', name: 'Svix' },
    url: 'http://127.0.0.1:3000',
    startedAt: 0,
    complete: true,
    certified,
    counts: { passed: 0, warned: 0, failed: 1, skipped: 0, not_run: 0, inconclusive: 0 },
    results: [
      {
        code: 'reject_unsigned',
        group: 'rejects',
        title: 'No signature',
        outcome: 'failed',
        message: '',
        note: null,
        responses: [],
      },
    ],
  });

  it('names the checks that failed', async () => {
    const run = (certified: boolean) =>
      check({ certification: 'shop' }, small, {
        certify: () => Promise.resolve(report(certified)),
      });
    expect((await run(true)).verdict).toBe('passed');
    expect(await run(false)).toMatchObject({
      verdict: 'failed',
      found: '1 check failed: reject_unsigned',
    });
  });

  it('does not count checks that were not run as failed', () => {
    const [failed] = report(false).results;
    const found = (...outcomes: readonly CertificationOutcome[]) => {
      const results = outcomes.flatMap((outcome) => (failed ? [{ ...failed, outcome }] : []));
      return evaluateCertification('shop', { ...report(false), results }, small.facts);
    };
    expect(found('failed', 'not_run', 'not_run')).toMatchObject({
      verdict: 'failed',
      found: '1 check failed: reject_unsigned; 2 checks not run: reject_unsigned, reject_unsigned',
    });
    expect(found('not_run')).toMatchObject({ found: '1 check not run: reject_unsigned' });
  });

  it('is inconclusive if nothing failed, but the receiver was too busy', () => {
    const { counts, results, ...rest } = report(false);
    const busy: Awaited<ReturnType<Certify>> = {
      ...rest,
      counts: { ...counts, failed: 0, inconclusive: 1 },
      results: results.map((result) => ({
        ...{ ...result, outcome: 'inconclusive' },
        inconclusive: { code: 'receiver_busy', status: 429 },
      })),
    };
    expect(evaluateCertification('shop', busy, small.facts)).toMatchObject({
      verdict: 'inconclusive',
      undecided: 'receiver_busy',
    });
  });
});

describe('a snapshot', () => {
  const written = { requests: 'attempt=1', snapshot: 'requests.json' };

  it('passes with the text it was written with, and fails with another', async () => {
    let text = '';
    const snapshots = (saved: string | null, areUpdated = false) => ({
      snapshots: {
        areUpdated,
        read: () => saved,
        found(_: string, found: string) {
          text = found;
        },
        redact: <Value>(value: Value) => value,
      },
    });
    expect((await check(written, small, snapshots(null))).found).toContain('--update');
    expect((await check(written, small, snapshots(null, true))).verdict).toBe('passed');
    expect((await check(written, small, snapshots('not one', true))).verdict).toBe('failed');
    expect(JSON.parse(text)).toHaveLength(6);
    expect((await check(written, small, snapshots(text))).verdict).toBe('passed');
    const stale = await check(written, small, snapshots(text.replace('user_2', 'user_9')));
    expect(stale.verdict).toBe('failed');
    expect(stale.found).toMatch(/line \d+ is "userId": "user_2",?, expected "userId": "user_9"/);
  });
});

describe('a period', () => {
  it('that starts with a step that did not start fails', async () => {
    for (const holds of ['at end', 'always', 'never'] as const)
      expect(await check({ requests: '', since: 'other', holds, count: 0 }, small)).toMatchObject({
        verdict: 'failed',
        found: 'the step other did not start',
      });
  });

  it('after the end of the run is decided by its end', async () => {
    const always = { deliveries: 'state:delivered', holds: 'always', from: '5h' };
    expect((await check({ ...always, count: 6 }, small)).verdict).toBe('passed');
    expect((await check({ ...always, count: 7 }, small)).verdict).toBe('failed');
  });
});
