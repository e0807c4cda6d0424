/**
 * Faults planted in the history of a correct run: each is caught by the check named here, and by no other
 * invariant. Those of a run's processes are in `test/scenarios/sandbox/planted-faults.test.ts`.
 */
import { describe, expect, it } from 'vitest';
import { checkInvariants } from '#main/scenarios/checks/check-invariants.ts';
import { indexHistory } from '#main/scenarios/history/history-index.ts';
import type { EngineObservations } from '#main/scenarios/run-facts.ts';
import type { EventOf, HistoryEvent } from '#shared/scenarios/schema/history.ts';
import { check, type Written } from './evaluated.ts';
import { ledgersOf, outageRun, type SimulatedRun, simulateRun, sorted } from './simulated-run.ts';

const run = outageRun();
const id = 'orders-150';

type Changed = HistoryEvent | readonly HistoryEvent[];

const isAbout = (event: HistoryEvent, messageId: string): boolean =>
  'messageId' in event && event.messageId === messageId;

/** The run with other events. The ledger follows the product's observations, as it does in a real run. */
function changed(
  change: (event: HistoryEvent) => Changed,
  observations: Partial<EngineObservations> = {},
): SimulatedRun {
  const events = sorted(run.events.flatMap(change));
  return {
    ...run,
    events,
    observations: { ...run.observations, ledgers: ledgersOf(events), ...observations },
  };
}

const ofAttempt = <Event extends EventOf<'attempt' | 'request'>>(
  event: HistoryEvent,
  attempt: number,
): event is Event =>
  (event.kind === 'attempt' || event.kind === 'request') &&
  event.messageId === id &&
  event.attempt === attempt;

function invariantVerdicts({ events, facts, observations }: SimulatedRun) {
  const checks = checkInvariants(indexHistory(events), facts, observations, []);
  return checks.filter(({ verdict }) => verdict !== 'passed').map(({ code }) => code);
}

const last = (messageId: string): EventOf<'attempt'> => {
  const attempt = run.events.findLast(
    (event) => event.kind === 'attempt' && event.messageId === messageId,
  );
  if (attempt?.kind !== 'attempt') throw new Error('no attempt');
  return attempt;
};

interface Fault {
  readonly run: SimulatedRun;
  readonly invariants: readonly string[];
  readonly expectation?: Written;
  /** A part of what was found. */
  readonly found?: string;
}

const again = (event: HistoryEvent): Changed =>
  event.kind === 'request' && event.messageId === id && event.status === 200
    ? [event, { ...event, at: event.at + 1 }]
    : event;

