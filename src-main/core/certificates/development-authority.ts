/**
 * The app's own certificate authority, made on this machine at first use: for https listeners here,
 * without anything to install and without rights. Its key never leaves the data folder.
 */
import 'reflect-metadata';
import { createPrivateKey, X509Certificate } from 'node:crypto';
import { isIP } from 'node:net';
import * as x509 from '@peculiar/x509';
import type { DevelopmentAuthority } from '#shared/schemas/settings.ts';
import type { Random } from '../ports.ts';
import { Refusal } from '../refusal.ts';
import type { KeyPair, StoredAuthority } from '../store/settings.ts';
import type { Store } from '../store/store.ts';

const dayMs = 86_400_000;
/** Ten years: longer than anybody keeps a data folder. */
const authorityLifeMs = 3_650 * dayMs;
/** Apple's systems refuse server certificates that are valid for longer than 825 days. */
const leafLifeMs = 800 * dayMs;
/** Clocks of machines that check it may be behind. */
const backdatedMs = dayMs;

/** TLS goes by the time of the machine, not by the product's clock, which may run fast. */
const validity = (lifeMs: number) => ({
  notBefore: new Date(Date.now() - backdatedMs),
  notAfter: new Date(Date.now() + lifeMs),
});

const { subtle } = globalThis.crypto;
type Key = Awaited<ReturnType<typeof subtle.importKey>>;

const algorithm = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' } as const;

export interface Certificates {
  /** The authority as the user sees it; made on first use. */
  authority(): Promise<DevelopmentAuthority>;
  /** A server certificate for these host names and addresses, and its key. Throws a Refusal. */
  issue(hosts: readonly string[]): Promise<KeyPair>;
}

async function pkcs8(key: Key): Promise<string> {
  const der = Buffer.from(await subtle.exportKey('pkcs8', key));
  return createPrivateKey({ key: der, format: 'der', type: 'pkcs8' })
    .export({ format: 'pem', type: 'pkcs8' })
    .toString();
}

const importKey = (pem: string): Promise<Key> =>
  subtle.importKey(
    'pkcs8',
    createPrivateKey(pem).export({ format: 'der', type: 'pkcs8' }),
    algorithm,
    false,
    ['sign'],
  );

export function createCertificates(store: Store, random: Random): Certificates {
  let making: Promise<KeyPair> | undefined;

  /** Positive and at most 20 bytes, as RFC 5280 4.1.2.2 asks. */
  const serialNumber = (): string =>
    Buffer.from(random.bytes(16))
      .toString('hex')
      .replace(/^[89a-f]/, '7');

  async function makeAuthority(): Promise<KeyPair> {
    const keys = await subtle.generateKey(algorithm, true, ['sign', 'verify']);
    const certificate = await x509.X509CertificateGenerator.createSelfSigned({
      serialNumber: serialNumber(),
      name: 'CN=Hookwright development authority, O=Hookwright on this machine',
      ...validity(authorityLifeMs),
      signingAlgorithm: algorithm,
      keys,
      extensions: [
        new x509.BasicConstraintsExtension(true, 0, true),
        new x509.KeyUsagesExtension(
          x509.KeyUsageFlags.keyCertSign | x509.KeyUsageFlags.cRLSign,
          true,
        ),
        await x509.SubjectKeyIdentifierExtension.create(keys.publicKey),
      ],
    });
    const made = {
      certificate: certificate.toString('pem'),
      privateKey: await pkcs8(keys.privateKey),
    };
    await store.write((tx) => store.settings.putAuthority(tx, made));
    return made;
  }

  /** The one there is, also when its key cannot be read: a new one would take its place for good. */
  function stored(): Promise<StoredAuthority> {
    const known = store.settings.authority();
    if (known !== undefined) return Promise.resolve(known);
    making ??= makeAuthority().finally(() => {
      making = undefined;
    });
    return making;
  }

  async function issuingPair(): Promise<KeyPair> {
    const { certificate, privateKey } = await stored();
    if (privateKey === null)
      throw new Refusal(
        'conflict',
        'The key of the development authority was stored by another user or program and cannot be read here, so nothing can be served over https. Start Hookwright as it was when https was first switched on, or use another data folder.',
      );
    return { certificate, privateKey };
  }

  return {
    async authority() {
      const { certificate } = await stored();
      const parsed = new X509Certificate(certificate);
      return {
        pem: certificate,
        fingerprint: parsed.fingerprint256,
        validTo: Date.parse(parsed.validTo),
      };
    },
    async issue(hosts) {
      const issuer = await issuingPair();
      const issuerCertificate = new x509.X509Certificate(issuer.certificate);
      const keys = await subtle.generateKey(algorithm, true, ['sign', 'verify']);
      const certificate = await x509.X509CertificateGenerator.create({
        serialNumber: serialNumber(),
        subject: `CN=${hosts[0] ?? 'localhost'}`,
        issuer: issuerCertificate.subject,
        ...validity(leafLifeMs),
        signingAlgorithm: algorithm,
        publicKey: keys.publicKey,
        signingKey: await importKey(issuer.privateKey),
        extensions: [
          new x509.BasicConstraintsExtension(false, undefined, true),
          new x509.KeyUsagesExtension(x509.KeyUsageFlags.digitalSignature, true),
          new x509.ExtendedKeyUsageExtension([x509.ExtendedKeyUsage.serverAuth]),
          new x509.SubjectAlternativeNameExtension(
            hosts.map((host) => ({
              type: isIP(host) === 0 ? ('dns' as const) : ('ip' as const),
              value: host,
            })),
          ),
          await x509.AuthorityKeyIdentifierExtension.create(issuerCertificate.publicKey),
        ],
      });
      return {
        // The chain: clients trust the authority only, but some show what they are sent.
        certificate: `${certificate.toString('pem')}\n${issuer.certificate}`,
        privateKey: await pkcs8(keys.privateKey),
      };
    },
  };
}
