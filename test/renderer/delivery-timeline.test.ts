import { describe, expect, it } from 'vitest';
import { windowLabels } from '#renderer/components/delivery-labels.ts';
import { attemptShown } from '#renderer/pages/inspector/deliveries/attempts.ts';
import { explanationsOf } from '#renderer/pages/inspector/deliveries/explanations.ts';
import {
  attemptIdOf,
  markId,
  timelineOf,
} from '#renderer/pages/inspector/deliveries/timeline/rows.ts';
import type { AttemptResult } from '#shared/deliveries/delivery.ts';
import { resultFix } from '#shared/deliveries/text.ts';
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
    expect(timeline.rows[0]?.summary).toBe(`503 · 1 of ~${marks.length}`);
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
      expect(timeline.scheduled).toBe(0);
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
      summary: 'missed · 503 · 1 attempt',
      missedFrom: startAt + 5,
      note: { text: 'missed: a.test/hooks returned 204' },
    });
    expect(missed?.marks[0]?.label).toContain('failed');
    const [line] = explanationsOf(missing);
    expect(line?.text).toMatch(/b\.test .*a\.test\/hooks .*204/);
    expect(line?.offersEachUrl).toBe(true);
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
    expect(timeline.made).toBe(1);
    expect(timeline.rows[0]?.marks.map(({ id }) => id)).toEqual(['attempt 2']);
  });

  it('links a mark to its attempt', () => {
    expect(attemptIdOf(markId(attempt(42, a)))).toBe(42);
    expect(attemptIdOf('scheduled https://a.test 1')).toBeNull();
  });
});

describe('the selected attempt', () => {
  const attemptList = [
    attempt(1, a, { round: 1 }),
    attempt(2, b, { round: 2, startedAt: startAt + 10, result: delivered }),
    attempt(3, a, { round: 2, startedAt: startAt + 10, result: failed }),
  ];

  it('is the success of the latest round by default', () => {
    expect(attemptShown({ attemptList }, null)?.id).toBe(2);
    expect(attemptShown({ attemptList }, 1)?.id).toBe(1);
    expect(attemptShown({ attemptList }, 99)?.id).toBe(2);
  });

  it('is none before the first one', () => {
    expect(attemptShown({ attemptList: [] }, null)).toBeNull();
  });
});

describe('the explanations of a delivery', () => {
  it('mention fan-out to each URL if a webhook was skipped', () => {
    const [line] = explanationsOf(
      delivery({
        state: 'delivered',
        webhooks: [
          webhook(a, { state: 'delivered', lastResult: delivered }),
          webhook(b, { state: 'skipped' }),
        ],
      }),
    );
    expect(line?.text).toContain('b.test missed this event');
    expect(line?.offersEachUrl).toBe(true);
    expect(line?.settings).toBeDefined();
  });

  it('give a shared reason of several webhooks once', () => {
    const lines = explanationsOf(
      delivery({
        state: 'blocked',
        webhooks: [a, b].map((url) => webhook(url, { state: 'blocked', lastResult: selfSigned })),
      }),
    );
    expect(lines.map(({ text }) => text)).toEqual([
      "a.test/hooks, b.test: The certificate is self-signed. Not sent; won't be retried.",
    ]);
  });

  it('name the webhooks with a success if fan-out to each URL gave up on one', () => {
    const webhooks = [
      webhook(a, { state: 'delivered', lastResult: delivered }),
      webhook(b, { state: 'gave_up' }),
    ];
    const [line] = explanationsOf(delivery({ state: 'gave_up', webhooks }));
    expect(line?.text).toContain('b.test failed; a.test/hooks received it');
    expect(line?.text).toContain('4 h');
    const [none] = explanationsOf(delivery({ state: 'gave_up', webhooks: webhooks.slice(1) }));
    expect(none?.text).not.toContain('received it');
  });

  it.each([
    ['unexpected_status', 401],
    ['unexpected_status', 404],
    ['server_error', 500],
  ] as const)('give the fix of a status that a retry would repeat (%s %d)', (code, status) => {
    const lastResult: AttemptResult = { outcome: 'failed', code, params: { status } };
    const [line] = explanationsOf(
      delivery({
        state: 'gave_up',
        reason: 'not_retryable',
        destination: { ...delivery().destination, profile: 'GitHub', backoff: { kind: 'none' } },
        webhooks: [webhook(a, { state: 'gave_up', lastResult })],
      }),
    );
    expect(line?.text).toContain("GitHub doesn't retry.");
    expect(line?.text.includes(resultFix(lastResult) ?? '')).toBe(code === 'unexpected_status');
    expect(line?.text.includes('Retry')).toBe(code === 'server_error');
  });

  it.each([
    [{ enabled: false }, 'is disabled'],
    [{ problem: { code: 'no_webhook', params: {} } }, '"Staging hooks": No webhook URL'],
    [{}, 'is available again'],
  ] as const)('name what a paused delivery waits for (%o)', (more, sentence) => {
    const { destination } = delivery();
    const paused = delivery({ state: 'paused', destination: { ...destination, ...more } });
    expect(explanationsOf(paused)[0]?.text).toContain(sentence);
  });

  it.each([
    ['waiting', false, 'Attempts continue'],
    ['delivered', false, 'may have received the notice'],
    ['cancelled', true, ': cancelled'],
  ] as const)('explain a %s delivery of a deleted user', (state, cancelled, sentence) => {
    const webhooks = [webhook(a, { state: 'delivered', lastResult: delivered })];
    const deletion = { id: 'del_1', startedAt: 0, cancelled };
    const lines = explanationsOf(delivery({ state, webhooks, deletion }));
    expect(lines).toHaveLength(1);
    expect(lines[0]?.text).toContain(sentence);
  });

  it.each([
    [{ canUndoCancel: true }, 'cancelled manually'],
    [{ deletion: { id: 'del_1', startedAt: 0, cancelled: true } }, 'cancelled: user deleted'],
    [{}, 'cancelled: destination deleted'],
  ])('name who cancelled it (%o)', (more, note) => {
    const webhooks = [webhook(a, { state: 'cancelled' })];
    const [row] = timelineOf(delivery({ state: 'cancelled', webhooks, ...more }), startAt).rows;
    expect(row?.note?.text).toBe(note);
  });

  it('are empty for ordinary deliveries', () => {
    const webhooks = [webhook(a, { state: 'delivered', lastResult: delivered })];
    expect(explanationsOf(delivery({ state: 'delivered', webhooks }))).toEqual([]);
  });

  it.each(['not_sent', 'paused', 'cancelled', 'gave_up'] as const)(
    'say why a delivery is %s',
    (state) => expect(explanationsOf(delivery({ state }))).toHaveLength(1),
  );
});

it('the end of the window is shown only while attempts may follow', () => {
  const labelsOf = (state: 'waiting' | 'gave_up') =>
    windowLabels({ state, firstAttemptAt: startAt }, startAt + maxWindowMs);
  expect(labelsOf('waiting')).toHaveLength(1);
  expect(labelsOf('gave_up')).toEqual([]);
});
