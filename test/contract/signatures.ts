/** Checking and diagnosing signatures. */
import { request } from 'undici';
import { describe, expect, it } from 'vitest';
import { sign } from '#test/support/sign.ts';
import { reply } from '#test/support/target-responses.ts';
import { tokenProfile } from '#test/support/token-profile.ts';
import { connectTarget } from './deliveries.ts';
import { expectError, expectFieldError } from './expect-error.ts';
import type { Connected } from './transports.ts';

export function describeSignatures(open: () => Connected): void {
  describe('signatures', () => {
    it('are checked, from pasted text or a delivery', async () => {
      const { signatures } = open().client;
      const pasted = { body: '{"é":1}', secret: 's' };
      const observed = sign('s', pasted.body);
      expect(await signatures.check({ ...pasted, observed })).toMatchObject({
        valid: true,
        digest: observed,
        hashed: { byteLength: 8, text: '{"é":1}', hex: '7b22c3a9223a317d' },
      });
      const { send, target } = await connectTarget(open());
      const deliveryId = await send();
      const { header } = await target.received(1);
      const received = header('x-signature') ?? '';
      expect(await signatures.check({ deliveryId, observed: received })).toMatchObject({
        valid: true,
      });
      expect(
        await signatures.check({ deliveryId, secret: 'other', observed: received }),
      ).toMatchObject({ valid: false });
    });

    it('are diagnosed with the secrets of the other destinations', async () => {
      const { signatures, destinations } = open().client;
      const body = '{"url":"/a/b"}';
      const observed = sign('s', '{"url":"\\/a\\/b"}');
      expect(
        await signatures.diagnose({ body, secret: 's', observed, language: 'php' }),
      ).toMatchObject({
        verdict: 'explained',
        digest: sign('s', body),
        causes: [{ code: 'json_php', fix: expect.stringContaining('php://input') }],
      });
      const { name } = await destinations.create({
        name: `Elsewhere ${crypto.randomUUID()}`,
        sharedSecret: 'of elsewhere',
      });
      const { send, target } = await connectTarget(open());
      const deliveryId = await send();
      const sent = (await target.received(1)).body.toString();
      expect(
        await signatures.diagnose({ deliveryId, observed: sign('of elsewhere', sent) }),
      ).toMatchObject({
        causes: [{ code: 'secret_of_other_destination', message: expect.stringContaining(name) }],
      });
      const previous = { deliveryId, observed: sign('old', sent) };
      expect(await signatures.diagnose(previous)).toMatchObject({ verdict: 'unexplained' });
      expect(await signatures.diagnose({ ...previous, previousSecret: 'old' })).toMatchObject({
        causes: [{ code: 'secret_previous' }],
      });
      expect(await signatures.diagnose({ ...previous, otherSecrets: ['old'] })).toMatchObject({
        causes: [{ code: 'secret_of_other_destination' }],
      });
    });

    it('of an attempt are diagnosed by the digest in its response', async () => {
      const { client, started } = open();
      const { send, target } = await connectTarget(open());
      const silent = await send();
      await started.followed.state(silent, 'delivered');
      const [quiet] = (await client.deliveries.get({ id: silent })).attemptList;
      const ofSilent = { id: silent, attemptId: quiet?.id ?? 0 };
      expect(await client.signatures.diagnoseAttempt(ofSilent)).toEqual({ diagnosis: null });
      target.respond((exchange) => reply(401, sign('another', exchange.request.body))(exchange));
      const other = await client.destinations.create({
        name: `Other ${crypto.randomUUID()}`,
        sharedSecret: 'another',
      });
      const id = await send();
      await started.followed.state(id, 'refused');
      const [attempt] = (await client.deliveries.get({ id })).attemptList;
      const found = await client.signatures.diagnoseAttempt({ id, attemptId: attempt?.id ?? 0 });
      expect(found).toMatchObject({
        diagnosis: {
          verdict: 'explained',
          causes: [
            {
              code: 'secret_of_other_destination',
              difference: { of: 'secret', expected: '[redacted]', found: '[redacted]' },
            },
          ],
        },
      });
      // The right signature of the body.
      expect(found.diagnosis).not.toHaveProperty('digest');
      // The content may hold a secret of the URL.
      expect(found.diagnosis).not.toHaveProperty('bytes');
      await client.destinations.remove({ id: other.id });
      await expectError(
        client.signatures.diagnoseAttempt({ id, attemptId: 999_999 }),
        'not_found',
        'Attempt not found',
      );
    });

    it('of a rotated secret are recognized from earlier deliveries', async () => {
      const { signatures, destinations } = open().client;
      const { send, target, destination } = await connectTarget(open());
      await destinations.update({ id: destination.id, sharedSecret: 'former' });
      const deliveryId = await send();
      const observed = (await target.received(1)).header('x-signature') ?? '';
      await open().started.followed.state(deliveryId, 'delivered');
      await destinations.update({ id: destination.id, sharedSecret: 'new' });
      expect(await signatures.diagnose({ deliveryId, observed })).toMatchObject({
        verdict: 'explained',
        causes: [{ code: 'secret_previous', message: expect.stringContaining('previous') }],
      });
    });

    it('are taken from the log of a mock endpoint, byte for byte', async () => {
      const { signatures, mocks, mockRequests } = open().client;
      const mock = await mocks.create({
        name: `log-${crypto.randomUUID()}`,
        secret: 'of the mock endpoint',
        steps: [{ status: 200 }],
      });
      const latin1 = Buffer.from('{"name":"Zo\u00eb"}', 'latin1');
      await request(mock.url ?? '', {
        method: 'POST',
        headers: { 'x-signature': sign('of the mock endpoint', latin1) },
        body: latin1,
      }).then(({ body }) => body.dump());
      const { items } = await mockRequests.list({ id: mock.id });
      const received = { mockId: mock.id, requestId: items[0]?.id ?? 0 };
      const observed = sign('of the mock endpoint', latin1);
      expect(await signatures.check({ received, observed })).toMatchObject({
        valid: true,
        hashed: { hex: latin1.toString('hex') },
      });
      expect(
        await signatures.diagnose({
          body: '{}',
          secret: 's',
          observed: sign('of the mock endpoint', '{}'),
        }),
      ).toMatchObject({
        causes: [{ message: expect.stringContaining(`the mock endpoint "${mock.name}"`) }],
      });
      await expectError(
        signatures.check({ received: { ...received, requestId: 999_999 }, observed }),
        'not_found',
        'Request not found',
      );
    });

    it('of another profile are explained step by step, from the log of a mock endpoint and a delivery', async () => {
      const { client, started } = open();
      const secret = 'whsec_as_typed';
      const mock = await client.mocks.create({
        name: `stripe-${crypto.randomUUID()}`,
        secret,
        steps: [{ status: 200 }],
      });
      const { id: destinationId } = await client.destinations.create({
        name: `Stripe ${crypto.randomUUID()}`,
        profile: 'stripe',
        sharedSecret: secret,
        webhookUrl: mock.url ?? '',
      });
      const samples = await client.samples.list();
      const sample = samples.find(({ profile }) => profile === 'stripe')?.name ?? '';
      await client.send.now({ sample, destinationId });
      const deliveries = await client.deliveries.list({ destinationId, limit: 1 });
      const deliveryId = deliveries.items[0]?.id ?? 0;
      await started.followed.state(deliveryId, 'delivered');
      const { items } = await client.mockRequests.list({ id: mock.id });
      const received = { mockId: mock.id, requestId: items[0]?.id ?? 0 };
      for (const source of [{ received }, { deliveryId }]) {
        const { valid, explanation } = await client.signatures.check(source);
        expect([valid, explanation.profile]).toEqual([true, 'stripe']);
        expect(explanation.steps.map(({ code, status }) => `${code} ${status}`)).toEqual([
          'header passed',
          'parts passed',
          'timestamp passed',
          'key passed',
          'content info',
          'algorithm info',
          'expected passed',
          'result passed',
        ]);
        expect(JSON.stringify(explanation)).not.toContain(secret);
        expect(await client.signatures.check({ ...source, secret: 'as_typed' })).toMatchObject({
          valid: false,
          explanation: { verdict: 'mismatch' },
        });
      }
    });

    it('that are valid but rejected get a next step', async () => {
      const { client, started } = open();
      await client.sources.create({ name: `GitHub ${crypto.randomUUID()}` });
      const mock = await client.mocks.create({
        name: `github-${crypto.randomUUID()}`,
        steps: [{ status: 401 }],
      });
      const { id: destinationId } = await client.destinations.create({
        name: `GitHub ${crypto.randomUUID()}`,
        profile: 'github',
        sharedSecret: 's3cret ',
        webhookUrl: mock.url ?? '',
      });
      await client.send.now({ sample: 'github.push', destinationId });
      const { items } = await client.deliveries.list({ destinationId, limit: 1 });
      const deliveryId = items[0]?.id ?? 0;
      await started.followed.state(deliveryId, 'refused');
      const checked = await client.signatures.check({ deliveryId });
      expect(checked).toMatchObject({ valid: true, hints: [{ code: 'receiver_differs' }] });
      expect(await client.signatures.diagnose({ deliveryId })).toMatchObject({
        verdict: 'valid',
        message: expect.stringMatching(/digest.*whitespace/),
      });
      const observed = checked.digest;
      expect(await client.signatures.check({ deliveryId, observed })).toMatchObject({
        hints: [{ code: 'header_lookup' }],
      });
      const { verdict, message } = await client.signatures.diagnose({ deliveryId, observed });
      expect([verdict, message]).toEqual(['valid', expect.not.stringContaining('digest')]);
    });

    it('require the definition if no destination uses it anymore', async () => {
      const { client, started } = open();
      const secret = 's3cret';
      const mock = await client.mocks.create({
        name: `acme-${crypto.randomUUID()}`,
        secret,
        steps: [{ status: 200 }],
      });
      const { id } = await client.destinations.create({
        name: `Acme ${crypto.randomUUID()}`,
        profile: tokenProfile,
        sharedSecret: secret,
        webhookUrl: mock.url ?? '',
      });
      await client.send.now({ payload: '{}', event: 'paid', destinationId: id });
      const { items } = await client.deliveries.list({ destinationId: id, limit: 1 });
      await started.followed.state(items[0]?.id ?? 0, 'delivered');
      const entries = await client.mockRequests.list({ id: mock.id });
      const received = { mockId: mock.id, requestId: entries.items[0]?.id ?? 0 };
      await client.destinations.update({ id, webhookUrl: 'http://127.0.0.1:9/' });
      expect(await client.signatures.check({ received })).toMatchObject({ valid: true });
      await client.destinations.update({ id, profile: 'stripe' });
      await expectFieldError(client.signatures.check({ received }), ['profile'], '"acme"');
      await expectFieldError(client.signatures.diagnose({ received }), ['profile'], '"acme"');
      expect(await client.signatures.check({ received, profile: tokenProfile })).toMatchObject({
        valid: true,
      });
    });

    it('are rejected with the missing or invalid field', async () => {
      const { signatures } = open().client;
      const observed = 'x';
      await expectFieldError(signatures.check({ secret: 's', observed }), ['body'], 'missing');
      await expectFieldError(signatures.diagnose({ body: 'b', observed }), ['secret'], 'missing');
      const odd = { body: 'b', secret: 's', observed, language: 'cobol' as 'go' };
      await expectFieldError(signatures.diagnose(odd), ['language'], 'one of node, python');
      await expectError(
        signatures.check({ deliveryId: 999_999, observed }),
        'not_found',
        'Delivery not found',
      );
    });
  });
}
