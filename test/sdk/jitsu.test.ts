/** Jitsu's Node SDK, configured with a host and a key. */
import { jitsuAnalytics } from '@jitsu/js';
import { expect, it } from 'vitest';
import { connect, writeKey } from '#test/support/builders.ts';
import { FakeClock } from '#test/support/fake-clock.ts';
import { startCore } from '#test/support/start-core.ts';
import { startTarget } from '#test/support/target-server.ts';

it.each([true, false])('each call is delivered exactly once, with s2s %s', async (s2s) => {
  const { core, followed } = await startCore({ clock: new FakeClock() });
  const target = await startTarget();
  await connect(core, { urls: [target.url] });
  const jitsu = jitsuAnalytics({
    host: core.ingestUrl ?? '',
    writeKey: `${writeKey}:secret`,
    errorPolicy: 'rethrow',
    s2s,
  });
  await jitsu.identify('u1', { email: 'a@b.c', 'é<&>': 'ünïcode \u2028' });
  await jitsu.track('Order Completed', { revenue: 39.95, items: [{ sku: 'a' }], none: null });
  await jitsu.page('Docs', {});
  await jitsu.group('g1', { name: 'Initech' });
  await followed.ledger(({ delivered }) => delivered === 4);

  expect(target.requests.map(({ body }) => JSON.parse(body.toString()))).toMatchObject([
    { type: 'identify', userId: 'u1', traits: { email: 'a@b.c', 'é<&>': 'ünïcode \u2028' } },
    {
      type: 'track',
      userId: 'u1',
      event: 'Order Completed',
      properties: { revenue: 39.95, items: [{ sku: 'a' }], none: null },
    },
    { type: 'page', userId: 'u1', properties: { name: 'Docs' } },
    { type: 'group', userId: 'u1', groupId: 'g1', traits: { name: 'Initech' } },
  ]);
  expect(core.ledger.get()).toMatchObject({ accepted: 4, duplicates: 0, rejected: 0 });
});
