import { expect, it } from 'vitest';
import { NewSource } from '#shared/connections/source.ts';
import { connect, theSource } from '#test/support/builders.ts';
import { post, send, track } from '#test/support/ingest-client.ts';
import { startCore } from '#test/support/start-core.ts';
import { startTarget } from '#test/support/target-server.ts';

it('a message without a connected destination is accepted and counted as unrouted', async () => {
  const { core } = await startCore();
  await theSource(core);
  const { message, deliveries } = await send(core, track());
  expect(message).toMatchObject({ outcome: 'unrouted', deliveryCount: 0 });
  expect(deliveries).toEqual([]);
  expect(core.ledger.get()).toMatchObject({
    accepted: 1,
    notSentBy: { unrouted: 1 },
    routed: 0,
    balanced: true,
  });
});

it('a destination gets nothing from an unconnected source', async () => {
  const { core } = await startCore();
  const target = await startTarget();
  const other = await core.sources.create(NewSource.parse({ name: 'Other' }));
  await theSource(core);
  await connect(core, { urls: [target.url], sourceIds: [other.id] });
  expect((await send(core, track())).message.outcome).toBe('unrouted');
  expect(target.connections).toBe(0);
});

it('a disabled destination gets no messages received meanwhile', async () => {
  const { core } = await startCore();
  const target = await startTarget();
  await connect(core, { urls: [target.url], enabled: false });
  expect((await send(core, track())).message.outcome).toBe('unrouted');
  expect(target.connections).toBe(0);
});

it('excluded and filtered messages are kept with their reason, counted, and never sent', async () => {
  const { core } = await startCore();
  const target = await startTarget();
  await connect(core, { urls: [target.url], trackFilter: { mode: 'block', events: ['Noise'] } });
  const excluded = await send(core, track({ integrations: { Webhooks: false } }));
  const filtered = await send(core, track({ event: 'Noise' }));
  expect(excluded.delivery).toMatchObject({ state: 'not_sent', reason: 'excluded', attempts: 0 });
  expect(filtered.delivery).toMatchObject({ state: 'not_sent', reason: 'filtered', attempts: 0 });
  expect(core.deliveries.get({ id: filtered.delivery.id })).toMatchObject({
    bodyText: null,
    bodyBytes: 0,
  });
  expect(core.ledger.get()).toMatchObject({
    accepted: 2,
    routed: 2,
    not_sent: 2,
    notSentBy: { excluded: 1, filtered: 1 },
    balanced: true,
  });
  expect(target.connections).toBe(0);
});

it('applies the rules of each destination separately', async () => {
  const { core, followed } = await startCore();
  const [first, second] = [await startTarget(), await startTarget()];
  await connect(core, { name: 'A', urls: [first.url] });
  await connect(core, { name: 'B', urls: [second.url] });
  await connect(core, {
    name: 'C',
    urls: [second.url],
    trackFilter: { mode: 'allow', events: [] },
  });
  const { deliveries } = await send(core, track());
  expect(deliveries.map(({ destinationName }) => destinationName).sort()).toEqual(['A', 'B', 'C']);
  await Promise.all([first.received(1), second.received(1)]);
  const ledger = await followed.ledger(({ delivered }) => delivered === 2);
  expect(ledger).toMatchObject({
    accepted: 1,
    routed: 3,
    delivered: 2,
    not_sent: 1,
    notSentBy: { filtered: 1 },
    balanced: true,
  });
});

it('a destination with two sources gets the messages of both', async () => {
  const { core } = await startCore();
  const target = await startTarget();
  const source = await theSource(core);
  const other = await core.sources.create(NewSource.parse({ name: 'Other', writeKey: 'other' }));
  await connect(core, { urls: [target.url], sourceIds: [source.id, other.id, other.id] });
  await send(core, track());
  await post(core, '/v1/track', track(), { authorization: 'Bearer other' });
  await target.received(2);
  expect(core.ledger.get()).toMatchObject({ accepted: 2, routed: 2 });
});

it('integrations of a batch apply to its messages, whose own keys take precedence', async () => {
  const { core } = await startCore();
  const target = await startTarget();
  await connect(core, { urls: [target.url] });
  await post(core, '/v1/batch', {
    integrations: { All: false },
    batch: [
      track(),
      track({ integrations: { Webhooks: true } }),
      track({ integrations: { All: true } }),
    ],
  });
  await target.received(2);
  expect(core.ledger.get()).toMatchObject({
    routed: 3,
    notSentBy: { excluded: 1 },
    balanced: true,
  });
});
