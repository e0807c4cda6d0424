/** Which schedules are tried, and in which order. */
import { describe, expect, it } from 'vitest';
import { areCompatible, type Explored } from '#main/scenarios/explore/disturbances.ts';
import {
  createCoverage,
  requiredSchedules,
  type Schedule,
  schedulesOf,
} from '#main/scenarios/explore/schedules.ts';
import { disturbanceKinds } from '#shared/scenarios/schema/exploration.ts';
import { exploreText } from './support/explore-text.ts';
import { ordersScenario, startOrders, startOrdersForTest } from './support/orders.ts';

const explored: Explored = {
  messages: [1, 2, 3].map((number) => ({
    id: `sent-${number}`,
    user: 'u1',
    at: number * 20_000,
    match: { messageId: `sent-${number}` },
    untilNextMs: number === 3 ? null : 20_000,
    untilDeletionMs: null,
  })),
  backoff: { baseMs: 1_000, capMs: 3_600_000, windowMs: 14_400_000, jitter: 0.2 },
  forgery: { destination: 'Orders', messageIds: new Set(['sent-2']) },
};

function first(seed: number, count: number, of = explored): readonly Schedule[] {
  const schedules: Schedule[] = [];
  for (const schedule of schedulesOf(of, disturbanceKinds, seed)) {
    if (schedules.length === count) break;
    schedules.push(schedule);
  }
  return schedules;
}

/** After this many schedules, of which so many have a verdict. */
function coverageOf(count: number, decided = 0) {
  const required = requiredSchedules(explored, disturbanceKinds);
  const coverage = createCoverage(explored, disturbanceKinds, required);
  for (const [index, schedule] of first(1, count).entries())
    coverage.add(schedule, index < decided);
  return coverage.counts();
}

/** Of one kind on all messages, or on one. Reordered messages and forged copies are on a single one only. */
const systematic = 4 + 4 * 3 + 2 + 1;

describe('schedules', () => {
  it('are the same in the same order for the same seed', () => {
    expect(first(7, 200)).toEqual(first(7, 200));
    const others = first(8, 200);
    expect(others.slice(0, systematic)).toEqual(first(7, systematic));
    expect(others).not.toEqual(first(7, 200));
  });

  it('start with each disturbance on all messages, then on each', () => {
    const lengths = first(1, systematic).map(({ length }) => length);
    expect(lengths).toEqual([3, 3, 1, 1, 3, 3, ...Array(systematic - 6).fill(1)]);
    const { kinds, combinations } = coverageOf(systematic, systematic - 2);
    expect(kinds.map(({ tried, notApplicable }) => [tried, notApplicable])).toEqual([
      ...[3, 3, 2, 3, 3].map((count) => [count, null]),
      [0, 'no_deletion'],
      [1, null],
    ]);
    expect(kinds.map(({ untried }) => untried)).toEqual([0, 0, 0, 0, 2, 0, 0]);
    expect(combinations).toBe(0);
  });

  it('have two to four compatible disturbances after that, and none occurs twice', () => {
    const schedules = first(3, 300);
    const keys = schedules.map((schedule) => JSON.stringify(schedule));
    expect(new Set(keys).size).toBe(schedules.length);
    for (const schedule of schedules.slice(systematic)) {
      expect([2, 3, 4]).toContain(schedule.length);
      for (const [index, one] of schedule.entries())
        for (const other of schedule.slice(index + 1))
          expect(areCompatible(one, other), JSON.stringify([one, other])).toBe(true);
    }
  });

  it('reach every pair', () => {
    const { pairs, combinations } = coverageOf(300);
    expect(pairs.tried).toBe(pairs.possible);
    expect(combinations).toBe(300 - systematic);
  });

  it('end if there are no others', () => {
    const single = { ...explored, messages: explored.messages.slice(2) };
    // Loss or none, copy or none: at most one of each on a single message.
    expect(first(1, 1_000, single)).toHaveLength(3 * 3 - 1);
  });

  it('need only retries that are in the window whatever their jitter is', async () => {
    // The retry after the second message is in the window with the shortest delays alone.
    const destination =
      'payloadShape: full, retry: { baseMs: 10000, jitter: 0.5, windowMs: 40000 }';
    const { report } = await exploreText(ordersScenario(await startOrders(), { destination }), {
      kinds: ['reorder', 'late_retry'],
    });
    expect(report).toMatchObject({ verdict: 'passed', isComplete: true });
    expect(report.coverage.kinds).toMatchObject([
      { kind: 'reorder', possible: 0, notApplicable: 'single_message' },
      { kind: 'late_retry', possible: 2, notApplicable: null },
    ]);
  });

  it('are all tried by default, also with a slow server', async () => {
    const orders = await startOrdersForTest();
    const { report } = await exploreText(ordersScenario(orders.url), {
      kinds: ['duplicate'],
      // Without disturbances 20 s, and each schedule 30 to 40 s.
      now: () => orders.deliveries() * 10_000,
    });
    expect(report).toMatchObject({ verdict: 'passed', isComplete: true, coverage: { runs: 3 } });
  });

  it('of two explorations of the same receiver are the same', async () => {
    const scenario = ordersScenario(await startOrders());
    const options = { seed: 5, maxRuns: 3, kinds: ['duplicate'] } as const;
    const { report, schedules } = await exploreText(scenario, options);
    expect(report).toMatchObject({ verdict: 'passed', position: schedules.length });
    // On both messages, then on each.
    expect(schedules.map(({ length }) => length)).toEqual([2, 1, 1]);
    expect((await exploreText(scenario, options)).schedules).toEqual(schedules);
  });
});
