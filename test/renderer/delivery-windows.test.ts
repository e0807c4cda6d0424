import { describe, expect, it } from 'vitest';
import { windowsOf } from '#renderer/places/deliveries/detail/attempts.ts';
import { earlierTimeline } from '#renderer/places/deliveries/detail/timeline/rows.ts';
import type { Attempt, AttemptResult } from '#shared/deliveries/delivery.ts';
import { attempt, delivery, startAt, webhook } from './delivery-builder.ts';

const a = 'https://a.test/hooks';
const b = 'https://b.test/';
const minute = 60_000;
const failed: AttemptResult = {
  outcome: 'failed',
  code: 'server_error',
  params: {},
};
const delivered: AttemptResult = { outcome: 'accepted', code: null, params: {} };

const retry = { baseMs: minute, capMs: minute, jitter: 0, windowMs: 2.5 * minute };

/** An attempt in a round of the delivery, with its round in the window. */
const attemptIn = (
  id: number,
  round: number,
  windowRound: number,
  more: Partial<Attempt> & { url?: string } = {},
): Attempt => attempt(id, more.url ?? a, { round, windowRound, result: failed, ...more });

function idsOf(
  attemptList: readonly Attempt[],
  windowAttempts: number,
): readonly (readonly number[])[] {
  return windowsOf(
    delivery({
      attemptList: [...attemptList],
      webhooks: [webhook(a, { windowAttempts }), webhook(b)],
    }),
  ).map((window) => window.map(({ id }) => id));
}

describe('the windows of a delivery', () => {
  it('are one until it is retried after it has finished', () => {
    expect(idsOf([attemptIn(1, 1, 1), attemptIn(2, 2, 2)], 2)).toEqual([[1, 2]]);
    expect(idsOf([attemptIn(1, 1, 1)], 0)).toEqual([[1], []]);
  });

  it('do not depend on the current retry policy or outcome', () => {
    // Cancelled after one attempt, retried, cancelled, retried: each is a window.
    expect(idsOf([attemptIn(1, 1, 1), attemptIn(2, 2, 1), attemptIn(3, 3, 1)], 1)).toEqual([
      [1],
      [2],
      [3],
    ]);
    const long = [1, 2, 3, 4].map((round) =>
      attemptIn(round, round, round, { startedAt: startAt + round * 60 * minute }),
    );
    expect(idsOf([...long, attemptIn(5, 5, 1)], 1)).toEqual([[1, 2, 3, 4], [5]]);
  });

  it('keep rounds with many attempts, and start where the first round was cut off', () => {
    const round = [attemptIn(1, 1, 1), attemptIn(2, 1, 1, { url: b }), attemptIn(3, 2, 2)];
    expect(idsOf([...round, attemptIn(4, 4, 2), attemptIn(5, 5, 1)], 1)).toEqual([
      [1, 2, 3],
      [4],
      [5],
    ]);
  });
});

describe('an ended window on the timeline', () => {
  it('contains its attempts, and the webhook skipped after a success', () => {
    const base = delivery();
    const window = [
      attemptIn(1, 1, 1, { url: b }),
      attemptIn(2, 1, 1, {
        result: delivered,
        startedAt: startAt + minute / 2,
        timings: { ...attempt(2, a).timings, totalMs: 0 },
      }),
    ];
    const timeline = earlierTimeline(
      { webhooks: [webhook(a), webhook(b)], destination: { ...base.destination, backoff: retry } },
      window,
    );
    expect(timeline).toMatchObject({
      startAt,
      endAt: startAt + retry.windowMs,
    });
    const [sent, missed] = timeline.rows;
    expect(sent).toMatchObject({ id: a, marks: [{ id: 'attempt 2', kind: 'accepted' }] });
    expect(sent?.note).toBeUndefined();
    expect(missed).toMatchObject({ id: b, missedFrom: startAt + minute / 2 });
    expect(missed?.note?.text).toContain('missed');
  });
});
