import { describe, expect, it } from 'vitest';
import { attemptShown } from '#renderer/places/deliveries/detail/attempts.ts';
import {
  attemptIdOf,
  markId,
  timelineOf,
  type UrlFacts,
} from '#renderer/places/deliveries/detail/timeline/rows.ts';
import type { AttemptResult } from '#shared/deliveries/delivery.ts';
import { explainDelivery } from '#shared/deliveries/explain.ts';
import { formatTime } from '#shared/kit/format.ts';
import { outageAround } from '#shared/mocks/outage-times.ts';
import { plannedDelayMs } from '#shared/profiles/backoff.ts';
import { defaultRetryPolicy, maxWindowMs } from '#shared/profiles/retry-policy.ts';
import { attempt, delivery, startAt, webhook } from './delivery-builder.ts';

const a = 'https://a.test/hooks';
const b = 'https://b.test/';
const failed: AttemptResult = {
  outcome: 'failed',
  code: 'server_error',
  params: {},
};
const delivered: AttemptResult = { outcome: 'accepted', code: null, params: {} };
const selfSigned: AttemptResult = {
  outcome: 'blocked',
  code: 'self_signed',
  params: {},
};

const bytes = { text: '', base64: null, byteLength: 0, truncated: false };

describe('the timeline of a delivery', () => {
  it('shows attempts, and scheduled retries as outlines', () => {
    const nextAttemptAt = startAt + plannedDelayMs(defaultRetryPolicy, 7, 1);
    const timeline = timelineOf(
      delivery({
        state: 'waiting',
        firstAttemptAt: startAt,
        windowEndsAt: startAt + maxWindowMs,
        nextAttemptAt,
        webhooks: [
          webhook(a, {
            state: 'waiting',
            windowAttempts: 1,
            lastStatus: 503,
            lastResult: failed,
            nextAttemptAt,
          }),
        ],
        attemptList: [attempt(1, a, { result: failed })],
      }),
      startAt + 1_000,
    );
    const marks = timeline.rows[0]?.marks ?? [];
    expect(marks[0]).toMatchObject({ kind: 'failed', at: startAt });
    expect(marks[1]).toMatchObject({ kind: 'scheduled', at: nextAttemptAt });
    expect(marks[2]?.at).toBe(nextAttemptAt + plannedDelayMs(defaultRetryPolicy, 7, 2));
    expect(marks.every(({ at }) => at <= startAt + maxWindowMs)).toBe(true);
    expect(timeline.rows[0]?.summary).toContain(formatTime(nextAttemptAt));
  });

  it('ends with the last retry of a profile without a window', () => {
    const base = delivery();
    const delaysMs = [60_000, 60_000];
    const nextAttemptAt = startAt + 5_000 + 60_000;
    const { endAt, rows } = timelineOf(
      delivery({
        state: 'waiting',
        firstAttemptAt: startAt,
        nextAttemptAt,
        destination: {
          ...base.destination,
          backoff: { kind: 'delays', delaysMs, jitter: { minus: 0, plus: 0 } },
        },
        webhooks: [
          webhook(a, { state: 'waiting', windowAttempts: 1, lastResult: failed, nextAttemptAt }),
        ],
        attemptList: [attempt(1, a, { result: failed, windowRound: 1 })],
      }),
      startAt + 6_000,
    );
    const times = rows[0]?.marks.map(({ at }) => at - startAt);
    expect(times).toEqual([0, 65_000, 125_000]);
    expect(endAt - startAt).toBe(125_000);
  });

  it('has a separate backoff for each webhook with fan-out to each URL', () => {
    const base = delivery();
    const timeline = timelineOf(
      delivery({
        state: 'waiting',
        firstAttemptAt: startAt,
        windowEndsAt: startAt + maxWindowMs,
        nextAttemptAt: startAt + 5_000,
        destination: { ...base.destination, fanOut: 'each' },
        webhooks: [
          webhook(a, { state: 'delivered', windowAttempts: 1, lastResult: delivered }),
          webhook(b, { state: 'waiting', windowAttempts: 3, nextAttemptAt: startAt + 90_000 }),
        ],
      }),
      startAt,
    );
    expect(timeline.rows[0]?.marks).toEqual([]);
    const [first, second] = timeline.rows[1]?.marks ?? [];
    expect(first?.at).toBe(startAt + 90_000);
    expect(second?.at).toBe(startAt + 90_000 + plannedDelayMs(defaultRetryPolicy, 7, 4));
  });

  it('plans nothing for finished or paused deliveries', () => {
    for (const state of ['delivered', 'gave_up', 'cancelled', 'paused'] as const) {
      const timeline = timelineOf(delivery({ state, webhooks: [webhook(a)] }), startAt);
      expect(timeline.rows.flatMap(({ marks }) => marks)).toEqual([]);
    }
  });

  it('shows in the row why a webhook has no attempts', () => {
    const { rows } = timelineOf(
      delivery({
        state: 'delivered',
        webhooks: [
          webhook(a, { state: 'skipped' }),
          webhook(b, { state: 'blocked', lastResult: selfSigned }),
        ],
      }),
      startAt,
    );
    expect(rows.map(({ note }) => note?.text)).toEqual([
      expect.stringContaining('missed: another URL finished it'),
      undefined,
    ]);
    expect(rows[1]?.summary).toContain('self-signed certificate');
  });

  it('shows for which success a webhook was skipped, and from when on', () => {
    const attemptList = [
      attempt(1, b, { result: failed }),
      attempt(2, a, {
        startedAt: startAt + 5,
        result: delivered,
        response: { status: 204, headers: [], body: bytes },
      }),
    ];
    const missing = delivery({
      state: 'delivered',
      firstAttemptAt: startAt,
      attemptList,
      webhooks: [
        webhook(a, {
          state: 'delivered',
          windowAttempts: 1,
          lastStatus: 204,
          lastResult: delivered,
        }),
        webhook(b, { state: 'skipped', windowAttempts: 1, lastStatus: 503, lastResult: failed }),
      ],
    });
    const [had, missed] = timelineOf(missing, startAt).rows;
    expect(had?.missedFrom).toBeUndefined();
    expect(missed).toMatchObject({
      summary: 'server error, missed',
      missedFrom: startAt + 5,
      note: { text: 'missed: a.test/hooks returned 204' },
    });
    expect(missed?.marks[0]?.label).toContain('failed');
    const [cause] = explainDelivery(missing);
    expect(cause).toMatchObject({
      code: 'skipped',
      message: expect.stringMatching(/b\.test .*a\.test\/hooks .*204/),
    });
  });

  it.each([
    ['', 1_000_000],
    [', also one made by a clock that was ahead', -1_000_000],
  ])('omits attempts of an earlier window%s', (_words, laterMs) => {
    const firstAttemptAt = startAt + laterMs;
    const timeline = timelineOf(
      delivery({
        state: 'delivered',
        firstAttemptAt,
        webhooks: [webhook(a, { state: 'delivered', windowAttempts: 1, lastResult: delivered })],
        attemptList: [
          attempt(1, a),
          attempt(2, a, { startedAt: firstAttemptAt, result: delivered }),
        ],
      }),
      firstAttemptAt + 1_000_000,
    );
    expect(timeline.rows[0]?.marks.map(({ id }) => id)).toEqual(['attempt 2']);
  });

  it.each([
    [{ canUndoCancel: true }, 'cancelled manually'],
    [{ deletion: { id: 'del_1', startedAt: 0, cancelled: true } }, 'cancelled: user deleted'],
    [{}, 'cancelled: destination deleted'],
  ])('names who cancelled it (%o)', (more, note) => {
    const webhooks = [webhook(a, { state: 'cancelled' })];
    const [row] = timelineOf(delivery({ state: 'cancelled', webhooks, ...more }), startAt).rows;
    expect(row?.note?.text).toBe(note);
  });

  it('links a mark to its attempt', () => {
    expect(attemptIdOf(markId(attempt(42, a)))).toBe(42);
    expect(attemptIdOf('scheduled https://a.test 1')).toBeNull();
  });
});

