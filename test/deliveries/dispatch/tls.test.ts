/** Invalid certificates: no request is sent, whatever the reason (spec 4.1 rule 2, D30). */
import type { TlsOptions } from 'node:tls';
import { describe, expect, it } from 'vitest';
import { UntrustedWorkspaceError } from '#main/kit/http-client/attempt-result.ts';
import { sendOnce } from '#main/kit/http-client/connection.ts';
import type { SendGate } from '#main/kit/http-client/send-gate.ts';
import { createTrust } from '#main/kit/http-client/trusted-certificates.ts';
import { resultText } from '#shared/deliveries/text.ts';
import { connect, steadyRetry } from '#test/support/builders.ts';
import {
  type Certificate,
  makeAuthority,
  makeCertificate,
  tomorrow,
  yesterday,
} from '#test/support/certificate.ts';
import { FakeClock } from '#test/support/fake-clock.ts';
import { FakeSocketTime } from '#test/support/fake-socket-time.ts';
import { send, track } from '#test/support/ingest-client.ts';
import { startCore } from '#test/support/start-core.ts';
import { reply } from '#test/support/target-responses.ts';
import { deadUrl, startTarget, type Target } from '#test/support/target-server.ts';

const authority = makeAuthority();

async function started(certificate: Pick<Certificate, 'key' | 'cert'>, trusted = [authority]) {
  const clock = new FakeClock();
  const { core, followed } = await startCore({ clock });
  for (const { cert } of trusted) await core.certificateAuthorities.create({ pem: cert });
  const target = await startTarget({ tls: certificate });
  return { clock, core, followed, target };
}

describe('a webhook whose certificate', () => {
  const blockedCertificates: readonly (readonly [string, string, () => Certificate])[] = [
    ['is self-signed', 'self_signed', () => makeCertificate()],
    [
      'is self-signed and marked as an authority',
      'self_signed',
      () => makeCertificate({ isAuthority: true }),
    ],
    [
      'comes from an unknown issuer',
      'unknown_issuer',
      () => makeCertificate({ issuer: makeAuthority('Stranger') }),
    ],
    [
      'comes from an issuer that only calls itself by a trusted name',
      'unknown_issuer',
      () => makeCertificate({ issuer: makeAuthority(authority.name) }),
    ],
    ['has expired', 'expired', () => makeCertificate({ issuer: authority, notAfter: yesterday() })],
    [
      'is not yet valid',
      'not_yet_valid',
      () => makeCertificate({ issuer: authority, notBefore: tomorrow() }),
    ],
    [
      'is for another host',
      'wrong_host',
      () => makeCertificate({ issuer: authority, hosts: ['example.com', '127.0.0.2'] }),
    ],
  ];

  for (const [what, reason, make] of blockedCertificates)
    it(`${what} is blocked as ${reason}, gets no HTTP, and is not retried`, async () => {
      const { clock, core, followed, target } = await started(make());
      await connect(core, { urls: [target.url], retry: steadyRetry });
      const { delivery } = await send(core, track());
      const blocked = await followed.state(delivery.id, 'blocked');
      expect(blocked).toMatchObject({ lastCode: reason, lastStatus: null, nextAttemptAt: null });
      const { attemptList, webhooks } = core.deliveries.get({ id: delivery.id });
      expect(attemptList).toMatchObject([
        {
          response: null,
          result: { outcome: 'blocked', code: reason },
        },
      ]);
      // The certificate is recorded, with who issued it and when it is valid.
      const [presented] = attemptList[0]?.result.params.certificates ?? [];
      expect(presented?.subject).toMatch(/^CN=/);
      expect(presented?.issuer).toMatch(/^CN=/);
      expect(presented?.validTo).toBeGreaterThan(presented?.validFrom ?? Number.NaN);
      if (reason === 'expired') expect(presented?.validTo).toBeLessThan(Date.now());
      expect(webhooks).toMatchObject([{ state: 'blocked' }]);
      expect(target.connections).toBeLessThanOrEqual(1);
      expect(target.bytesReceived).toBe(0);
      clock.advance(steadyRetry.windowMs);
      expect(clock.nextAt).toBeNull();
    });

  it('is valid through its chain and an added authority gets the request', async () => {
    const { core, followed, target } = await started(makeCertificate({ issuer: authority }));
    await connect(core, { urls: [target.url] });
    const { delivery } = await send(core, track());
    await followed.state(delivery.id, 'delivered');
    const [attempt] = core.deliveries.get({ id: delivery.id }).attemptList;
    // Null without TLS; the time of the test stands still.
    expect(attempt?.timings.tlsMs).toBe(0);
  });

  it('is for the host name gets the request under that name', async () => {
    const certificate = makeCertificate({ issuer: authority, hosts: ['localhost'] });
    const { core, followed, target } = await started(certificate);
    await connect(core, { urls: [target.url.replace('127.0.0.1', 'localhost')] });
    const { delivery } = await send(core, track());
    await followed.state(delivery.id, 'delivered');
  });

  it('was blocked gets the request when it is valid and the delivery is retried', async () => {
    const { core, followed, target } = await started(makeCertificate({ issuer: authority }), []);
    await connect(core, { urls: [target.url] });
    const { delivery } = await send(core, track());
    await followed.state(delivery.id, 'blocked');
    await core.certificateAuthorities.create({ pem: authority.cert });
    // Sent nothing before, so the cause is shown unless a URL is chosen (D72).
    await expect(core.deliveries.retry({ id: delivery.id })).rejects.toMatchObject({
      ...{ code: 'conflict', fix: expect.stringContaining('CA') },
    });
    expect(target.requests).toEqual([]);
    await core.deliveries.retry({ id: delivery.id, urls: 'all' });
    await followed.state(delivery.id, 'delivered');
  });
});

