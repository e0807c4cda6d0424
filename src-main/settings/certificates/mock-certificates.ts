/** Certificates of https mock endpoints, including invalid ones. Created on first use in each run. */

import type { Random } from '#main/kit/ports.ts';
import type { MockTls } from '#shared/mocks/certificates.ts';
import {
  createCertificateAuthority,
  createServerCertificate,
  dayMs,
  issuerOf,
  type KeyPair,
  validFor,
} from './create-certificate.ts';
import { type CertificateIssuer, leafLifeMs } from './development-ca.ts';
import { reachableBy } from './host-names.ts';

/** TLS modes with a certificate. */
export type CertificateKind = Exclude<MockTls, 'none' | 'handshake_reset'>;

const daysFromNow = (days: number): Date => new Date(Date.now() + days * dayMs);

/**
 * The last local midnight at least an hour ago, so that it is in the past for clients with a slow
 * clock.
 */
function lastNight(): Date {
  const anHourAgo = Date.now() - 3_600_000;
  return new Date(new Date(anHourAgo).setHours(0, 0, 0, 0));
}

export interface MockCertificates {
  get(kind: CertificateKind): Promise<KeyPair>;
  /** Discards the certificates created so far. */
  clear(): void;
}

export function createMockCertificates(
  { issue, issuingPair }: CertificateIssuer,
  random: Random,
  host: string,
): MockCertificates {
  const hosts = reachableBy(host);
  const issuers: Readonly<Record<CertificateKind, () => Promise<KeyPair>>> = {
    good: () => issue(hosts),
    self_signed: () => createServerCertificate(random, hosts, validFor(leafLifeMs)),
    expired: () => issue(hosts, { notBefore: daysFromNow(-30), notAfter: lastNight() }),
    not_yet_valid: () => issue(hosts, { notBefore: daysFromNow(365), notAfter: daysFromNow(395) }),
    // Within the CA's name constraints. Otherwise, the chain would be invalid instead (D51).
    wrong_host: () => issue(['other.localhost']),
    async unknown_ca() {
      const name = 'CN=Untrusted CA';
      const authority = await createCertificateAuthority(random, name, validFor(leafLifeMs));
      const issuer = await issuerOf(authority);
      const leaf = await createServerCertificate(random, hosts, validFor(leafLifeMs), issuer);
      return {
        ...leaf,
        certificate: `${leaf.certificate}\n${authority.certificate}`,
      };
    },
    async incomplete_chain() {
      const name = 'CN=Hookwright intermediate CA';
      const authority = await createCertificateAuthority(random, name, validFor(leafLifeMs), {
        issuer: await issuerOf(await issuingPair()),
      });
      return createServerCertificate(
        random,
        hosts,
        validFor(leafLifeMs),
        await issuerOf(authority),
      );
    },
  };
  const certificates = new Map<CertificateKind, Promise<KeyPair>>();

  return {
    get(kind) {
      const pair = certificates.get(kind) ?? issuers[kind]();
      certificates.set(kind, pair);
      pair.catch(() => certificates.delete(kind));
      return pair;
    },
    clear: () => certificates.clear(),
  };
}