const faults: Readonly<Record<string, () => Fault>> = {
  'a lost message': () => ({
    run: changed((event) =>
      event.kind === 'delivery' && event.messageId === id && event.attempts === 1
        ? { ...event, nextAt: null, state: 'waiting' }
        : isAbout(event, id) &&
            event.kind !== 'message' &&
            'attempt' in event &&
            event.attempt !== 1
          ? []
          : event.kind === 'delivery' && event.messageId === id
            ? []
            : event,
    ),
    invariants: [],
    expectation: { lost: 0 },
    found: id,
  }),
  'a message forgotten after a 200': () => ({
    run: changed((event) => (isAbout(event, id) ? [] : event)),
    invariants: ['accepted'],
  }),
  'a 200 without a delivery': () => ({
    run: changed((event) => (isAbout(event, id) && event.kind !== 'message' ? [] : event)),
    invariants: ['accepted'],
  }),
  'a request sent twice': () => ({
    run: changed(again),
    invariants: ['requests'],
    expectation: { duplicates: 0 },
    found: id,
  }),
  'a request sent twice without a retry': () => ({
    run: changed((event) => {
      const both = again(event);
      if (!Array.isArray(both)) return both;
      const [first, second] = both as readonly EventOf<'request'>[];
      if (first === undefined || second === undefined) return both;
      return [first, { ...second, messageId: null, destination: null, attempt: null }];
    }),
    invariants: ['requests'],
    expectation: { duplicates: 0 },
  }),
  'an attempt after a success': () => ({
    run: changed((event) => {
      if (!isAbout(event, id) || event.at !== last(id).at) return event;
      if (event.kind === 'attempt')
        return [
          event,
          {
            ...event,
            at: event.at + 60_000,
            startedAt: event.at + 60_000,
            attempt: event.attempt + 1,
          },
        ];
      return event.kind === 'request'
        ? [event, { ...event, at: event.at + 60_000, attempt: (event.attempt ?? 0) + 1 }]
        : event;
    }),
    invariants: ['schedule'],
    expectation: { duplicates: 0 },
  }),
  'a retried 4xx': () => ({
    run: changed((event) => {
      if (event.kind === 'attempt' && ofAttempt(event, 2))
        return { ...event, outcome: 'refused', code: 'client_error', status: 404 };
      return event.kind === 'request' && ofAttempt(event, 2) ? { ...event, status: 404 } : event;
    }),
    invariants: ['schedule'],
    expectation: { duplicates: 0 },
    found: id,
  }),
  'an early retry': () => ({
    run: changed((event) =>
      ofAttempt(event, 3)
        ? event.kind === 'attempt'
          ? { ...event, at: event.at - 9_000, startedAt: event.startedAt - 9_000 }
          : { ...event, at: event.at - 9_000 }
        : event,
    ),
    invariants: ['schedule'],
    expectation: { attempts: '', spacing: 'backoff' },
    found: `before ${id}, attempt 3`,
  }),
  'a retry that is left out': () => ({
    run: changed((event) => {
      if (ofAttempt(event, 3)) return [];
      return event.kind === 'delivery' && event.messageId === id && event.attempts === 3
        ? { ...event, attempts: 2 }
        : event;
    }),
    invariants: ['schedule'],
    expectation: { attempts: '', spacing: 'backoff' },
  }),
  'an attempt after the window': () => ({
    run: changed((event) =>
      event.kind === 'attempt' && event.messageId === id
        ? { ...event, windowEndsAt: event.startedAt - event.attempt }
        : event,
    ),
    invariants: ['schedule'],
  }),
  'a wrong signature': () => ({
    run: changed((event) =>
      event.kind === 'request' && ofAttempt(event, 2) ? { ...event, signature: 'invalid' } : event,
    ),
    invariants: ['signatures'],
    expectation: { requests: '', signature: 'valid' },
    found: `the first is ${id}, attempt 2, invalid`,
  }),
  'a request signed before its body changed': () => ({
    run: changed((event) =>
      event.kind === 'request' && ofAttempt(event, 2)
        ? { ...event, body: event.body.replace('user', 'User'), signature: 'invalid' }
        : event,
    ),
    invariants: ['signatures'],
    expectation: { requests: '', signature: 'valid' },
  }),
  'a dropped request': () => ({
    run: changed((event) =>
      event.kind === 'request' && event.messageId === id && event.status === 200 ? [] : event,
    ),
    invariants: ['requests'],
    expectation: { lost: 0 },
  }),
  'a missing log entry': () => ({
    run: changed((event) => (event.kind === 'request' && ofAttempt(event, 2) ? [] : event)),
    invariants: ['requests'],
  }),
  'another status in the log': () => ({
    run: changed((event) =>
      event.kind === 'request' && ofAttempt(event, 2) ? { ...event, status: 500 } : event,
    ),
    invariants: ['requests'],
  }),
  'a miscounted ledger': () => ({
    run: {
      ...run,
      observations: {
        ...run.observations,
        ledgers: run.observations.ledgers.map(({ at, ledger }, index) =>
          index === 300
            ? { at, ledger: { ...ledger, delivered: ledger.delivered + 1 } }
            : { at, ledger },
        ),
      },
    },
    invariants: ['ledger'],
  }),
  'a ledger that balances, but is wrong': () => ({
    run: {
      ...run,
      observations: {
        ...run.observations,
        ledgers: run.observations.ledgers.map(({ at, ledger }, index) =>
          index === 300
            ? {
                at,
                ledger: { ...ledger, delivered: ledger.delivered - 1, waiting: ledger.waiting + 1 },
              }
            : { at, ledger },
        ),
      },
    },
    invariants: ['ledger'],
  }),
  'a logged error': () => ({
    run: changed((event) =>
      event.kind === 'step' && event.phase === 'ended'
        ? [event, { kind: 'problem', at: event.at, message: 'oh' }]
        : event,
    ),
    invariants: ['log'],
  }),
};

describe('an invariant', () => {
  it('holds in a correct run', () => {
    expect(invariantVerdicts(run)).toEqual([]);
    expect(invariantVerdicts(outageRun({ windowMs: 3_600_000 }))).toEqual([]);
  });

  it('holds when the product stops after its ledger was read and before the moment ended', () => {
    const at = run.events.find((event) => isAbout(event, id))?.at ?? 0;
    const step = { kind: 'step', at, step: 'restart' } as const;
    const restarted = (action: string): SimulatedRun => ({
      facts: {
        ...run.facts,
        steps: [...run.facts.steps, { id: 'restart', action, name: null }],
      },
      events: sorted([...run.events, { ...step, phase: 'started' }, { ...step, phase: 'ended' }]),
      observations: {
        ...run.observations,
        ledgers: run.observations.ledgers.map((one, index, all) =>
          one.at === at ? { at, ledger: all[index - 1]?.ledger ?? one.ledger } : one,
        ),
      },
    });
    expect(invariantVerdicts(restarted('restart'))).toEqual([]);
    expect(invariantVerdicts(restarted('wait'))).toEqual(['ledger']);
  });

  it('is skipped with its reason', () => {
    const [ledger] = checkInvariants(indexHistory(run.events), run.facts, run.observations, [
      { code: 'ledger', reason: 'it is known' },
    ]);
    expect(ledger).toMatchObject({ code: 'ledger', verdict: 'skipped', reason: 'it is known' });
  });
});