describe('a trusted certificate', () => {
  const delivers = async (...trusted: readonly Certificate[]) => {
    const server = trusted.at(-1);
    if (server === undefined) throw new Error('No certificate.');
    for (const order of [trusted, trusted.toReversed()]) {
      const { core, followed, target } = await started(server, [...order]);
      await connect(core, { urls: [target.url] });
      const { delivery } = await send(core, track());
      await followed.state(delivery.id, 'delivered');
    }
  };

  it('that was renewed with the same subject is trusted beside the old one', async () => {
    await delivers(makeCertificate(), makeCertificate());
  });

  it('with the same subject as another is not trusted in its place', async () => {
    const { core, followed, target } = await started(makeCertificate(), [makeCertificate()]);
    await connect(core, { urls: [target.url] });
    const { delivery } = await send(core, track());
    expect(await followed.state(delivery.id, 'blocked')).toMatchObject({
      lastCode: 'self_signed',
    });
    expect(target.bytesReceived).toBe(0);
  });

  it('that expired is not trusted, whatever else has its subject', async () => {
    const old = makeCertificate({ notAfter: yesterday() });
    const { core, followed, target } = await started(old, [makeCertificate(), old]);
    await connect(core, { urls: [target.url] });
    const { delivery } = await send(core, track());
    expect(await followed.state(delivery.id, 'blocked')).toMatchObject({ lastCode: 'expired' });
    expect(target.bytesReceived).toBe(0);
  });

  it('for another host is not trusted, whatever else has its subject', async () => {
    const other = makeCertificate({ hosts: ['example.com'] });
    const { core, followed, target } = await started(other, [makeCertificate(), other]);
    await connect(core, { urls: [target.url] });
    const { delivery } = await send(core, track());
    expect(await followed.state(delivery.id, 'blocked')).toMatchObject({
      lastCode: 'wrong_host',
    });
    expect(target.bytesReceived).toBe(0);
  });

  it('of an authority that was renewed with another key verifies what it issued', async () => {
    const renewed = makeAuthority(authority.name);
    for (const issuer of [authority, renewed]) {
      const server = makeCertificate({ issuer });
      const { core, followed, target } = await started(server, [authority, renewed]);
      await connect(core, { urls: [target.url] });
      const { delivery } = await send(core, track());
      await followed.state(delivery.id, 'delivered');
    }
  });
});

describe('an https URL', () => {
  const failureOf = async (target: Target) => {
    const { core, followed } = await startCore({ clock: new FakeClock() });
    await core.certificateAuthorities.create({ pem: authority.cert });
    await connect(core, { urls: [target.url.replace('http:', 'https:')], retry: steadyRetry });
    const { delivery } = await send(core, track());
    await followed.waitsForRetry(delivery.id);
    const [attempt] = core.deliveries.get({ id: delivery.id }).attemptList;
    if (attempt === undefined) throw new Error('No attempt.');
    expect(resultText(attempt.result)).not.toMatch(/SSL routines|error:|UND_ERR/);
    return attempt.result.code;
  };
  const tlsTarget = (options: TlsOptions) =>
    startTarget({ tls: { ...makeCertificate({ issuer: authority }), ...options } });

  it.each(['TLSv1.2', 'TLSv1.3'] as const)(
    'of a server that asks for a client certificate over %s fails with that code',
    async (version) => {
      const target = await tlsTarget({
        requestCert: true,
        rejectUnauthorized: true,
        ca: [authority.cert],
        minVersion: version,
        maxVersion: version,
      });
      expect(await failureOf(target)).toBe('client_certificate_required');
    },
  );

  it('of a server without a common cipher fails with another code', async () => {
    const target = await tlsTarget({ ciphers: 'PSK', maxVersion: 'TLSv1.2' });
    expect(await failureOf(target)).toBe('tls_failed');
  });

  it.each([
    ['HTTP', 'HTTP/1.1 400 Bad Request\r\n\r\n'],
    ['SSH', 'SSH-2.0-OpenSSH_9.6\r\n'],
  ])('of a port with %s fails as no HTTPS port', async (_, text) => {
    const target = await startTarget();
    target.onConnection((socket) => socket.once('data', () => socket.write(text)));
    expect(await failureOf(target)).toBe('not_https');
  });
});

