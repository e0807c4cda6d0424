/** The outcome of every fault in the dispatcher. */
import { expect, it } from 'vitest';
import type { z } from 'zod';
import type { BlockedCode, FailureCode } from '#shared/deliveries/delivery.ts';
import type { NewMock } from '#shared/mocks/mock.ts';
import { connect } from '#test/support/builders.ts';
import { FakeClock } from '#test/support/fake-clock.ts';
import { send, track } from '#test/support/ingest-client.ts';
import { makeMock, urlOf } from '#test/support/mock-client.ts';
import { startCore } from '#test/support/start-core.ts';

type Settings = Partial<z.input<typeof NewMock>>;

const failed = (code: FailureCode) => ({ outcome: 'failed', code });
const delivered = { outcome: 'accepted', code: null, params: {} };
const refused = { outcome: 'refused', code: 'client_error' };
const redirected = { outcome: 'refused', code: 'redirect' };
const blocked = (code: BlockedCode) => ({ outcome: 'blocked', code });
const body = 'x'.repeat(400);

const cases: Readonly<Record<string, readonly [Settings, object]>> = {
  ok: [{}, delivered],
  unavailable: [{ steps: [{ status: 503 }] }, failed('server_error')],
  gone: [{ steps: [{ status: 410 }] }, refused],
  interim: [{ steps: [{ status: 101 }] }, failed('malformed_response')],
  'just-over-5-s': [{ steps: [{ delayMs: 5_200 }] }, failed('timeout')],
  'some-delay': [{ steps: [{ delayMs: 300 }] }, delivered],
  hang: [{ steps: [{ fault: 'hang' }] }, failed('timeout')],
  close: [{ steps: [{ fault: 'close' }] }, failed('connection_reset')],
  refuse: [{ steps: [{ fault: 'refuse_connection' }] }, failed('connection_refused')],
  'reset-before': [{ steps: [{ fault: 'reset_before_request' }] }, failed('connection_reset')],
  'reset-during': [{ steps: [{ fault: 'reset_during_request' }] }, failed('connection_reset')],
  'reset-after': [{ steps: [{ fault: 'reset_after_request' }] }, failed('connection_reset')],
  'status-line': [{ steps: [{ fault: 'malformed_status_line' }] }, failed('malformed_response')],
  headers: [{ steps: [{ fault: 'malformed_headers' }] }, failed('malformed_response')],
  truncated: [{ steps: [{ body, fault: 'truncated_body' }] }, delivered],
  'wrong-length': [{ steps: [{ body, fault: 'wrong_content_length' }] }, delivered],
  'slow-body': [{ steps: [{ body, fault: 'slow_body', bytesPerSecond: 5 }] }, delivered],
  endless: [{ steps: [{ status: 500, fault: 'endless_body' }] }, failed('server_error')],
  redirect: [{ steps: [{ status: 307, headers: { Location: '/mock/ok' } }] }, redirected],
  'redirect-loop': [{ steps: [{ fault: 'redirect_loop' }] }, redirected],
  'rate-limit': [{ rateLimit: { perSecond: 1 } }, delivered],
  strict: [{ secret: 's3cret', strict: true }, delivered],
  'strict-other': [{ secret: 'another', strict: true }, refused],
  outage: [{ outage: { from: '00:00', to: '23:59' } }, failed('server_error')],
  good: [{ tls: 'good' }, delivered],
  'good-1-3': [{ tls: 'good', tlsFloor: '1.3' }, delivered],
  'tls-503': [{ tls: 'good', steps: [{ status: 503 }] }, failed('server_error')],
  'tls-reset-before': [
    { tls: 'good', steps: [{ fault: 'reset_before_request' }] },
    failed('connection_reset'),
  ],
  'tls-reset-after': [
    { tls: 'good', steps: [{ fault: 'reset_after_request' }] },
    failed('connection_reset'),
  ],
  'self-signed': [{ tls: 'self_signed' }, blocked('self_signed')],
  expired: [{ tls: 'expired' }, blocked('expired')],
  'not-yet-valid': [{ tls: 'not_yet_valid' }, blocked('not_yet_valid')],
  'wrong-host': [{ tls: 'wrong_host' }, blocked('wrong_host')],
  'unknown-ca': [{ tls: 'unknown_ca' }, blocked('unknown_issuer')],
  'incomplete-chain': [{ tls: 'incomplete_chain' }, blocked('unknown_issuer')],
  'handshake-reset': [{ tls: 'handshake_reset' }, failed('connection_reset')],
};

/** These end with the time limit of the attempt. */
const untilTheLimit = ['just-over-5-s', 'hang', 'slow-body', 'endless'];

/** When mock endpoints continue their responses: the delays, and the pauses between pieces of bodies. */
const waitsMs = { 'just-over-5-s': 5_200, 'some-delay': 300, 'slow-body': 200, endless: 100 };

it('each fault leads to its documented outcome', async () => {
  const clock = new FakeClock();
  const { core, followed, socketTime } = await startCore({ clock });
  for (const [name, [settings]] of Object.entries(cases)) {
    const mock = await makeMock(core, { name, ...settings });
    await connect(core, { name, urls: [urlOf(mock)], sharedSecret: 's3cret' });
  }
  const ended = (count: number) =>
    followed.until(() => {
      const all = [...followed.deliveries.values()].filter(({ attempts }) => attempts > 0);
      return all.length === count && all;
    });
  const startedAt = clock.now();
  await send(core, track());
  for (const ms of Object.values(waitsMs)) await clock.scheduled(startedAt + ms);
  clock.advance(waitsMs['some-delay']);
  const count = Object.keys(cases).length;
  await ended(count - untilTheLimit.length);
  // From a timer, as in real time: the sockets are read once more before the attempts end.
  setTimeout(() => socketTime.pass(5_000));
  const deliveries = await ended(count);
  const results = Object.fromEntries(
    deliveries.map(({ id, destinationName }) => [
      destinationName,
      core.deliveries.get({ id }).attemptList[0]?.result,
    ]),
  );
  expect(results).toMatchObject(
    Object.fromEntries(Object.entries(cases).map(([name, [, result]]) => [name, result])),
  );
  for (const { name, tls, id } of core.mocks.list().filter(({ tls }) => tls !== 'none')) {
    const { items } = core.mockRequests.list({ id, limit: 5 });
    const isGood = tls === 'good' && !name.endsWith('before');
    expect(
      items.map(({ kind }) => kind === 'request'),
      name,
    ).toEqual([isGood]);
    const detail = core.mockRequests.get({ id, requestId: items[0]?.id ?? 0 });
    expect(detail.connection.httpBytes > 0, `${name} got bytes of HTTP`).toBe(isGood);
  }
});