describe('a planted fault', () => {
  it.each(Object.entries(faults))('is caught: %s', async (_, plant) => {
    const { run: faulty, invariants, expectation, found = '' } = plant();
    expect(invariantVerdicts(faulty)).toEqual(invariants);
    if (expectation === undefined) return;
    expect((await check(expectation, run)).verdict).toBe('passed');
    const failed = await check(expectation, faulty);
    expect(failed.verdict).toBe('failed');
    expect(failed.found).toContain(found);
    expect(failed.history).toContain('accepted');
  });

  it('is referred to exactly', async () => {
    const { run: faulty, expectation } = faults['a wrong signature']?.() ?? {};
    if (faulty === undefined || expectation === undefined) throw new Error('no fault');
    const reference = {
      messageId: id,
      destination: 'Orders',
      webhook: 'mock:shop',
      attempt: 2,
      copiedBy: null,
      isReceived: true,
    };
    expect((await check(expectation, faulty)).reference).toEqual(reference);
    const [signatures] = checkInvariants(
      indexHistory(faulty.events),
      faulty.facts,
      faulty.observations,
      [],
    ).filter(({ code }) => code === 'signatures');
    expect(signatures?.reference).toEqual(reference);
    const late = { attempts: '', spacing: { min: '1h', max: '2h' } };
    expect((await check(late, run)).reference).toMatchObject({ attempt: 2, isReceived: false });
  });

  it('is caught: swapped messages of a user', async () => {
    const ordered = simulateRun({ count: 20, overMs: 20_000, outage: null, users: 1 });
    const bodies = new Map<string | null, string>([
      ['orders-3', 'orders-4'],
      ['orders-4', 'orders-3'],
    ]);
    const events = ordered.events.map((event) =>
      event.kind === 'request' || event.kind === 'attempt'
        ? { ...event, messageId: bodies.get(event.messageId) ?? event.messageId ?? '' }
        : event,
    );
    const written = { requests: '', order: 'sent' };
    expect((await check(written, ordered)).verdict).toBe('passed');
    const late = events.map((event) =>
      event.kind === 'request' || event.kind === 'attempt'
        ? { ...event, at: event.at + 5_000 }
        : event,
    );
    expect((await check(written, { ...ordered, events: sorted(late) })).found).toMatch(
      /^1 inversion/,
    );
  });

  it('is caught: a dropped webhook of a strict destination', async () => {
    const facts = {
      ...run.facts,
      mocks: ['shop', 'copy'],
      destinations: run.facts.destinations.map((destination) => ({
        ...destination,
        fanOut: 'each' as const,
        webhooks: ['mock:shop', 'mock:copy'],
      })),
    };
    const { found, verdict } = await check({ lost: 0 }, { ...run, facts });
    expect([verdict, found]).toEqual([
      'failed',
      '600 of 600 messages were lost: orders-1 to orders-600',
    ]);
  });
});

describe('a second request', () => {
  const written = { duplicates: 0 };
  const withSecond = (change: Partial<EventOf<'request'>> = {}) =>
    changed((event) =>
      event.kind === 'request' && event.messageId === id && event.status === 200
        ? [event, { ...event, at: event.at + 10, ...change }]
        : event,
    );

  it('is explained by a crash', async () => {
    const second = withSecond();
    const at = last(id).at;
    const crash: SimulatedRun = {
      ...second,
      facts: {
        ...second.facts,
        steps: [...second.facts.steps, { id: 'crash', action: 'crash', name: null }],
      },
      events: sorted([
        ...second.events,
        { kind: 'step', at, step: 'crash', phase: 'started' },
        { kind: 'step', at: at + 20, step: 'crash', phase: 'ended' },
      ]),
    };
    expect((await check(written, crash)).verdict).toBe('passed');
    expect((await check(written, second)).verdict).toBe('failed');
  });

  it('is explained by a copy', async () => {
    expect((await check(written, withSecond({ copiedBy: 'again' }))).verdict).toBe('passed');
  });
});

it.each([
  [1, []],
  [3_600_000, ['schedule']],
])('retries follow the schedule of a profile with delays of %d ms', (delayMs, failed) => {
  const delaysMs = Array.from({ length: 100 }, () => delayMs);
  const backoff = { kind: 'delays', delaysMs, jitter: { minus: 0, plus: 0 } } as const;
  const destinations = run.facts.destinations.map((one) => ({ ...one, backoff }));
  expect(invariantVerdicts({ ...run, facts: { ...run.facts, destinations } })).toEqual(failed);
});
