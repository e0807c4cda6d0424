/** What the response of a real receiver says about a signature that it rejected. */
import { createHmac } from 'node:crypto';
import { expect, it } from 'vitest';
import { SendRequest } from '#shared/sending/send.ts';
import { printedDigest, rejectionCause } from '#shared/signatures/receiver-response.ts';
import { connect } from '#test/support/builders.ts';
import { FakeClock } from '#test/support/fake-clock.ts';
import { send, track } from '#test/support/ingest-client.ts';
import { makeMock, urlOf } from '#test/support/mock-client.ts';
import { openCore } from '#test/support/start-core.ts';
import { reply } from '#test/support/target-responses.ts';
import { startTarget } from '#test/support/target-server.ts';

const secret = 'the right secret';

const profiles = [
  ['segment-classic', 'sha1', (body: string) => body],
  ['github', 'sha256', (body: string) => body],
] as const;

const receivers = [
  ['another secret', 'an unknown secret', 'unexplained', 'other_secret'],
  ['a broken comparison', secret, null, 'comparison'],
] as const;

it.each(
  profiles.flatMap(([profile, hash]) =>
    receivers.map((receiver) => [profile, hash, ...receiver] as const),
  ),
)('%s, %s: %s is named', async (profile, hash, _, used, verdict, cause) => {
  const { core, followed, stop } = await openCore();
  const target = await startTarget();
  const destination = await connect(core, {
    urls: [target.url],
    profile,
    sharedSecret: secret,
  });
  target.always((exchange) => {
    const computed = createHmac(hash, used).update(exchange.request.body).digest('hex');
    return reply(401, `computed ${computed}`)(exchange);
  });
  if (profile === 'segment-classic') await send(core, track());
  else
    await core.send.now(SendRequest.parse({ payload: '{"a":1}', destinationId: destination.id }));
  const { id } = await followed.until(() => {
    const [delivery] = followed.deliveries.values();
    return delivery?.lastStatus === 401 && delivery;
  });
  const delivery = core.deliveries.get({ id });
  const [attempt] = delivery.attemptList;
  if (attempt === undefined) throw new Error('There is no attempt.');
  expect(rejectionCause(delivery, attempt)).toBe(cause);
  const observed = printedDigest(delivery, attempt);
  const diagnosis =
    observed === null ? null : await core.signatures.diagnose({ deliveryId: id, observed });
  expect(diagnosis?.verdict ?? null).toBe(verdict);
  await stop();
});

it('the log of an own receiver names the other secret, since its response has no digest', async () => {
  const { core, followed, stop } = await openCore({ clock: new FakeClock() });
  const receiver = await makeMock(core, { name: 'r', secret: 'another secret', strict: true });
  await connect(core, { urls: [urlOf(receiver)], sharedSecret: secret });
  await send(core, track());
  const { id } = await followed.until(() => {
    const [delivery] = followed.deliveries.values();
    return delivery?.lastStatus === 401 && delivery;
  });
  const delivery = await followed.until(() => {
    const detail = core.deliveries.get({ id });
    return detail.mockRequests.length > 0 && detail;
  });
  const [attempt] = delivery.attemptList;
  if (attempt === undefined) throw new Error('There is no attempt.');
  expect(rejectionCause(delivery, attempt)).toBe('other_secret');
  const observed = printedDigest(delivery, attempt);
  expect(attempt.response?.body.text).not.toContain(observed);
  expect(
    await core.signatures.diagnose({ deliveryId: id, observed: observed ?? '' }),
  ).toMatchObject({ verdict: 'explained' });
  await stop();
});
