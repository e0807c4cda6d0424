/** The product certifies itself: its dispatcher follows its profiles, in virtual time. */
import { createServer } from 'node:http';
import {
  type AddressInfo,
  connect as connectTcp,
  createServer as createTcpServer,
  type Server,
} from 'node:net';
import { describe, expect, it } from 'vitest';
import { createCertificateIssuer } from '#core/certificates/development-ca.ts';
import { reachableBy } from '#core/certificates/host-names.ts';
import { createReceiverCertificates } from '#core/certificates/receiver-certificates.ts';
import { certifySender } from '#core/certification/sender/certify-sender.ts';
import { realClock } from '#core/clock/real-clock.ts';
import { createTrust } from '#core/http-client/trust.ts';
import { publicKeyText } from '#core/routing/profile-signature.ts';
import { systemRandom } from '#core/system-random.ts';
import { plainSecretBox } from '#headless/plain-secret-box.ts';
import { builtInProfiles, profileOf, takesPayloads } from '#shared/profiles/profiles.ts';
import { NewDestination } from '#shared/schemas/destination.ts';
import { SendRequest } from '#shared/schemas/send.ts';
import {
  SenderCertificationRequest,
  type SenderReport,
} from '#shared/schemas/sender-certification.ts';
import { NewSource } from '#shared/schemas/source.ts';
import { providerVerifiers } from '#test/core/dispatch/provider-verifiers.ts';
import { FakeClock } from '#test/support/fake-clock.ts';
import { basic, post } from '#test/support/ingest-client.ts';
import { openCore } from '#test/support/start-core.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';

interface Command {
  readonly now?: string;
  readonly url?: string;
  readonly marker?: string;
}

