/** Exports. */
import { describe, expect, it } from 'vitest';
import { connectTarget } from './deliveries.ts';
import { expectError, expectFieldError } from './expect-error.ts';
import type { Connected } from './transports.ts';

export function describeExports(open: () => Connected): void {
  describe('exports', () => {
    it('are planned, started, read piece by piece and cancelled', async () => {
      const { client, started } = open();
      const { send } = await connectTarget(open());
      const deliveryId = await send();
      await started.followed.state(deliveryId, 'delivered');
      const filter = 'state:delivered';
      const plan = await client.exports.plan({ filter });
      expect(plan.count).toBeGreaterThan(0);
      expect(plan.bytesPerDelivery?.jsonl).toBeGreaterThan(100);
      const request = { format: 'jsonl', filter, upTo: plan.upTo } as const;
      const { id, name, mediaType } = await client.exports.create(request);
      expect(name).toMatch(/\.jsonl$/);
      expect(mediaType).toBe('application/x-ndjson');
      let text = '';
      for (let done = false; !done; ) {
        const piece = await client.exports.read({ id });
        text += Buffer.from(piece.base64, 'base64').toString();
        done = piece.done;
        if (done) expect(piece).toMatchObject({ bytes: Buffer.byteLength(text) });
      }
      expect(text).toContain(`"id":${deliveryId},`);
      const other = await client.exports.create({ format: 'har', deliveryId, secrets: true });
      await client.exports.cancel({ id: other.id });
      await expectError(client.exports.read({ id: other.id }), 'not_found', 'Export not found');
    });

    it('of a mock endpoint have the requests of its log', async () => {
      const { client, started } = open();
      const { id, name, url } = await client.mocks.create({ name: `r-${crypto.randomUUID()}` });
      for (const body of ['one', 'x'.repeat(70_000)])
        await fetch(url ?? '', { method: 'PUT', body });
      const [long, short] = await started.followed.until(() => {
        const { items } = started.core.mockRequests.list({ id, limit: 9 });
        return items.length === 2 && items;
      });
      const plan = await client.exports.plan({ mockId: name });
      expect(plan).toMatchObject({ count: 2, bytesPerDelivery: null });
      const file = async (request: object) => {
        const created = await client.exports.create({
          mockId: id,
          format: 'jsonl',
          ...request,
        });
        const piece = await client.exports.read({ id: created.id });
        return { ...created, text: Buffer.from(piece.base64, 'base64').toString(), ...piece };
      };
      const log = await file({ upTo: plan.upTo });
      expect(log).toMatchObject({ done: true, deliveries: 2 });
      const lines = log.text.trim().split('\n');
      expect(lines.map((line) => JSON.parse(line).id)).toEqual([long?.id, short?.id]);
      const requestId = short?.id ?? 0;
      const har = await file({ format: 'har', requestId });
      expect(har.name).toBe(`hookwright-${name}-request-${requestId}.har`);
      expect(JSON.parse(har.text).log.entries).toMatchObject([
        { request: { method: 'PUT', url, postData: { text: 'one' } }, response: { status: 200 } },
      ]);
      await expectFieldError(file({ filter: 'age<1h' }), ['filter'], 'selects deliveries');
      await expectFieldError(
        client.exports.create({ format: 'har', requestId }),
        ['requestId'],
        'requires mockId',
      );
      await expectError(file({ mockId: 'mock_x' }), 'not_found', 'Mock endpoint not found');
      await expectError(file({ requestId: 999_999 }), 'not_found', 'Request not found');
      await expectError(
        file({ format: 'fixtures', requestId: long?.id }),
        'body_truncated',
        'not recorded completely',
      );
    });

    it('are rejected with the name of the invalid field', async () => {
      const { exports } = open().client;
      await expectFieldError(
        exports.create({ format: 'pdf' as 'har' }),
        ['format'],
        'one of curl, har, jsonl, fixtures',
      );
      await expectFieldError(exports.plan({ filter: 'state:' }), ['filter'], 'Character');
      await expectError(
        exports.create({ format: 'har', deliveryId: 999_999 }),
        'not_found',
        'Delivery not found',
      );
    });
  });
}
