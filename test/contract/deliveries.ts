/** Messages, rejected requests and deliveries. */
import { describe, expect, it, onTestFinished } from 'vitest';
import { reply, when } from '#test/support/target-responses.ts';
import { openTarget } from '#test/support/target-server.ts';
import { expectError, expectFieldError } from './expect-error.ts';
import { makeSource, message } from './sending.ts';
import type { Connected } from './transports.ts';

/** A new destination, and the requests it received. */
export async function connectTarget(connected: Connected) {
  const { client } = connected;
  const target = await openTarget();
  onTestFinished(() => target.close());
  const source = await makeSource(connected);
  const destination = await client.destinations.create({
    name: `Target ${target.port} ${source}`,
    sourceIds: [source],
    webhookUrl: target.url,
    sharedSecret: 's',
  });
  const send = async (): Promise<number> => {
    await client.send.now({ source, message });
    const { items } = await client.deliveries.list({ destinationId: destination.id, limit: 1 });
    return items[0]?.id ?? 0;
  };
  return { source, target, destination, send };
}

export function describeDeliveries(open: () => Connected): void {
  describe('messages', () => {
    it('are listed page by page, newest first, and read one by one', async () => {
      const { messages, send } = open().client;
      const source = await makeSource(open());
      await send.now({ source, message, count: 3 });
      const first = await messages.list({ limit: 2 });
      expect(first.items).toHaveLength(2);
      const second = await messages.list({ limit: 1, cursor: first.nextCursor ?? '' });
      expect(second.items[0]?.id).toBe((first.items[1]?.id ?? 0) - 1);
      const [newest] = first.items;
      const detail = await messages.get({ id: newest?.id ?? 0 });
      expect(detail).toMatchObject({ ...newest, deliveries: [], request: { path: '/v1/batch' } });
      expect(JSON.parse(detail.receivedText)).toMatchObject(message);
      const filter = `event="${newest?.label}"`;
      expect((await messages.list({ limit: 1, filter })).items).toEqual([newest]);
      expect(await messages.matching({ filter, ids: [newest?.id ?? 0, 999_999] })).toEqual({
        ids: [newest?.id],
      });
      await expectFieldError(messages.list({ filter: 'body.' }), ['filter'], 'Character');
      await expectError(messages.get({ id: 999_999 }), 'not_found', 'Message not found');
      await expectFieldError(messages.list({ limit: 0 }), ['limit'], 'at least 1');
      await expectFieldError(messages.list({ limit: 501 }), ['limit'], 'at most 500');
      await expectFieldError(messages.list({ cursor: '%' }), ['cursor'], 'cursor');
    });
  });

  describe('rejected requests', () => {
    it('are listed and read with their raw request', async () => {
      const { rejected, send } = open().client;
      await send.now({ source: await makeSource(open()), message: { type: 'track', odd: 'é' } });
      const { items } = await rejected.list({ limit: 1 });
      expect(items).toMatchObject([{ status: 400, code: 'no_user_anon_id' }]);
      const detail = await rejected.get({ id: items[0]?.id ?? 0 });
      expect(detail.bodyText).toContain('"odd":"é"');
      expect(detail.request.headers.length).toBeGreaterThan(2);
      await expectError(rejected.get({ id: 999_999 }), 'not_found', 'Rejected');
    });
  });

  describe('deliveries', () => {
    it('are listed by state and destination, and read with their requests and responses', async () => {
      const { client, started } = open();
      const { target, destination, send } = await connectTarget(open());
      target.respond(reply(200, 'thanks', { 'X-Reply': 'yes' }));
      const id = await send();
      await started.followed.state(id, 'delivered');
      const { items } = await client.deliveries.list({
        destinationId: destination.id,
        state: 'delivered',
      });
      expect(items.map((delivery) => delivery.id)).toEqual([id]);
      const detail = await client.deliveries.get({ id });
      expect(detail).toMatchObject({
        ...items[0],
        bodyText: target.requests[0]?.body.toString(),
        expectedSignature: target.requests[0]?.header('x-signature'),
        destination: { enabled: true, problem: null },
        nextRequest: {
          method: 'POST',
          url: target.url,
          headers: target.requests[0]?.headers,
        },
        webhooks: [{ url: target.url, state: 'delivered', attempts: 1 }],
        attemptList: [
          {
            request: { method: 'POST', url: target.url, headers: target.requests[0]?.headers },
            response: { status: 200, body: { text: 'thanks' } },
            result: { outcome: 'accepted', code: null, params: {} },
          },
        ],
      });
      await expectError(client.deliveries.get({ id: 999_999 }), 'not_found', 'Delivery not found');
      const odd = { state: 'lost' } as unknown as { state: 'delivered' };
      await expectFieldError(client.deliveries.list(odd), ['state'], 'State must be one of');
    });

    it('are listed, counted and matched by a filter', async () => {
      const { client, started } = open();
      const { destination, send } = await connectTarget(open());
      const id = await send();
      await started.followed.state(id, 'delivered');
      const filter = `destination="${destination.name}" status=200 body.type:track`;
      const { items, nextCursor } = await client.deliveries.list({ filter });
      expect(items.map((delivery) => delivery.id)).toEqual([id]);
      expect(nextCursor).toBeNull();
      const none = await client.deliveries.list({ filter, state: 'waiting' });
      expect(none.items).toEqual([]);
      expect(await client.deliveries.count({ filter })).toEqual({ count: 1 });
      const counts = await client.deliveries.causes({ filter });
      expect(counts).toMatchObject({ states: { delivered: 1, refused: 0 }, causes: [] });
      expect(await client.deliveries.matching({ filter, ids: [id, 999_999] })).toEqual({
        ids: [id],
      });
      await expectFieldError(
        client.deliveries.list({ filter: 'state:lost' }),
        ['filter'],
        'Character 7: "lost" is not a valid value for state',
      );
      await expectFieldError(client.deliveries.count({ filter: '(' }), ['filter'], 'Character 1');
      await expectFieldError(
        client.deliveries.matching({ filter: '', ids: Array(1_001).fill(1) }),
        ['ids'],
        'at most 1000',
      );
    });

    it('are retried on command, unless they are in flight', async () => {
      const { client, started } = open();
      const { target, send } = await connectTarget(open());
      const released = Promise.withResolvers<void>();
      target.respond(when(released.promise, reply(200)));
      const id = await send();
      await target.received(1);
      await expectError(client.deliveries.retry({ id }), 'conflict', 'in flight');
      released.resolve();
      await started.followed.state(id, 'delivered');
      await expectError(client.deliveries.retry({ id }), 'conflict', 'Choose');
      expect(await client.deliveries.retry({ id, urls: [target.url] })).toMatchObject({ id });
      await target.received(2);
      await started.followed.until(() => started.followed.deliveries.get(id)?.attempts === 2);
      await expectError(
        client.deliveries.retry({ id: 999_999 }),
        'not_found',
        'Delivery not found',
      );
    });
  });
}
