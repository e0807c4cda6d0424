import { expect, it } from 'vitest';
import { NewReceiver } from '#shared/schemas/receiver.ts';
import { connect, steadyRetry, theSource } from '#test/support/builders.ts';
import { FakeClock } from '#test/support/fake-clock.ts';
import { send, track } from '#test/support/ingest-client.ts';
import { startCore } from '#test/support/start-core.ts';

it('a request in the log of a receiver links to its delivery, and back', async () => {
  const clock = new FakeClock();
  const { core } = await startCore({ clock });
  await theSource(core);
  const steps = [{ status: 503 }, { status: 200 }];
  const receiver = await core.receivers.create(NewReceiver.parse({ name: 'mine', steps }));
  await connect(core, { webhookUrl: receiver.url ?? '', retry: steadyRetry });
  const { delivery } = await send(core, track());
  await expect.poll(() => core.deliveries.get(delivery.id).attempts).toBe(1);
  clock.advance(steadyRetry.baseMs);
  await expect.poll(() => core.deliveries.get(delivery.id).state).toBe('delivered');
  // Anyone else's request belongs to no delivery.
  await fetch(receiver.url ?? '', { method: 'POST', body: '{}' });
  const log = () => core.receivers.requests.page(receiver.id, 10, undefined).items;
  await expect.poll(() => log().length).toBe(3);
  expect(log().map(({ deliveryId }) => deliveryId)).toEqual([null, delivery.id, delivery.id]);
  const { receiverRequests } = core.deliveries.get(delivery.id);
  expect(receiverRequests.map(({ id }) => id)).toEqual(
    [...log().slice(1)].map(({ id }) => id).reverse(),
  );
});