describe('a removed certificate authority', () => {
  it('is no longer trusted, not even for an open connection', async () => {
    const { core, followed, target } = await started(makeCertificate({ issuer: authority }));
    await connect(core, { urls: [target.url] });
    const first = await send(core, track());
    await followed.state(first.delivery.id, 'delivered');
    const [added] = core.certificateAuthorities.list();
    await core.certificateAuthorities.remove({ id: added?.id ?? '' });
    const received = target.bytesReceived;
    const second = await send(core, track());
    await followed.state(second.delivery.id, 'blocked');
    expect(target.bytesReceived).toBe(received);
  });

  it('is the only change that closes open connections', async () => {
    const { core, followed, target } = await started(makeCertificate({ issuer: authority }));
    const destination = await connect(core, { urls: [target.url] });
    for (const name of ['Once', 'Twice']) {
      const { delivery } = await send(core, track());
      await followed.state(delivery.id, 'delivered');
      await core.destinations.update({ id: destination.id, name });
    }
    expect(target.connections).toBe(1);
  });
});

describe('a blocked webhook among others', () => {
  it('does not prevent a success from finishing the delivery', async () => {
    const { core, followed, target } = await started(makeCertificate());
    const good = await startTarget();
    await connect(core, { urls: [target.url, good.url] });
    const { delivery } = await send(core, track());
    await followed.until(() => followed.deliveries.get(delivery.id)?.attempts === 2);
    expect(core.deliveries.get({ id: delivery.id }).state).toBe('delivered');
  });

  it('is skipped in the retries of a failed one', async () => {
    const { clock, core, followed, target } = await started(makeCertificate());
    const failing = await startTarget();
    failing.respond(reply(500));
    await connect(core, { urls: [target.url, failing.url], retry: steadyRetry });
    const { delivery } = await send(core, track());
    await followed.waitsForRetry(delivery.id);
    clock.advance(steadyRetry.baseMs);
    await followed.state(delivery.id, 'delivered');
    const { webhooks, attemptList } = core.deliveries.get({ id: delivery.id });
    expect(webhooks.map(({ state }) => state)).toEqual(['blocked', 'delivered']);
    expect(attemptList.map(({ url }) => url).sort()).toEqual(
      [target.url, failing.url, failing.url].sort(),
    );
  });

  it('makes the delivery give up, not blocked, when the other one exceeds its window', async () => {
    const { core, followed, target } = await started(makeCertificate());
    const failing = await startTarget();
    failing.always(reply(500));
    const retry = { ...steadyRetry, windowMs: 0 };
    await connect(core, { urls: [target.url, failing.url], retry });
    const { delivery } = await send(core, track());
    await followed.state(delivery.id, 'gave_up');
  });
});

describe.each([
  ['with another certificate authority', '127.0.0.1', true],
  ['to another address', 'localhost', false],
])('a second connection %s', (_, host, isTls) => {
  const [own, other] = [makeCertificate(), makeCertificate()];
  const attempt = async (allowedCount: number) => {
    // Unused at the other address.
    const port = Number(new URL(await deadUrl()).port);
    const target = await startTarget({ port, ...(isTls ? { tls: own } : { host: '::1' }) });
    let checks = 0;
    const gate: SendGate = {
      hostFor(name) {
        checks += 1;
        return checks > allowedCount ? new UntrustedWorkspaceError() : name;
      },
    };
    // The first hides the second, which has the same subject.
    const trust = createTrust(() => [other, own].map(({ cert }) => cert));
    const url = `${isTls ? 'https' : 'http'}://${host}:${target.port}/`;
    const { result } = await sendOnce(
      { method: 'POST', url, headers: [], body: Buffer.from('{}') },
      { trust, gate, time: new FakeSocketTime() },
    );
    return { result, target, checks };
  };

  it('passes the gate, too', async () => {
    expect(await attempt(1)).toMatchObject({
      result: { outcome: 'blocked', code: 'untrusted_workspace' },
      target: { requests: [], bytesReceived: 0 },
      checks: 2,
    });
    expect(await attempt(2)).toMatchObject({ result: { outcome: 'accepted' }, checks: 2 });
  });
});
