/** Samples, sending and previews. */
import { describe, expect, it } from 'vitest';
import { builtInProfiles } from '#shared/profiles/profiles.ts';
import { expectError, expectFieldError } from './expect-error.ts';
import type { Connected } from './transports.ts';

export const message = { type: 'track', userId: 'u', event: 'Contract' };

export async function makeSource({ client }: Pick<Connected, 'client'>): Promise<string> {
  const { id } = await client.sources.create({ name: `Sender ${crypto.randomUUID()}` });
  return id;
}

export function describeSending(open: () => Connected): void {
  describe('samples', () => {
    it('have events of each provider whose profile sends payloads', async () => {
      const samples = await open().client.samples.list();
      const providers = builtInProfiles.filter(({ body }) => body === 'payload');
      expect(new Set(samples.map(({ profile }) => profile))).toEqual(
        new Set([null, ...providers.map(({ id }) => id)]),
      );
      expect(new Set(samples.map(({ name }) => name)).size).toBe(samples.length);
    });

    it('are listed, one for each type', async () => {
      const samples = await open().client.samples.list();
      const types = samples.flatMap((sample) => (sample.kind === 'message' ? [sample.type] : []));
      expect(new Set(types).size).toBe(6);
    });
  });

  describe('sending', () => {
    it('returns when ingestion has responded to all messages', async () => {
      const source = await makeSource(open());
      const { send, messages } = open().client;
      const progress = await send.now({ source, message, count: 3 });
      expect(progress).toMatchObject({ sent: 3, count: 3, accepted: 3, rejected: 0 });
      expect(progress.messageIds).toHaveLength(3);
      expect((await messages.list({ limit: 1 })).items).toMatchObject([{ label: 'Contract' }]);
      expect(await send.now({ source, message: { type: 'track' } })).toMatchObject({
        rejected: 1,
        lastResponse: { status: 400, code: 'no_user_anon_id' },
      });
    });

    it('reports its progress to the end', async () => {
      const source = await makeSource(open());
      const seen: number[] = [];
      for await (const { sent } of await open().client.send.follow({ source, message, count: 20 }))
        seen.push(sent);
      expect(seen.at(-1)).toBe(20);
    });

    it('stops when its stream is closed', async () => {
      const { client, started, clock } = open();
      const source = await makeSource(open());
      const leaving = new AbortController();
      const request = { source, message, count: 100, perSecond: 1 };
      const following = await client.send.follow(request, { signal: leaving.signal });
      expect((await following.next()).value).toMatchObject({ sent: 1 });
      const nextAt = clock.now() + 1_000;
      await clock.scheduled(nextAt);
      const { accepted } = started.core.ledger.get();
      leaving.abort();
      await clock.cancelled(nextAt);
      clock.advance(60_000);
      expect((await client.ledger.get()).accepted).toBe(accepted);
    });

    it('is cancelled by ID, and reports how many messages were sent', async () => {
      const { client, started, clock } = open();
      const source = await makeSource(open());
      const run = `run ${source}`;
      const before = started.core.ledger.get().accepted;
      const following = await client.send.follow({
        source,
        message,
        count: 100,
        perSecond: 1,
        run,
      });
      expect((await following.next()).value).toMatchObject({ sent: 1 });
      await clock.scheduled(clock.now() + 1_000);
      await client.send.cancel({ run });
      expect((await following.next()).done).toBe(true);
      expect(started.core.ledger.get().accepted - before).toBe(1);
      await expectError(client.send.cancel({ run }), 'not_found', 'Send not found');
    });

    it('is rejected with the name of the invalid field', async () => {
      const { send } = open().client;
      const source = await makeSource(open());
      await expectFieldError(send.now({ source, sample: 'nothing' }), ['sample'], '"nothing"');
      await expectFieldError(
        send.now({ sample: 'nothing', destinationId: 'dst_1' }),
        ['sample'],
        '"nothing"',
      );
      await expectFieldError(send.now({ source }), ['message'], 'sample');
      await expectFieldError(send.now({ payload: '{}' }), ['destinationId'], 'destination');
      await expectFieldError(
        send.now({ source, message, destinationId: 'dst_1' }),
        ['destinationId'],
        'source',
      );
      await expectFieldError(send.now({ source: 'Unknown', message }), ['source'], 'Unknown');
      await expectFieldError(send.now({ source, message, count: 0 }), ['count'], 'at least 1');
      await expectError(
        send.follow({ source: 'Unknown', message }).then((following) => following.next()),
        'bad_request',
        'Unknown',
      );
    });

    it('is previewed without sending anything', async () => {
      const { client, started } = open();
      const source = await makeSource(open());
      const url = 'http://127.0.0.1:9/preview';
      await client.destinations.create({
        name: `Preview ${source}`,
        sourceIds: [source],
        webhookUrl: url,
        sharedSecret: 's',
      });
      const before = started.core.ledger.get();
      const preview = await client.send.preview({ source, message });
      expect(preview).toMatchObject({
        rejection: null,
        deliveries: [{ notSent: null, signed: true, requests: [{ url }] }],
      });
      expect(preview.deliveries[0]?.bodyText).toContain('"event":"Contract"');
      expect(started.core.ledger.get()).toEqual(before);
      await expectFieldError(
        client.send.preview({ source: 'Unknown', message }),
        ['source'],
        'Unknown',
      );
    });

    it('can be a request that is read from a cURL command or a HAR', async () => {
      const { send } = open().client;
      const url = 'http://127.0.0.1:9/a';
      expect(await send.readRequest({ text: `curl -X PUT -d é ${url}` })).toMatchObject({
        kind: 'request',
        request: { method: 'PUT', url },
        body: { text: 'é', byteLength: 2 },
      });
      const entries = [1, 2].map((n) => ({ request: { method: 'GET', url: `${url}${n}` } }));
      const text = JSON.stringify({ log: { entries } });
      expect(await send.readRequest({ text })).toMatchObject({ kind: 'entries', entryCount: 2 });
      expect(await send.readRequest({ text, entry: 2 })).toMatchObject({
        request: { url: `${url}2` },
      });
      await expectFieldError(send.readRequest({ text, entry: 3 }), ['entry'], '2 entries');
      await expectFieldError(send.readRequest({ text: 'curl "' }), ['text'], 'not closed');
    });
  });
}