describe('an outage of a mock endpoint on the timeline', () => {
  const failedAttempt = attempt(1, a, { result: failed });
  const waiting = delivery({
    state: 'waiting',
    firstAttemptAt: startAt,
    windowEndsAt: startAt + maxWindowMs,
    nextAttemptAt: startAt + 60_000,
    webhooks: [webhook(a, { windowAttempts: 1, nextAttemptAt: startAt + 60_000 })],
    attemptList: [failedAttempt],
  });
  const rowWith = (outage: UrlFacts['outage']) =>
    timelineOf(waiting, startAt, () => ({ name: 'flaky', outage })).rows[0];
  const outage = { from: startAt - 1, to: startAt + 3_600_000, isAcceptedAfter: true };

  it('reaches to its end, and the next attempt after it is the last and expected to be accepted', () => {
    const row = rowWith(outage);
    expect(row).toMatchObject({ name: 'flaky', outage: { from: outage.from, to: outage.to } });
    const planned = row?.marks.slice(1) ?? [];
    const last = planned.at(-1);
    expect(planned.length).toBeGreaterThan(2);
    expect(planned.map(({ kind }) => kind)).toEqual([
      ...planned.slice(1).map(() => 'scheduled'),
      'expected',
    ]);
    expect(last?.at).toBeGreaterThanOrEqual(outage.to);
    expect(planned.at(-2)?.at).toBeLessThan(outage.to);
    expect(row?.summary).toContain(formatTime(last?.at ?? 0));
  });

  it('expects nothing of an endpoint that fails afterwards, nor of one that outlasts the window', () => {
    for (const other of [
      { ...outage, isAcceptedAfter: false },
      { ...outage, to: startAt + 2 * maxWindowMs },
    ])
      expect(rowWith(other)?.marks.map(({ kind }) => kind)).not.toContain('expected');
  });

  it('is not shown where it made no attempt fail', () => {
    expect(rowWith({ ...outage, from: startAt + 1 })?.outage).toBeUndefined();
    expect(rowWith(undefined)?.outage).toBeUndefined();
  });

  it('is the one around a time, also if it crosses midnight every day', () => {
    const response = { status: 503, fault: 'none' } as const;
    const once = { durationMs: 5, startsAt: startAt, ...response };
    expect(outageAround(once, startAt)).toEqual({ from: startAt, to: startAt + 5 });
    expect(outageAround({ ...once, startsAt: null }, startAt)).toBeNull();
    const local = (day: number, hours: number, minutes = 0) =>
      new Date(2026, 10, day, hours, minutes).getTime();
    const nightly = { from: '23:30', to: '00:30', ...response };
    const night = { from: local(20, 23, 30), to: local(21, 0, 30) };
    for (const at of [local(20, 23, 45), local(21, 0, 15), local(21, 12)])
      expect(outageAround(nightly, at)).toEqual(night);
    const daily = { from: '09:00', to: '17:00', ...response };
    expect(outageAround(daily, local(20, 12))).toEqual({ from: local(20, 9), to: local(20, 17) });
  });
});

describe('the selected attempt', () => {
  const attemptList = [
    attempt(1, a, { round: 1 }),
    attempt(2, b, { round: 2, startedAt: startAt + 10, result: delivered }),
    attempt(3, a, { round: 2, startedAt: startAt + 10, result: failed }),
  ];

  it('is the success of the latest round of a delivered delivery by default', () => {
    const delivery = { attemptList, state: 'delivered' } as const;
    expect(attemptShown(delivery, null)?.id).toBe(2);
    expect(attemptShown(delivery, 1)?.id).toBe(1);
    expect(attemptShown(delivery, 99)?.id).toBe(2);
  });

  it('is the failure of one that is not delivered', () => {
    expect(attemptShown({ attemptList, state: 'waiting' }, null)?.id).toBe(3);
  });

  it('is none before the first one', () => {
    expect(attemptShown({ attemptList: [], state: 'waiting' }, null)).toBeNull();
  });
});
