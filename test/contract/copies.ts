/** Copies. */
import { describe, expect, it } from 'vitest';
import { reply } from '#test/support/target-responses.ts';
import { connectTarget } from './deliveries.ts';
import { expectError, expectFieldError } from './expect-error.ts';
import type { Connected } from './transports.ts';

export function describeCopies(open: () => Connected): void {
  describe('copies', () => {
    it('are previewed, sent, listed with their delivery and read byte for byte', async () => {
      const { client, started } = open();
      const { target, send } = await connectTarget(open());
      const deliveryId = await send();
      await started.followed.state(deliveryId, 'delivered');
      const ledger = await client.ledger.get();
      target.respond(reply(401, 'no'));
      const edit = {
        deliveryId,
        url: `${target.url}?by=hand`,
        headers: [['X-By', 'hand']] as [string, string][],
        body: '{"n":"é"}',
        secret: 'other',
        signing: 'upper_case' as const,
      };
      const preview = await client.copies.preview(edit);
      expect(target.requests).toHaveLength(1);
      const sent = await client.copies.send(edit);
      const request = await target.received(2);
      expect(sent).toMatchObject({
        ...preview,
        deliveryId,
        state: 'refused',
        status: 401,
        signatureFit: 'invalid',
        secretOrigin: 'typed',
        request: { method: 'POST', url: edit.url, headers: request.headers },
        body: { text: edit.body },
        attempt: { response: { body: { text: 'no' } } },
      });
      const { items } = await client.copies.list({ deliveryId });
      expect(items).toMatchObject([{ id: sent.id, signing: 'upper_case', status: 401 }]);
      expect(await client.copies.get({ id: sent.id })).toEqual(sent);
      const { copiesKept } = ledger;
      expect(await client.ledger.get()).toEqual({ ...ledger, copiesKept: copiesKept + 1 });
      const unedited = await client.copies.send({ deliveryId });
      expect(unedited).toMatchObject({ url: target.url, status: 200, signatureFit: 'valid' });
    });

    it('are rejected with the name of the invalid field', async () => {
      const { copies } = open().client;
      const { send } = await connectTarget(open());
      const deliveryId = await send();
      await expectFieldError(copies.send({ deliveryId, url: 'x' }), ['url'], 'http://');
      await expectFieldError(
        copies.preview({ deliveryId, headers: [['Host', 'x']] }),
        ['headers', 0],
        'is set automatically',
      );
      await expectFieldError(
        copies.preview({ deliveryId, signing: 'stale', secret: '' }),
        ['secret'],
        'needs a secret',
      );
      await expectError(copies.send({ deliveryId: 999_999 }), 'not_found', 'Delivery not found');
      await expectError(copies.list({ deliveryId: 999_999 }), 'not_found', 'Delivery not found');
      await expectError(copies.get({ id: 999_999 }), 'not_found', 'Copy not found');
    });
  });
}
