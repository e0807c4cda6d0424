/** How a finding is shortened, with stand-ins for runs. */
import { expect, it } from 'vitest';
import type { Schedule } from '#main/scenarios/explore/schedules.ts';
import { shrink } from '#main/scenarios/explore/shrink.ts';
import type { DisturbanceKind } from '#shared/scenarios/schema/exploration.ts';

const messages = ['a', 'b', 'c', 'd', 'e'].map((id) => ({
  ...{ id, user: null, at: 0, match: { messageId: id } },
  ...{ untilNextMs: 1_000, untilDeletionMs: null },
}));

const onAll = (kind: DisturbanceKind): Schedule =>
  messages.map(({ id }) => ({ kind, messageId: id }));

const has = (schedule: Schedule, kind: DisturbanceKind, messageId: string): boolean =>
  schedule.some((one) => one.kind === kind && one.messageId === messageId);

/** `fails` gets the number of the run. */
async function shorten(
  schedule: Schedule,
  fails: (schedule: Schedule, run: number) => boolean,
  { undecidedFrom = Number.POSITIVE_INFINITY, named = [] as readonly string[] } = {},
) {
  let runs = 0;
  const start = { schedule, runs: 1, failed: 1, failure: 'start' };
  const shortest = await shrink(
    start,
    messages,
    async (candidate) => {
      runs += 1;
      if (runs >= undecidedFrom) return { kind: 'undecided' };
      return fails(candidate, runs)
        ? { kind: 'failed', failure: `run ${runs}`, tries: 1 }
        : { kind: 'passed' };
    },
    () => named,
  );
  return { ...shortest, total: runs };
}

it('leaves out what is not needed, and uses simpler disturbances', async () => {
  const shortest = await shorten(
    [...onAll('concurrent'), ...onAll('reorder')],
    (schedule) =>
      has(schedule, 'reorder', 'd') &&
      (has(schedule, 'concurrent', 'b') || has(schedule, 'duplicate', 'b')),
  );
  expect(shortest).toMatchObject({
    schedule: [
      { kind: 'duplicate', messageId: 'b' },
      { kind: 'reorder', messageId: 'd' },
    ],
    ...{ runs: 3, failed: 3 },
  });
});

it('keeps a schedule that fails in some runs only', async () => {
  const shortest = await shorten(
    onAll('concurrent'),
    (schedule, run) => has(schedule, 'concurrent', 'c') && run % 3 === 0,
  );
  expect(shortest.schedule).toEqual([{ kind: 'concurrent', messageId: 'c' }]);
  expect(shortest.runs).toBe(3);
  expect([1, 2]).toContain(shortest.failed);
});

it('does not count runs that are undecided', async () => {
  const shortest = await shorten(onAll('reorder'), () => true, { undecidedFrom: 2 });
  // The first candidate failed, and no run after it was decided.
  expect(shortest).toMatchObject({ runs: 1, failed: 1, failure: 'run 1' });
});

it('runs each candidate once before any runs again', async () => {
  const shortest = await shorten(onAll('duplicate'), (schedule) => has(schedule, 'duplicate', 'a'));
  expect(shortest.schedule).toEqual([{ kind: 'duplicate', messageId: 'a' }]);
  // Each of three times, one candidate passes, and the next fails. The last runs twice more.
  expect(shortest.total).toBe(3 * 2 + 2);
});

it('tries the messages that the failure names first', async () => {
  const shortest = await shorten(onAll('duplicate'), (schedule) => schedule.length > 0, {
    named: ['d', 'f'],
  });
  expect(shortest.schedule).toEqual([{ kind: 'duplicate', messageId: 'd' }]);
  // It alone, then twice more.
  expect(shortest.total).toBe(3);
});
