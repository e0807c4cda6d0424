/** The development CA: created once, stored in its own file, valid for a year, for local names only. */
import { execFileSync } from 'node:child_process';
import { X509Certificate } from 'node:crypto';
import { once } from 'node:events';
import { readFileSync, statSync, writeFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { hostname } from 'node:os';
import { join } from 'node:path';
import tls from 'node:tls';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { createHttpsListener } from '#main/ingestion/https-listener.ts';
import { AppError } from '#main/kit/app-error.ts';
import { type SecretBox, StartupProblem } from '#main/kit/ports.ts';
import {
  createCertificateAuthority,
  createServerCertificate,
  issuerOf,
  type KeyPair,
  validFor,
} from '#main/settings/certificates/create-certificate.ts';
import { isPermitted, nameConstraints } from '#main/settings/certificates/host-names.ts';
import { NewMock } from '#shared/mocks/mock.ts';
import { connect } from '#test/support/builders.ts';
import { freePort, plainBox } from '#test/support/core-options.ts';
import { send, track } from '#test/support/ingest-client.ts';
import { createRecordedLog } from '#test/support/recorded-log.ts';
import { seededRandom } from '#test/support/seeded-random.ts';
import { openCore, startCore } from '#test/support/start-core.ts';
import { startTarget } from '#test/support/target-server.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';
import { databaseName } from '#test/support/used-folder.ts';

const dayMs = 86_400_000;
const caFile = (dataFolder: string) => join(dataFolder, 'development-ca.json');

/** The keychain of another user. */
const foreignBox: SecretBox = {
  ...plainBox,
  open() {
    throw new Error('Sealed by another user.');
  },
};

/** Makes the text unreadable, like a keychain. */
const scrambling: SecretBox = {
  atRest: 'encrypted',
  seal: (secret) => Buffer.from(secret).map((byte) => byte ^ 0x5a),
  open: (sealed) => Buffer.from(sealed.map((byte) => byte ^ 0x5a)).toString(),
};

/** Fakes the machine's date only; timers keep running. */
function travelTo(time: number): void {
  vi.useFakeTimers({ now: time, toFake: ['Date'] });
  onTestFinished(() => void vi.useRealTimers());
}

it('is created once, at first use, and kept across restarts', async () => {
  const dataFolder = temporaryFolder();
  const first = await openCore({ dataFolder });
  const { developmentCa } = first.core;
  const [authority, other] = await Promise.all([developmentCa.get(), developmentCa.get()]);
  expect(other).toEqual(authority);
  await first.stop();
  const second = await startCore({ dataFolder });
  expect(await second.core.developmentCa.get()).toEqual(authority);
  expect(second.core.system.get().developmentCaAlert).toBeNull();
});

it('is kept when its key is unreadable, issues nothing, and is replaced only on request', async () => {
  const dataFolder = temporaryFolder();
  const first = await openCore({ dataFolder });
  await first.core.settings.update({ ingestHttps: true });
  const original = await first.core.developmentCa.get();
  await first.stop();

  const other = await openCore({ dataFolder, secretBox: foreignBox });
  expect(other.core.system.get()).toMatchObject({
    ingestHttpsUrl: null,
    ingestHttpsProblem: { code: 'ca_key_unreadable' },
  });
  expect(await other.core.developmentCa.get()).toEqual(original);
  // It blocks nothing else.
  await other.core.settings.update({ webhookConcurrency: 8 });
  await other.core.settings.update({ ingestHttps: false });
  expect(other.core.system.get().ingestHttpsProblem).toBeNull();
  const rejected = other.core.settings.update({ ingestHttps: true });
  await expect(rejected).rejects.toMatchObject({ code: 'conflict' });
  expect(other.core.settings.get().ingestHttps).toBe(false);
  await other.stop();

  const again = await startCore({ dataFolder });
  expect(await again.core.developmentCa.get()).toEqual(original);
  await again.core.settings.update({ ingestHttps: true });
  expect(again.core.system.get().ingestHttpsUrl).toMatch(/^https:/);
});

it('is replaced only on request when its file is damaged, and then used immediately', async () => {
  const dataFolder = temporaryFolder();
  const first = await openCore({ dataFolder });
  await first.core.settings.update({ ingestHttps: true });
  await first.stop();
  writeFileSync(caFile(dataFolder), '{"certificate":');
  const { core } = await startCore({ dataFolder });
  await expect(core.developmentCa.get()).rejects.toMatchObject({ code: 'conflict' });
  await core.developmentCa.renew();
  await expect.poll(() => core.system.get().ingestHttpsUrl).toMatch(/^https:/);
  expect(core.system.get().developmentCaAlert).toBeNull();
});

interface Planted {
  readonly issuer?: string;
  readonly constraints?: ArrayBuffer;
  readonly hostName?: string;
  readonly mode?: number;
  readonly hasOtherKey?: boolean;
}

/** What another user or the author of a folder could have prepared. */
const planted: readonly (readonly [string, Planted])[] = [
  ['without name constraints', {}],
  [
    'for names of other machines',
    { constraints: nameConstraints('shop.example'), hostName: 'shop.example' },
  ],
  ['whose constraints are not those it says', { constraints: nameConstraints('shop.example') }],
  ['signed by another CA', { constraints: nameConstraints(null), issuer: 'CN=Other' }],
  ['with the key of another one', { constraints: nameConstraints(null), hasOtherKey: true }],
  ['open to other users', { constraints: nameConstraints(null), mode: 0o644 }],
];

async function plantCa(dataFolder: string, options: Planted): Promise<void> {
  const random = seededRandom();
  const { issuer, constraints, hostName = null, mode = 0o600, hasOtherKey = false } = options;
  const create = async (by?: string): Promise<KeyPair> =>
    createCertificateAuthority(random, 'CN=CA', validFor(dayMs), {
      ...(by && {
        issuer: await issuerOf(await createCertificateAuthority(random, by, validFor(dayMs))),
      }),
      ...(constraints && { constraints }),
    });
  const { certificate, privateKey } = await create(issuer);
  const key = hasOtherKey ? (await create()).privateKey : privateKey;
  const sealed = Buffer.from(plainBox.seal(key)).toString('base64');
  const content = { certificate, privateKey: sealed, hostName };
  writeFileSync(caFile(dataFolder), JSON.stringify(content), { mode });
}

it.each(planted)('is not used if it is one %s', async (_what, options) => {
  const dataFolder = temporaryFolder();
  await plantCa(dataFolder, options);
  const { core } = await startCore({ dataFolder });
  await expect(core.developmentCa.get()).rejects.toMatchObject({ code: 'conflict' });
  expect(core.developmentCa.trusted()).toBeNull();
});

it('is used if this machine had another name', async () => {
  const dataFolder = temporaryFolder();
  await plantCa(dataFolder, { constraints: nameConstraints('old.local'), hostName: 'old.local' });
  const { core } = await startCore({ dataFolder });
  expect((await core.developmentCa.get()).pem).toBe(core.developmentCa.trusted());
});

it('is in a private file with a sealed key, and not in the database', async () => {
  const dataFolder = temporaryFolder();
  const { core, stop } = await openCore({ dataFolder, secretBox: scrambling });
  await core.developmentCa.get();
  const { privateKey } = await core.developmentCa.issuingPair();
  await stop();
  if (process.platform !== 'win32') expect(statSync(caFile(dataFolder)).mode & 0o777).toBe(0o600);
  const keyText = privateKey.split('\n')[1] ?? '';
  expect(keyText.length).toBeGreaterThan(40);
  for (const name of ['development-ca.json', databaseName])
    expect(readFileSync(join(dataFolder, name), 'latin1')).not.toContain(keyText);
});

describe('clients that trust it', () => {
  async function started() {
    const { core } = await startCore();
    const ca = await core.developmentCa.issuingPair();
    const folder = temporaryFolder();
    const sign = async (...hosts: string[]) =>
      createServerCertificate(seededRandom(), hosts, validFor(dayMs), await issuerOf(ca));
    return { core, ca, folder, sign };
  }

  /** The error of OpenSSL's command line; empty if the certificate is valid. */
  function opensslProblem(folder: string, ca: KeyPair, { certificate }: KeyPair): string {
    writeFileSync(join(folder, 'ca.pem'), ca.certificate);
    writeFileSync(join(folder, 'leaf.pem'), certificate);
    try {
      execFileSync('openssl', ['verify', '-CAfile', 'ca.pem', 'leaf.pem'], {
        cwd: folder,
        stdio: 'pipe',
      });
      return '';
    } catch (error) {
      return String((error as { stderr: Buffer }).stderr);
    }
  }

  async function tlsProblem(ca: KeyPair, pair: KeyPair, host: string): Promise<string> {
    const server = tls.createServer({ cert: pair.certificate, key: pair.privateKey });
    server.on('tlsClientError', () => undefined);
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const socket = tls.connect({
      port,
      ca: ca.certificate,
      checkServerIdentity: (_host, peer) => tls.checkServerIdentity(host, peer),
    });
    const problem = await Promise.race([
      once(socket, 'secureConnect').then(() => ''),
      once(socket, 'error').catch((error) => String(error.message)),
    ]).catch((error) => String(error.message));
    socket.destroy();
    server.close();
    return String(problem);
  }

  it('reject its certificates for any other host', async () => {
    const { ca, folder, sign } = await started();
    for (const host of ['example.com', 'localhost.example.com', '8.8.8.8', '2001:4860::8888']) {
      const pair = await sign(host);
      expect(opensslProblem(folder, ca, pair), host).toContain('permitted subtree violation');
      expect(await tlsProblem(ca, pair, host), host).toContain('permitted subtree violation');
    }
    // One foreign name invalidates the whole certificate.
    expect(opensslProblem(folder, ca, await sign('localhost', 'example.com'))).not.toBe('');
  });

  it('accept a host name of one label, but no names below it', async () => {
    const folder = temporaryFolder();
    const constrained = (hostName: string) =>
      createCertificateAuthority(seededRandom(), 'CN=Test CA', validFor(dayMs), {
        constraints: nameConstraints(hostName),
      });
    const problems = async (ca: KeyPair, host: string) => {
      const issuer = await issuerOf(ca);
      const pair = await createServerCertificate(seededRandom(), [host], validFor(dayMs), issuer);
      return [opensslProblem(folder, ca, pair), await tlsProblem(ca, pair, host)];
    };
    const ca = await constrained('dev');
    for (const host of ['dev', 'localhost', 'other.localhost'])
      expect(await problems(ca, host), host).toEqual(['', '']);
    for (const host of ['web.dev', 'www.web.dev'])
      for (const problem of await problems(ca, host))
        expect(problem, host).toContain('excluded subtree violation');
    expect(isPermitted('dev', 'dev')).toBe(true);
    expect(isPermitted('web.dev', 'dev')).toBe(false);
    const local = await constrained('localhost');
    expect(await problems(local, 'other.localhost')).toEqual(['', '']);
    const full = await constrained('box.example');
    expect(await problems(full, 'web.box.example')).toEqual(['', '']);
  });

  it('include the dispatcher, which sends nothing to such a host', async () => {
    const { core, followed } = await startCore();
    const ca = await issuerOf(await core.developmentCa.issuingPair());
    const names = ['127.0.0.1', 'example.com'];
    const pair = await createServerCertificate(seededRandom(), names, validFor(dayMs), ca);
    const target = await startTarget({ tls: { cert: pair.certificate, key: pair.privateKey } });
    await connect(core, { urls: [target.url] });
    const { delivery } = await send(core, track());
    await followed.state(delivery.id, 'blocked');
    expect(target.bytesReceived).toBe(0);
  });

  it('accept its certificates for names and addresses of this machine', async () => {
    const { ca, folder, sign } = await started();
    const hosts = [
      'localhost',
      'other.localhost',
      'host.docker.internal',
      hostname().toLowerCase(),
    ];
    const addresses = ['127.0.0.1', '127.8.9.10', '::1', '10.1.2.3', '172.31.0.1', '192.168.1.1'];
    for (const host of [...hosts, ...addresses, 'fd00::1', 'fe80::1']) {
      const pair = await sign(host);
      expect(opensslProblem(folder, ca, pair), host).toBe('');
      expect(await tlsProblem(ca, pair, host), host).toBe('');
    }
  });

  it('see critical name constraints, server use only, and at most a year', async () => {
    const { ca, folder } = await started();
    writeFileSync(join(folder, 'ca.pem'), ca.certificate);
    const text = execFileSync('openssl', ['x509', '-in', 'ca.pem', '-noout', '-text'], {
      cwd: folder,
      encoding: 'utf8',
    });
    expect(text).toMatch(/X509v3 Name Constraints: critical\s+Permitted:\s+DNS:localhost\n/);
    expect(text).toMatch(/X509v3 Extended Key Usage:\s+TLS Web Server Authentication\n/);
    const { validFrom, validTo } = new X509Certificate(ca.certificate);
    expect(Date.parse(validTo) - Date.parse(validFrom)).toBeLessThanOrEqual(365 * dayMs);
  });

  it('get a short-lived certificate without the names that it cannot sign', async () => {
    const { core } = await started();
    const { certificate } = await core.developmentCa.issue(['localhost', '203.0.113.7']);
    const { subjectAltName, validTo } = new X509Certificate(certificate);
    expect(subjectAltName).toBe('DNS:localhost');
    expect(Date.parse(validTo) - Date.now()).toBeLessThanOrEqual(30 * dayMs);
  });
});

it('rejects https on an address that it cannot sign for', async () => {
  const { core, log } = await startCore();
  const { developmentCa: certificates } = core;
  const address = { ...freePort, host: '203.0.113.7' };
  const listen = () => Promise.reject(new Error('Unexpected listen.'));
  const https = createHttpsListener(address, certificates, listen, log.log);
  await expect(https.set(true)).rejects.toMatchObject({ code: 'conflict' });
});

it('reports in the log and as a problem why https cannot listen after a renewal', async () => {
  const { core } = await startCore();
  const { records, log } = createRecordedLog();
  let renewed = () => undefined as unknown;
  const certificates = {
    ...core.developmentCa,
    subscribe(listener: () => unknown) {
      renewed = listener;
    },
  };
  const problems = [
    new AppError('conflict', '', { problem: { code: 'ca_key_unreadable', params: {} } }),
    new StartupProblem('port_in_use', '', {
      cause: Object.assign(new Error(), { code: 'EADDRINUSE' }),
    }),
    new Error('Broken.'),
  ];
  const listen = () => Promise.reject(problems.shift());
  const https = createHttpsListener(freePort, certificates, listen, log);
  await https.resume(true);
  expect(https.problem()).toMatchObject({ code: 'ca_key_unreadable' });
  await renewed();
  expect(https.problem()).toEqual({ code: 'port_in_use', params: { port: 8381 } });
  await renewed();
  expect(records.map(({ level }) => level)).toEqual(['warn', 'warn', 'warn']);
});

describe('its expiry', () => {
  const certificateOf = async (url: string) => {
    const { hostname: host, port } = new URL(url);
    const socket = tls.connect({ host, port: Number(port), rejectUnauthorized: false });
    onTestFinished(() => void socket.destroy());
    await once(socket, 'secureConnect');
    return socket.getPeerX509Certificate();
  };

  async function createIn(dataFolder: string) {
    const { core, stop } = await openCore({ dataFolder });
    await core.settings.update({ ingestHttps: true });
    const original = await core.developmentCa.get();
    await stop();
    return original;
  }

  it('causes an alert 30 days before, until it is dismissed', async () => {
    const dataFolder = temporaryFolder();
    const { validTo } = await createIn(dataFolder);
    const alertAt = async (time: number) => {
      travelTo(time);
      const { core, stop } = await openCore({ dataFolder });
      const { developmentCaAlert } = core.system.get();
      await core.developmentCa.dismissAlert();
      expect(core.system.get().developmentCaAlert).toBeNull();
      await stop();
      return developmentCaAlert;
    };
    expect(await alertAt(validTo - 31 * dayMs)).toBeNull();
    expect(await alertAt(validTo - 29 * dayMs)).toBe('development_ca_expiring');
    expect(await alertAt(validTo - 28 * dayMs)).toBeNull();
  });

  it('creates a new CA, and an alert until it is dismissed', async () => {
    const dataFolder = temporaryFolder();
    const before = await createIn(dataFolder);
    travelTo(before.validTo + dayMs);
    const { core } = await startCore({ dataFolder });
    const after = await core.developmentCa.get();
    expect(after.fingerprint).not.toBe(before.fingerprint);
    expect(core.system.get().developmentCaAlert).toBe('development_ca_replaced');
    const leaf = await certificateOf(core.system.get().ingestHttpsUrl ?? '');
    expect(leaf?.checkIssued(new X509Certificate(after.pem))).toBe(true);
    await core.developmentCa.dismissAlert();
    expect(core.system.get().developmentCaAlert).toBeNull();
  });

  it('is postponed by renewing: running servers switch to the new CA', async () => {
    const { core } = await startCore();
    await core.settings.update({ ingestHttps: true });
    const mock = await core.mocks.create(NewMock.parse({ name: 'renewed', tls: 'good' }));
    const renewed = await core.developmentCa.renew();
    for (const url of [core.system.get().ingestHttpsUrl, mock.url])
      await expect
        .poll(async () =>
          (await certificateOf(url ?? ''))?.checkIssued(new X509Certificate(renewed.pem)),
        )
        .toBe(true);
    expect(core.system.get().developmentCaAlert).toBeNull();
  });
});