/** Trigger and clock of the sender. */
async function listen(run: (command: Command) => Promise<void>) {
  const server = createServer(async (incoming, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of incoming) chunks.push(chunk);
    await run(JSON.parse(Buffer.concat(chunks).toString()));
    response.end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  return { url, close: () => void server.close() };
}

/** Of providers whose events are no JSON object. */
const payloads: Readonly<Record<string, (marker: string) => string>> = {
  twilio: (marker) => new URLSearchParams({ Body: marker, From: '+15005550006' }).toString(),
  hubspot: (marker) => JSON.stringify([{ eventId: 1, attemptNumber: 0, marker }]),
  sendgrid: (marker) => `${JSON.stringify([{ event: 'delivered', marker }])}\r\n`,
};

/** A proxy that changes the bodies of retries: the byte after a marker that it has seen before. */
async function startChangingProxy() {
  const seen = new Set<string>();
  const servers: Server[] = [];
  const changed = (chunk: Buffer): Buffer => {
    const marker = /certify-[\w-]+/.exec(chunk.toString('latin1'));
    if (marker === null) return chunk;
    const isRetry = seen.has(marker[0]);
    seen.add(marker[0]);
    return isRetry
      ? Buffer.from(chunk.toString('latin1').replace('Order Paid', 'Order PAID'), 'latin1')
      : chunk;
  };
  return {
    /** The URL of the proxy for a URL. */
    async through(url: string): Promise<string> {
      const { protocol, port, pathname, search } = new URL(url);
      if (protocol !== 'http:') return url;
      const server = createTcpServer((incoming) => {
        const outgoing = connectTcp(Number(port), '127.0.0.1');
        incoming.on('data', (chunk) => outgoing.write(changed(chunk)));
        outgoing.pipe(incoming);
        for (const [from, to] of [
          [incoming, outgoing],
          [outgoing, incoming],
        ] as const) {
          from.on('error', () => to.resetAndDestroy());
          from.on('close', () => to.destroy());
        }
      });
      servers.push(server);
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
      return `http://127.0.0.1:${(server.address() as AddressInfo).port}${pathname}${search}`;
    },
    close() {
      for (const server of servers) server.close();
    },
  };
}

async function certifyProduct(
  profile: string,
  secret: string,
  through: (url: string) => string | Promise<string> = (url) => url,
): Promise<SenderReport> {
  const issuer = createCertificateIssuer(temporaryFolder(), plainSecretBox, systemRandom);
  const clock = new FakeClock();
  const { core, stop } = await openCore({ clock });
  const { certificate: pem } = await issuer.issuingPair();
  await core.certificateAuthorities.create({ pem });
  const shared = { profile, sharedSecret: secret };
  const destinations = new Map<string, string>();

  async function destinationFor(url: string): Promise<string> {
    const known = destinations.get(url);
    if (known !== undefined) return known;
    const name = `Destination ${destinations.size}`;
    const writeKey = `key-${destinations.size}`;
    const { id: sourceId } = await core.sources.create(NewSource.parse({ name, writeKey }));
    const { id } = await core.destinations.create(
      NewDestination.parse({
        name,
        ...shared,
        sourceIds: [sourceId],
        webhooks: [{ url: await through(url) }],
      }),
    );
    const key = takesPayloads({ profile }) ? id : writeKey;
    destinations.set(url, key);
    return key;
  }

  const control = await listen(async ({ now, url, marker = '' }) => {
    if (now !== undefined) clock.advanceTo(Date.parse(now));
    if (url === undefined) return;
    const key = await destinationFor(url);
    if (takesPayloads({ profile })) {
      const payload = payloads[profile]?.(marker) ?? JSON.stringify({ marker });
      await core.send.now(SendRequest.parse({ payload, event: 'order.paid', destinationId: key }));
      return;
    }
    const message = { type: 'track', userId: 'u1', event: 'Order Paid', properties: { marker } };
    await post(core, '/v1/track', message, { authorization: basic(key) });
  });

  const { signature } = profileOf({ profile });
  const publicKey = 'content' in signature ? publicKeyText(signature, secret) : null;
  const request = SenderCertificationRequest.parse({
    profile,
    secret: publicKey ?? secret,
    triggerUrl: control.url,
    clockUrl: control.url,
    maxTimeMs: 120_000,
    ...(signature.kind !== 'none' && {
      skip: [{ code: 'rotation', reason: 'Destinations have one secret.' }],
    }),
  });
  const tools = {
    trust: createTrust(() => []),
    clock: realClock,
    random: systemRandom,
    host: '127.0.0.1',
    certificates: createReceiverCertificates(issuer, systemRandom, reachableBy('127.0.0.1')),
  };
  let last: SenderReport | undefined;
  for await (const report of certifySender(tools, request)) last = report;
  control.close();
  await stop();
  if (last === undefined) throw new Error('There was no report.');
  return last;
}

const whsec = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';

const secretOf = (profile: string): string => {
  const { signature } = profileOf({ profile });
  if (signature.kind === 'none') return '';
  const own = 'keyPrefix' in signature && signature.keyPrefix !== '' ? whsec : 's3cret-s3cret';
  return providerVerifiers[profile]?.secret ?? own;
};

// Nearly all of the time is waiting for timeouts, in real time.
describe.concurrent('the dispatcher', () => {
  // Shopify removes a URL after 8 failures in a row, of which a certification causes more.
  const certified = builtInProfiles.map(({ id }) => id).filter((id) => id !== 'shopify');
  it.each(certified)('is certified by %s', async (profile) => {
    const { results, verdict } = await certifyProduct(profile, secretOf(profile));
    const differing = results.filter(
      ({ outcome }) => outcome !== 'passed' && outcome !== 'skipped',
    );
    expect(differing.map(({ code, outcome, message }) => [code, outcome, message])).toEqual([]);
    expect(verdict).toBe('certified');
  });

  it('is not certified if retries have another body', async () => {
    const proxy = await startChangingProxy();
    // Unsigned: a signature would be wrong, too.
    const { results, verdict } = await certifyProduct('rudderstack', '', proxy.through);
    proxy.close();
    expect(results.filter(({ outcome }) => outcome === 'failed').map(({ code }) => code)).toEqual([
      'same_body',
    ]);
    expect(verdict).toBe('failed');
  });
});
