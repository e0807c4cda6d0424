/** An attempt uses the destination's current URLs, headers and secret (D31). */

import { createHmac } from 'node:crypto';
import { expect, it } from 'vitest';
import type { DestinationPatch } from '#shared/connections/destination.ts';
import { connect, steadyRetry } from '#test/support/builders.ts';
import { FakeClock } from '#test/support/fake-clock.ts';
import { send, track } from '#test/support/ingest-client.ts';
import { startCore } from '#test/support/start-core.ts';
import { reply, when } from '#test/support/target-responses.ts';
import { startTarget } from '#test/support/target-server.ts';

/** A delivery whose first attempt, at `targetA`, failed. */
async function failedOnce(fanOut: 'any' | 'each' = 'any') {
  const clock = new FakeClock();
  const { core, followed } = await startCore({ clock });
  const [targetA, targetB] = [await startTarget(), await startTarget()];
  targetA.respond(reply(500));
  const destination = await connect(core, { urls: [targetA.url], retry: steadyRetry, fanOut });
  const { delivery } = await send(core, track());
  await followed.waitsForRetry(delivery.id);
  const change = (patch: DestinationPatch) =>
    core.destinations.update({ id: destination.id, ...patch });
  return { clock, core, followed, targetA, targetB, delivery, destination, change };
}

it('an added URL is included in the next round', async () => {
  const { clock, core, followed, targetA, targetB, delivery, change } = await failedOnce();
  targetA.respond(reply(500));
  await change({ webhookUrl: targetB.url });
  clock.advance(steadyRetry.baseMs);
  await followed.state(delivery.id, 'delivered');
  await targetA.received(2);
  await followed.until(() => followed.deliveries.get(delivery.id)?.attempts === 3);
  expect(
    core.deliveries.get({ id: delivery.id }).webhooks.map(({ url, state }) => [url, state]),
  ).toEqual([
    [targetB.url, 'delivered'],
    [targetA.url, 'skipped'],
  ]);
});

it('a removed URL is given up, and its attempts stay recorded', async () => {
  const { clock, core, followed, targetA, targetB, delivery, change } = await failedOnce();
  await change({ webhooks: [{ url: targetB.url, headers: {} }] });
  clock.advance(steadyRetry.baseMs);
  await followed.state(delivery.id, 'delivered');
  expect(targetA.requests).toHaveLength(1);
  const { webhooks, attemptList } = core.deliveries.get({ id: delivery.id });
  expect(webhooks.map(({ url, state }) => [url, state])).toEqual([
    [targetB.url, 'delivered'],
    [targetA.url, 'cancelled'],
  ]);
  expect(attemptList.map(({ url }) => url)).toEqual([targetA.url, targetB.url]);
});

it('a removed URL is given up with fan-out to each URL too', async () => {
  const { clock, followed, targetA, targetB, delivery, change } = await failedOnce('each');
  await change({ webhooks: [{ url: targetB.url, headers: {} }] });
  clock.advance(steadyRetry.baseMs);
  await followed.state(delivery.id, 'delivered');
  expect([targetA.requests.length, targetB.requests.length]).toEqual([1, 1]);
});

it('a URL replaced while its response is pending is not sent to again', async () => {
  const clock = new FakeClock();
  const { core, followed } = await startCore({ clock });
  const [targetA, targetB] = [await startTarget(), await startTarget()];
  const released = Promise.withResolvers<void>();
  targetA.respond(when(released.promise, reply(500)));
  const destination = await connect(core, { urls: [targetA.url], retry: steadyRetry });
  const { delivery } = await send(core, track());
  await targetA.received(1);
  await core.destinations.update({
    id: destination.id,
    webhooks: [{ url: targetB.url, headers: {} }],
  });
  released.resolve();
  await followed.waitsForRetry(delivery.id);
  clock.advance(steadyRetry.baseMs);
  await followed.state(delivery.id, 'delivered');
  expect([targetA.requests.length, targetB.requests.length]).toEqual([1, 1]);
});

it('an attempt uses the current secret and headers; the body stays the same', async () => {
  const { clock, core, followed, targetA, delivery, change } = await failedOnce();
  await change({
    sharedSecret: 'later',
    webhooks: [{ url: targetA.url, headers: { 'X-Later': 'yes' } }],
    payloadShape: 'full',
  });
  clock.advance(steadyRetry.baseMs);
  await followed.state(delivery.id, 'delivered');
  const [first, second] = targetA.requests;
  expect(first?.header('x-signature')).toBeUndefined();
  expect(second?.header('x-later')).toBe('yes');
  expect(second?.body).toEqual(first?.body);
  const signature = createHmac('sha1', 'later')
    .update(first?.body ?? '')
    .digest('hex');
  expect(second?.header('x-signature')).toBe(signature);
  const { attemptList, expectedSignature } = core.deliveries.get({ id: delivery.id });
  expect(attemptList.map(({ request }) => request.headers)).toEqual([
    first?.headers,
    second?.headers,
  ]);
  expect(expectedSignature).toBe(signature);
});

it('the single URL is first and keeps its headers from the list; a duplicate counts once', async () => {
  const { core } = await startCore();
  const [targetA, targetB] = [await startTarget(), await startTarget()];
  await connect(core, {
    webhookUrl: targetB.url,
    webhooks: [{ url: targetA.url }, { url: targetB.url, headers: { 'X-Two': '2' } }],
  });
  const { delivery } = await send(core, track());
  await Promise.all([targetA.received(1), targetB.received(1)]);
  expect(core.deliveries.get({ id: delivery.id }).webhooks.map(({ url }) => url)).toEqual([
    targetB.url,
    targetA.url,
  ]);
  expect(targetB.requests.map(({ header }) => header('x-two'))).toEqual(['2']);
});
