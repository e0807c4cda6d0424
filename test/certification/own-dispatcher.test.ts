/** The product certifies itself: its dispatcher follows its profiles, on virtual clocks. */
import { createServer } from 'node:http';
import {
  type AddressInfo,
  connect as connectTcp,
  createServer as createTcpServer,
  type Server,
  type Socket,
} from 'node:net';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { certifySender } from '#main/certification/sender/certify-sender.ts';
import { openGate } from '#main/kit/http-client/send-gate.ts';
import type { Sandbox } from '#main/kit/sandbox.ts';
import { publicKeyText } from '#main/signatures/signing/profile-signature.ts';
import { SenderCertificationRequest, type SenderReport } from '#shared/certification/sender.ts';
import { NewDestination, type ProfileChoice } from '#shared/connections/destination.ts';
import { NewSource } from '#shared/connections/source.ts';
import { ProviderProfile } from '#shared/profiles/profile.ts';
import { builtInProfiles, profileOf, takesPayloads } from '#shared/profiles/profiles.ts';
import { SendRequest } from '#shared/sending/send.ts';
import { providerVerifiers } from '#test/deliveries/dispatch/provider-verifiers.ts';
import { FakeClock } from '#test/support/fake-clock.ts';
import { basic, post } from '#test/support/ingest-client.ts';
import { openCore, type StartedCore } from '#test/support/start-core.ts';
import { certificationTools, issuer } from './senders/certify.ts';
import { inVirtualTime } from './senders/virtual-time.ts';

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
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}/`, port, close: () => void server.close() };
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
  const connections = new Map<Socket, Socket>();
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
        connections.set(incoming, outgoing);
        outgoing.once('close', () => connections.delete(incoming));
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
    /** The port that it sends from for a port of the sender; the same port if it doesn't. */
    portOf: (port: number | undefined): number | undefined =>
      [...connections].find(([{ remotePort }]) => remotePort === port)?.[1].localPort ?? port,
    /** Where it listens. */
    ports: () => servers.map((server) => (server.address() as AddressInfo).port),
    close() {
      for (const server of servers) server.close();
    },
  };
}

type Proxy = Awaited<ReturnType<typeof startChangingProxy>>;

/** Durations of the dispatcher's requests on a clock, with what it has open. */
function watchDispatcher(clockOf: () => FakeClock) {
  const sockets = new Set<Socket>();
  const attempts = new Set<{ socket: Socket | undefined }>();
  const sandbox: Sandbox = {
    seed: 0,
    gate: openGate,
    time: {
      elapsedMs: () => clockOf().now(),
      after: (delayMs, run) => clockOf().at(clockOf().now() + delayMs, run),
    },
    admit() {
      const attempt: { socket: Socket | undefined } = { socket: undefined };
      attempts.add(attempt);
      return Promise.resolve({
        started(socket) {
          attempt.socket = socket;
        },
        ended: () => void attempts.delete(attempt),
      });
    },
    opened(socket) {
      sockets.add(socket);
      socket.once('close', () => sockets.delete(socket));
    },
    accepted: () => undefined,
    hold: () => () => undefined,
    timeHeader: null,
  };
  return {
    sandbox,
    requestPorts: () => [...attempts].map(({ socket }) => socket?.localPort),
    openPorts: () => [...sockets].filter((of) => !of.destroyed).map(({ localPort }) => localPort),
  };
}

/** Of the certification and of network timeouts: what would be real time. */
const machineClock = new FakeClock();
/** Of retries; the certification sets it. */
const senderClock = new FakeClock();
/** Of timeouts. */
let timeoutClock = machineClock;
const dispatcher = watchDispatcher(() => timeoutClock);
let started: StartedCore;
let created = 0;

beforeAll(async () => {
  started = await openCore({ clock: senderClock, sandbox: dispatcher.sandbox });
  const { certificate: pem } = await issuer.issuingPair();
  await started.core.certificateAuthorities.create({ pem });
});
afterAll(() => started.stop());

async function certifyProduct(
  profile: string,
  secret: string,
  { proxy, sent = profile }: { readonly proxy?: Proxy; readonly sent?: ProfileChoice } = {},
): Promise<SenderReport> {
  const { core } = started;
  // The certification starts with the sender's clock at its own time.
  machineClock.advanceTo(senderClock.now());
  const shared = { profile: sent, sharedSecret: secret };
  const destinations = new Map<string, string>();

  async function destinationFor(url: string): Promise<string> {
    const known = destinations.get(url);
    if (known !== undefined) return known;
    created += 1;
    const name = `Destination ${created}`;
    const writeKey = `key-${created}`;
    const { id: sourceId } = await core.sources.create(NewSource.parse({ name, writeKey }));
    const { id } = await core.destinations.create(
      NewDestination.parse({
        name,
        ...shared,
        sourceIds: [sourceId],
        webhooks: [{ url: (await proxy?.through(url)) ?? url }],
      }),
    );
    const key = takesPayloads({ profile }) ? id : writeKey;
    destinations.set(url, key);
    return key;
  }

  const control = await listen(async ({ now, url, marker = '' }) => {
    if (now !== undefined) senderClock.advanceTo(Date.parse(now));
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
    maxTimeMs: 3_600_000,
    ...(signature.kind !== 'none' && {
      skip: [{ code: 'rotation', reason: 'Destinations have one secret.' }],
    }),
  });
  const ports = [control.port, Number(new URL(core.ingestUrl ?? '').port)];
  const portOf = proxy?.portOf ?? ((port) => port);
  const last = await inVirtualTime(
    machineClock,
    {
      get ports() {
        return [...ports, ...(proxy?.ports() ?? [])];
      },
      requestPorts: () => dispatcher.requestPorts().map(portOf),
      openPorts: () => new Set(dispatcher.openPorts().map(portOf)),
      isBusy: () => core.busyParts().length > 0,
    },
    async () => {
      let last: SenderReport | undefined;
      for await (const report of certifySender(
        { ...certificationTools, clock: machineClock },
        request,
      ))
        last = report;
      return last;
    },
  );
  control.close();
  // What is still to be retried would go on.
  for (const { id } of core.destinations.list()) await core.destinations.remove({ id });
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

describe('the dispatcher', () => {
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

  describe('with a clock that is set', () => {
    const svix = profileOf({ profile: 'svix' });
    if (svix.retries.kind !== 'delays') throw new Error('Svix has a list of delays.');
    const { retries } = svix;
    const failedWith = async (changed: Partial<typeof retries>) => {
      const sent = ProviderProfile.parse({
        ...{ ...svix, id: 'changed', retries: { ...retries, ...changed } },
      });
      const { results } = await certifyProduct('svix', secretOf('svix'), { sent });
      return results.filter(({ outcome }) => outcome === 'failed').map(({ code }) => code);
    };

    it('is not certified without random delays', async () => {
      expect(await failedWith({ jitter: { minus: 0, plus: 0 } })).toEqual(['jitter']);
    });

    it.each([16_500, 22_000, 30_000])(
      'is certified with any time limit that is documented, such as %i ms',
      async (timeLimitMs) => {
        timeoutClock = senderClock;
        onTestFinished(() => {
          timeoutClock = machineClock;
        });
        const limits = { timeLimitMs, timeLimitMaxMs: null };
        const sent = ProviderProfile.parse({ ...svix, ...limits, id: 'changed' });
        const { results } = await certifyProduct('svix', secretOf('svix'), { sent });
        expect(results.filter(({ outcome }) => outcome !== 'passed')).toMatchObject([
          { code: 'rotation', outcome: 'skipped' },
        ]);
      },
    );

    it('is not certified if it retries much later what must not be retried', async () => {
      const github = profileOf({ profile: 'github' });
      const sent = ProviderProfile.parse({
        ...{ ...github, id: 'changed' },
        success: { ...github.success, notRetried: [], retried: ['4xx', '5xx'] },
        retries: { ...retries, delaysMs: [60_000, 60_000] },
      });
      const { results, verdict } = await certifyProduct('github', secretOf('github'), { sent });
      expect(verdict).toBe('failed');
      expect(results.find(({ code }) => code === 'retry_server_error')?.outcome).toBe('failed');
    });

    it('is not certified if it retries too early', async () => {
      const delaysMs = retries.delaysMs.map((ms) => ms * 0.3);
      expect(await failedWith({ delaysMs })).toContain('backoff');
    });
  });

  it('is not certified if retries have another body', async () => {
    const proxy = await startChangingProxy();
    // Unsigned: a signature would be wrong, too.
    const { results, verdict } = await certifyProduct('rudderstack', '', { proxy });
    proxy.close();
    expect(results.filter(({ outcome }) => outcome === 'failed').map(({ code }) => code)).toEqual([
      'same_body',
    ]);
    expect(verdict).toBe('failed');
  });
});
