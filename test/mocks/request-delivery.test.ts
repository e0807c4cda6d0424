import { expect, it } from 'vitest';
import { NewMock } from '#shared/mocks/mock.ts';
import { connect, steadyRetry, theSource } from '#test/support/builders.ts';
import { FakeClock } from '#test/support/fake-clock.ts';
import { send, track } from '#test/support/ingest-client.ts';
import { startCore } from '#test/support/start-core.ts';

it('a request in the log of a mock endpoint links to its delivery, and back', async () => {
  const clock = new FakeClock();
  const { core } = await startCore({ clock });
  await theSource(core);
  const steps = [{ status: 503 }, { status: 200 }];
  const mock = await core.mocks.create(NewMock.parse({ name: 'mine', steps }));
  await connect(core, { webhookUrl: mock.url ?? '', retry: steadyRetry });
  const { delivery } = await send(core, track());
  await expect.poll(() => core.deliveries.get({ id: delivery.id }).attempts).toBe(1);
  clock.advance(steadyRetry.baseMs);
  await expect.poll(() => core.deliveries.get({ id: delivery.id }).state).toBe('delivered');
  // Anyone else's request belongs to no delivery.
  await fetch(mock.url ?? '', { method: 'POST', body: '{}' });
  const log = () => core.mockRequests.list({ id: mock.id, limit: 10 }).items;
  await expect.poll(() => log().length).toBe(3);
  expect(log().map(({ deliveryId }) => deliveryId)).toEqual([null, delivery.id, delivery.id]);
  const { mockRequests } = core.deliveries.get({ id: delivery.id });
  expect(mockRequests.map(({ id }) => id)).toEqual(
    [...log().slice(1)].map(({ id }) => id).reverse(),
  );
});
