/** Https mock endpoints as seen by other clients: Node's TLS, and curl if the system has it. */
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import tls from 'node:tls';
import { describe, expect, it, onTestFinished } from 'vitest';
import { type MockTls, mockTlsNames } from '#shared/mocks/certificates.ts';
import { curl, makeMock, speak, urlOf } from '#test/support/mock-client.ts';
import { skipWithout } from '#test/support/skipped.ts';
import { sharedCore } from '#test/support/start-core.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';
import { findLanguage } from '../../scripts/languages.mjs';

const starting = sharedCore();

type Kind = Exclude<MockTls, 'none'>;
const kinds = mockTlsNames.filter((kind): kind is Kind => kind !== 'none');

/** OpenSSL's error with the development CA trusted, and curl's exit code. */
const reasons: Readonly<Record<Kind, readonly [string, number]>> = {
  good: ['', 0],
  self_signed: ['DEPTH_ZERO_SELF_SIGNED_CERT', 60],
  expired: ['CERT_HAS_EXPIRED', 60],
  not_yet_valid: ['CERT_NOT_YET_VALID', 60],
  wrong_host: ['ERR_TLS_CERT_ALTNAME_INVALID', 60],
  unknown_ca: ['SELF_SIGNED_CERT_IN_CHAIN', 60],
  incomplete_chain: ['UNABLE_TO_VERIFY_LEAF_SIGNATURE', 60],
  handshake_reset: ['ECONNRESET', 35],
};

async function make(kind: Kind, more: { readonly tlsFloor?: '1.2' | '1.3' } = {}) {
  const { core, followed } = await starting;
  const mock = await makeMock(core, { tls: kind, ...more });
  const { pem } = await core.developmentCa.get();
  const firstEntry = () =>
    followed.until(() => core.mockRequests.list({ id: mock.id, limit: 1 }).items[0]);
  return { core, mock, url: urlOf(mock), ca: pem, firstEntry };
}

const closing = (host: string, path: string): string =>
  `GET ${path} HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`;

describe.each(kinds)('an https mock endpoint with the certificate kind %s', (kind) => {
  const [code, exitCode] = reasons[kind];
  const isGood = kind === 'good';

  it('is detected by a TLS client, and proves that no HTTP was sent', async () => {
    const { core, mock, url, ca, firstEntry } = await make(kind);
    expect(url).toMatch(/^https:\/\/127\.0\.0\.1:/);
    const said = await speak(url, { bytes: closing, tls: { ca, rejectUnauthorized: true } });
    expect(said.code ?? '').toBe(code);
    expect(/^HTTP\/1\.1 200 /.test(said.text)).toBe(isGood);
    const { id } = await firstEntry();
    const { kind: entryKind, connection } = core.mockRequests.get({ id: mock.id, requestId: id });
    expect(entryKind === 'request').toBe(isGood);
    expect(connection.httpBytes > 0).toBe(isGood);
    expect(connection.tls !== null || !isGood).toBe(true);
  });

  if (findLanguage('curl') === null) skipWithout('curl');
  else
    it('is detected by curl', async () => {
      const { url, ca } = await make(kind);
      const file = join(temporaryFolder(), 'authority.pem');
      writeFileSync(file, ca);
      expect((await curl(url, '--cacert', file)).exitCode).toBe(exitCode);
    });
});

it('a certificate that is not yet valid stays so after months of uptime', async () => {
  const { url } = await make('not_yet_valid');
  const { hostname, port } = new URL(url);
  const socket = tls.connect({ host: hostname, port: Number(port), rejectUnauthorized: false });
  onTestFinished(() => void socket.destroy());
  await once(socket, 'secureConnect');
  const begins = Date.parse(socket.getPeerCertificate().valid_from);
  expect(begins).toBeGreaterThan(Date.now() + 300 * 86_400_000);
});

describe('the minimum TLS version', () => {
  const withVersion = async (tlsFloor: '1.2' | '1.3', version: tls.SecureVersion) => {
    const { url, ca, firstEntry } = await make('good', { tlsFloor });
    const options = { ca, minVersion: 'TLSv1.1', maxVersion: version } as const;
    // Otherwise OpenSSL itself would reject 1.1.
    const ciphers = 'DEFAULT@SECLEVEL=0';
    const said = await speak(url, { bytes: closing, tls: { ...options, ciphers } });
    return { said, entry: await firstEntry().catch(() => null) };
  };

  it('1.3 rejects 1.2, and logs the reason', async () => {
    const { said, entry } = await withVersion('1.3', 'TLSv1.2');
    expect(said.code).toBe('ERR_SSL_TLSV1_ALERT_PROTOCOL_VERSION');
    expect(entry).toMatchObject({ kind: 'handshake_failed' });
  });

  it('1.2 accepts 1.2', async () => {
    const { said, entry } = await withVersion('1.2', 'TLSv1.2');
    expect(said.text).toMatch(/^HTTP\/1\.1 200 /);
    expect(entry).toMatchObject({ kind: 'request' });
  });
});

it('valid certificates share a port; any other has its own, which does not change', async () => {
  const { core } = await starting;
  const portOf = (url: string) => new URL(url).port;
  const [one, two, expired] = [await make('good'), await make('good'), await make('expired')];
  expect(portOf(one.url)).toBe(portOf(two.url));
  expect(core.system.get().mockHttpsUrl).toContain(portOf(one.url));
  expect(portOf(expired.url)).not.toBe(portOf(one.url));
  const changed = await core.mocks.update({ id: expired.mock.id, tls: 'self_signed' });
  expect(changed.url).toBe(expired.url);
  const said = await speak(expired.url, { tls: { ca: expired.ca, rejectUnauthorized: true } });
  expect(said.code).toBe('DEPTH_ZERO_SELF_SIGNED_CERT');
});
