/** Why a delivery is in its state, as the interface and agents get it. */
import { describe, expect, it } from 'vitest';
import type { AttemptResult } from '#shared/deliveries/delivery.ts';
import { explainDelivery, resultCause } from '#shared/deliveries/explain.ts';
import { resultFix } from '#shared/deliveries/text.ts';
import { delivery, webhook } from '#test/renderer/delivery-builder.ts';

const a = 'https://a.test/hooks';
const b = 'https://b.test/';
const delivered: AttemptResult = { outcome: 'accepted', code: null, params: {} };
const selfSigned: AttemptResult = { outcome: 'blocked', code: 'self_signed', params: {} };

describe('the causes of the state of a delivery', () => {
  it('mention fan-out to each URL if a webhook was skipped', () => {
    const [cause] = explainDelivery(
      delivery({
        state: 'delivered',
        webhooks: [
          webhook(a, { state: 'delivered', lastResult: delivered }),
          webhook(b, { state: 'skipped' }),
        ],
      }),
    );
    expect(cause).toEqual({
      code: 'skipped',
      message: expect.stringContaining('b.test missed this event'),
      fix: expect.any(String),
    });
  });

  it('give a shared reason of several webhooks once', () => {
    const causes = explainDelivery(
      delivery({
        state: 'blocked',
        webhooks: [a, b].map((url) => webhook(url, { state: 'blocked', lastResult: selfSigned })),
      }),
    );
    expect(causes).toEqual([
      {
        code: 'self_signed',
        message:
          "a.test/hooks, b.test: The certificate is self-signed. Not sent; won't be retried.",
        fix: resultFix(selfSigned),
      },
    ]);
  });

  it('name the webhooks with a success if fan-out to each URL gave up on one', () => {
    const webhooks = [
      webhook(a, { state: 'delivered', lastResult: delivered }),
      webhook(b, { state: 'gave_up' }),
    ];
    const [cause] = explainDelivery(delivery({ state: 'gave_up', webhooks }));
    expect(cause?.message).toContain('b.test failed; a.test/hooks received it');
    expect(cause?.message).toContain('4 h');
    const [none] = explainDelivery(delivery({ state: 'gave_up', webhooks: webhooks.slice(1) }));
    expect(none?.message).not.toContain('received it');
  });

  it.each([
    ['unexpected_status', 401],
    ['unexpected_status', 404],
    ['server_error', 500],
  ] as const)('give the fix of a status that a retry would repeat (%s %d)', (code, status) => {
    const lastResult: AttemptResult = { outcome: 'failed', code, params: { status } };
    const [cause] = explainDelivery(
      delivery({
        state: 'gave_up',
        reason: 'not_retryable',
        destination: { ...delivery().destination, profile: 'GitHub', backoff: { kind: 'none' } },
        webhooks: [webhook(a, { state: 'gave_up', lastResult })],
      }),
    );
    expect(cause?.message).toContain("GitHub doesn't retry.");
    expect(cause?.fix).toBe(
      code === 'unexpected_status' ? resultFix(lastResult) : 'Retry to send it again.',
    );
  });

  it.each([
    [{ enabled: false }, 'is disabled'],
    [{ problem: { code: 'no_webhook', params: {} } }, '"Staging hooks": No URL'],
    [{}, 'is available again'],
  ] as const)('name what a paused delivery waits for (%o)', (more, sentence) => {
    const { destination } = delivery();
    const paused = delivery({ state: 'paused', destination: { ...destination, ...more } });
    expect(explainDelivery(paused)[0]?.message).toContain(sentence);
  });

  it.each([
    ['waiting', false, 'Attempts continue'],
    ['delivered', false, 'may have received the notice'],
    ['cancelled', true, ': cancelled'],
  ] as const)('explain a %s delivery of a deleted user', (state, cancelled, sentence) => {
    const webhooks = [webhook(a, { state: 'delivered', lastResult: delivered })];
    const deletion = { id: 'del_1', startedAt: 0, cancelled };
    const causes = explainDelivery(delivery({ state, webhooks, deletion }));
    expect(causes).toHaveLength(1);
    expect(causes[0]?.message).toContain(sentence);
  });

  it('are empty for ordinary deliveries', () => {
    const webhooks = [webhook(a, { state: 'delivered', lastResult: delivered })];
    expect(explainDelivery(delivery({ state: 'delivered', webhooks }))).toEqual([]);
  });

  it.each(['not_sent', 'paused', 'cancelled', 'gave_up'] as const)(
    'say why a delivery is %s',
    (state) => expect(explainDelivery(delivery({ state }))).toHaveLength(1),
  );
});

it('an attempt that was not accepted has a cause', () => {
  expect(resultCause(delivered)).toBeNull();
  expect(resultCause(selfSigned)).toEqual({
    code: 'self_signed',
    message: 'The certificate is self-signed.',
    fix: resultFix(selfSigned),
  });
});
