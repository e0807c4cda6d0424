import { expect, it } from 'vitest';
import { connect } from '#test/support/builders.ts';
import { send, track } from '#test/support/ingest-client.ts';
import { startCore } from '#test/support/start-core.ts';

it('messages are filtered by themselves and by their deliveries', async () => {
  const { core } = await startCore();
  await connect(core, { name: 'Billing' });
  await send(core, track({ userId: 'ada', event: 'Order', properties: { total: 50 } }));
  await send(core, track({ userId: 'grace', event: 'Refund', properties: { total: 150 } }));
  for (const [written, events] of [
    ['', ['Refund', 'Order']],
    ['event:ord', ['Order']],
    ['not user:ada', ['Refund']],
    ['user:ada or user:grace', ['Refund', 'Order']],
    ['type:identify', []],
    ['source:Web body.properties.total>100', ['Refund']],
    ['body.properties.total:50', ['Order']],
    ['body.missing.path:50', []],
    ['not body.missing.path:50', ['Refund', 'Order']],
    ['destination:Billing not state:delivered', ['Refund', 'Order']],
    ['not destination:Billing', []],
    ['state:gave_up', []],
    ['attempts:0', ['Refund', 'Order']],
    ['billing', ['Refund', 'Order']],
    ['grace', ['Refund']],
    ['origin:sdk age<1h', ['Refund', 'Order']],
  ] as const) {
    const { items } = await core.messages.list({ filter: written, limit: 50 });
    expect([written, items.map(({ label }) => label)]).toEqual([written, events]);
    const ids = items.map(({ id }) => id);
    const { ids: matching } = await core.messages.matching({ filter: written, ids: [1, 2] });
    expect([written, matching.sort()]).toEqual([written, ids.sort()]);
  }
});

it('a filtered list of messages is read page by page', async () => {
  const { core } = await startCore();
  await connect(core);
  for (const event of ['A', 'B', 'A', 'A']) await send(core, track({ event }));
  const filter = 'event=A';
  const first = await core.messages.list({ filter, limit: 2 });
  expect(first.items.map(({ id }) => id)).toEqual([4, 3]);
  const cursor = first.nextCursor ?? undefined;
  const second = await core.messages.list({ filter, limit: 2, cursor });
  expect(second).toMatchObject({ items: [{ id: 1 }], nextCursor: null });
});

it('rows show the user, or the value at the chosen path', async () => {
  const { core } = await startCore();
  await connect(core);
  const properties = { orderId: 'o-1', isGift: true, total: 12.5, long: 'x'.repeat(300) };
  const { delivery } = await send(
    core,
    track({ userId: 'ada', properties: { ...properties, 'a.b': 'dotted' } }),
  );
  const values = async () => [
    (await core.deliveries.list({ limit: 1 })).items[0]?.columnValue,
    core.messages.list({ limit: 1 }).items[0]?.columnValue,
    core.deliveries.get({ id: delivery.id }).columnValue,
  ];
  expect(await values()).toEqual(['ada', 'ada', 'ada']);
  for (const [listColumn, value] of [
    ['properties.orderId', 'o-1'],
    ['properties.isGift', 'true'],
    ['properties.total', '12.5'],
    ['properties.long', 'x'.repeat(200)],
    ['properties."a.b"', 'dotted'],
    ['properties.missing', null],
    ['user', 'ada'],
  ] as const) {
    await core.settings.update({ listColumn });
    expect([listColumn, ...(await values())]).toEqual([listColumn, value, value, value]);
  }
});
