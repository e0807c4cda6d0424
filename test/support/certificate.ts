/** Certificates made while the tests run: authorities, and what they issue, in any wrong state. */
import { generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';
import net from 'node:net';
import {
  bits,
  explicit,
  implicit,
  integer,
  objectId,
  octets,
  sequence,
  set,
  time,
  utf8,
  yes,
} from './der.ts';

export interface Certificate {
  readonly name: string;
  /** PEM of the private key and of the certificate, as a server takes them. */
  readonly key: string;
  readonly cert: string;
  readonly privateKey: KeyObject;
}

export interface CertificateOptions {
  readonly name?: string;
  /** Who signs; itself when absent. */
  readonly issuer?: Certificate;
  readonly isAuthority?: boolean;
  /** Host names and addresses it is for; 127.0.0.1 when absent. */
  readonly hosts?: readonly string[];
  readonly notBefore?: Date;
  readonly notAfter?: Date;
}

const dayMs = 24 * 3_600_000;
const daysFromNow = (days: number): Date => new Date(Date.now() + days * dayMs);
export const yesterday = (): Date => daysFromNow(-1);
export const tomorrow = (): Date => daysFromNow(1);

const ecdsaWithSha256 = sequence(objectId('1.2.840.10045.4.3.2'));
const commonName = (name: string) => sequence(set(sequence(objectId('2.5.4.3'), utf8(name))));

const pem = (der: Buffer): string =>
  `-----BEGIN CERTIFICATE-----\n${der.toString('base64').replace(/.{64}/g, '$&\n').trimEnd()}\n-----END CERTIFICATE-----\n`;

const generalName = (host: string): Buffer =>
  net.isIPv4(host)
    ? implicit(7, Buffer.from(host.split('.').map(Number)))
    : implicit(2, Buffer.from(host, 'latin1'));

function extensions(options: CertificateOptions): Buffer {
  const basicConstraints = sequence(
    objectId('2.5.29.19'),
    yes,
    octets(options.isAuthority ? sequence(yes) : sequence()),
  );
  const alternativeNames = sequence(
    objectId('2.5.29.17'),
    octets(sequence(...(options.hosts ?? ['127.0.0.1']).map(generalName))),
  );
  return explicit(
    3,
    sequence(basicConstraints, ...(options.isAuthority ? [] : [alternativeNames])),
  );
}

export function makeCertificate(options: CertificateOptions = {}): Certificate {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const name = options.name ?? (options.isAuthority ? 'Test authority' : 'Test server');
  const body = sequence(
    explicit(0, integer(Buffer.from([2]))),
    integer(Buffer.concat([Buffer.from([1]), randomBytes(8)])),
    ecdsaWithSha256,
    commonName(options.issuer?.name ?? name),
    sequence(time(options.notBefore ?? daysFromNow(-2)), time(options.notAfter ?? daysFromNow(2))),
    commonName(name),
    publicKey.export({ type: 'spki', format: 'der' }),
    extensions(options),
  );
  const signature = sign('sha256', body, options.issuer?.privateKey ?? privateKey);
  return {
    name,
    privateKey,
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    cert: pem(sequence(body, ecdsaWithSha256, bits(signature))),
  };
}

export const makeAuthority = (name = 'Test authority'): Certificate =>
  makeCertificate({ name, isAuthority: true });
