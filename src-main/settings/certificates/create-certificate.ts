/** Creates certificate authorities and server certificates. */
import 'reflect-metadata';
import { createPrivateKey } from 'node:crypto';
import { isIP } from 'node:net';
import { id_ce_nameConstraints } from '@peculiar/asn1-x509';
import * as x509 from '@peculiar/x509';
import type { Random } from '#main/kit/ports.ts';

export const dayMs = 86_400_000;

/** A certificate and its private key as PEM. */
export interface KeyPair {
  readonly certificate: string;
  readonly privateKey: string;
}

const { subtle } = globalThis.crypto;
type Key = Awaited<ReturnType<typeof subtle.importKey>>;

const algorithm = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' } as const;

/** A certificate with its signing key. */
export interface Issuer {
  readonly certificate: x509.X509Certificate;
  readonly signingKey: Key;
}

export interface Validity {
  readonly notBefore: Date;
  readonly notAfter: Date;
}

/** Clocks of clients may be behind. */
export const backdatedMs = 24 * 3_600_000;

/** TLS uses real time, not the virtual clock, which may run fast. */
export const validFor = (lifeMs: number): Validity => ({
  notBefore: new Date(Date.now() - backdatedMs),
  notAfter: new Date(Date.now() + lifeMs),
});

async function pkcs8(key: Key): Promise<string> {
  const der = Buffer.from(await subtle.exportKey('pkcs8', key));
  return createPrivateKey({ key: der, format: 'der', type: 'pkcs8' })
    .export({ format: 'pem', type: 'pkcs8' })
    .toString();
}

/** Its critical name constraints, as DER; null without. */
export function constraintsOf(certificate: string): Buffer | null {
  const extension = new x509.X509Certificate(certificate).getExtension(id_ce_nameConstraints);
  return extension?.critical === true ? Buffer.from(extension.value) : null;
}

const importKey = (pem: string): Promise<Key> =>
  subtle.importKey(
    'pkcs8',
    createPrivateKey(pem).export({ format: 'der', type: 'pkcs8' }),
    algorithm,
    false,
    ['sign'],
  );

export const issuerOf = async ({ certificate, privateKey }: KeyPair): Promise<Issuer> => ({
  certificate: new x509.X509Certificate(certificate),
  signingKey: await importKey(privateKey),
});

/** Positive and at most 20 bytes, as required by RFC 5280 4.1.2.2. */
const serialNumber = (random: Random): string =>
  Buffer.from(random.bytes(16))
    .toString('hex')
    .replace(/^[89a-f]/, '7');

const generateKeys = () => subtle.generateKey(algorithm, true, ['sign', 'verify']);

interface CertificateAuthorityOptions {
  /** Self-signed if absent. */
  readonly issuer?: Issuer;
  /** Content of the name constraints, as DER. */
  readonly constraints?: ArrayBuffer;
}

/** A certificate authority for server certificates. */
export async function createCertificateAuthority(
  random: Random,
  name: string,
  validity: Validity,
  { issuer, constraints }: CertificateAuthorityOptions = {},
): Promise<KeyPair> {
  const keys = await generateKeys();
  const certificate = await x509.X509CertificateGenerator.create({
    serialNumber: serialNumber(random),
    subject: name,
    issuer: issuer?.certificate.subject ?? name,
    ...validity,
    signingAlgorithm: algorithm,
    publicKey: keys.publicKey,
    signingKey: issuer?.signingKey ?? keys.privateKey,
    extensions: [
      // Allows at most one intermediate authority.
      new x509.BasicConstraintsExtension(true, issuer === undefined ? 1 : 0, true),
      new x509.KeyUsagesExtension(
        x509.KeyUsageFlags.keyCertSign | x509.KeyUsageFlags.cRLSign,
        true,
      ),
      // Name constraints don't cover email addresses or code signing, so only server certificates
      // are allowed.
      new x509.ExtendedKeyUsageExtension([x509.ExtendedKeyUsage.serverAuth]),
      await x509.SubjectKeyIdentifierExtension.create(keys.publicKey),
      ...(constraints === undefined
        ? []
        : [new x509.Extension(id_ce_nameConstraints, true, constraints)]),
    ],
  });
  return { certificate: certificate.toString('pem'), privateKey: await pkcs8(keys.privateKey) };
}

/** A server certificate for host names and addresses. Self-signed without an issuer. */
export async function createServerCertificate(
  random: Random,
  hosts: readonly string[],
  validity: Validity,
  issuer?: Issuer,
): Promise<KeyPair> {
  const keys = await generateKeys();
  // Not a host name: OpenSSL would check even an address here against the permitted DNS names.
  const subject = 'CN=Hookwright server certificate';
  const certificate = await x509.X509CertificateGenerator.create({
    serialNumber: serialNumber(random),
    subject,
    issuer: issuer?.certificate.subject ?? subject,
    ...validity,
    signingAlgorithm: algorithm,
    publicKey: keys.publicKey,
    signingKey: issuer?.signingKey ?? keys.privateKey,
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
      ...(issuer === undefined
        ? []
        : [await x509.AuthorityKeyIdentifierExtension.create(issuer.certificate.publicKey)]),
    ],
  });
  return { certificate: certificate.toString('pem'), privateKey: await pkcs8(keys.privateKey) };
}
