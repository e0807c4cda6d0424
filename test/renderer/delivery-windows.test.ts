import { describe, expect, it } from 'vitest';
import { earlierTimeline } from '#renderer/features/inspector/earlier-lanes.ts';
import { windowsOf } from '#renderer/features/inspector/windows.ts';
import type { Attempt, Verdict } from '#shared/schemas/delivery.ts';
import { attempt, delivery, startAt, webhook } from './delivery-builder.ts';

const a = 'https://a.test/hooks';
const b = 'https://b.test/';
const minute = 60_000;
const failed: Verdict = { kind: 'failed', reason: 'server_error', explanation: 'Answered 503.' };
const delivered: Verdict = { kind: 'delivered', warning: null };

const retry = { baseMs: minute, capMs: minute, jitter: 0, windowMs: 2.5 * minute };

/** An attempt in a round, so many minutes after the first, answered at once. */
const made = (
  id: number,
  round: number,
  minutes: number,
  more: Partial<Attempt> & { url?: string } = {},
): Attempt =>
  attempt(id, more.url ?? a, {
    round,
    startedAt: startAt + minutes * minute,
    verdict: failed,
    timings: { ...attempt(id, a).timings, totalMs: 0 },
    ...more,
  });

function idsOf(
  attemptList: readonly Attempt[],
  windowAttempts: number,
  fanOut: 'any' | 'each' = 'any',
): readonly (readonly number[])[] {
  const base = delivery();
  return windowsOf(
    delivery({
      destination: { ...base.destination, retry, fanOut },
      attemptList: [...attemptList],
      webhooks: [webhook(a, { windowAttempts }), webhook(b)],
    }),
  ).map((window) => window.map(({ id }) => id));
}

describe('the windows of a delivery', () => {
  it('are one until it is retried by hand after it has ended', () => {
    expect(idsOf([made(1, 1, 0), made(2, 2, 1)], 2)).toEqual([[1, 2]]);
    expect(idsOf([made(1, 1, 0)], 0)).toEqual([[1], []]);
  });

  it('begin after a success, and after the last attempt that fitted', () => {
    const success = { verdict: delivered };
    expect(idsOf([made(1, 1, 0, success), made(2, 2, 1, success), made(3, 3, 2)], 1)).toEqual([
      [1],
      [2],
      [3],
    ]);
    // After the third at two minutes the next one would come at three: the fourth is by hand.
    const exhausted = [0, 1, 2, 2.2, 3.2].map((at, index) => made(index + 1, index + 1, at));
    expect(idsOf([...exhausted, made(6, 6, 9)], 1)).toEqual([[1, 2, 3], [4, 5], [6]]);
  });

  it('keep what was made at once by hand while it waited, and rounds with many attempts', () => {
    const round = [made(1, 1, 0), made(2, 1, 0, { url: b }), made(3, 2, 0.1)];
    expect(idsOf([...round, made(4, 3, 30)], 1)).toEqual([[1, 2, 3], [4]]);
  });

  it('begin where time has gone back', () => {
    expect(idsOf([made(1, 1, 60), made(2, 2, 0), made(3, 3, 30)], 1)).toEqual([[1], [2], [3]]);
  });

  it('are of all webhooks, each of which goes its own way with strict fan-out', () => {
    const success = { verdict: delivered };
    const list = [
      made(1, 1, 0, success),
      made(2, 1, 0, { url: b }),
      made(3, 2, 1, { url: b, ...success }),
      made(4, 3, 1.5, success),
      made(5, 4, 30),
    ];
    expect(idsOf(list, 1, 'each')).toEqual([[1, 2, 3], [4], [5]]);
  });
});

describe('a window that is over, on the timeline', () => {
  it('has what was sent in it, and what one success kept from another', () => {
    const base = delivery();
    const window = [
      made(1, 1, 0, { url: b }),
      made(2, 1, 0.5, { verdict: delivered, response: null }),
    ];
    const timeline = earlierTimeline(
      { webhooks: [webhook(a), webhook(b)], destination: { ...base.destination, retry } },
      window,
    );
    expect(timeline).toMatchObject({
      startAt,
      endAt: startAt + retry.windowMs,
      made: 2,
      planned: 0,
    });
    const [had, missed] = timeline.lanes;
    expect(had).toMatchObject({ id: a, marks: [{ id: 'attempt 2', kind: 'delivered' }] });
    expect(had?.note).toBeUndefined();
    expect(missed).toMatchObject({ id: b, missedFrom: startAt + minute / 2 });
    expect(missed?.note?.text).toContain('one success stops the others');
  });
});
