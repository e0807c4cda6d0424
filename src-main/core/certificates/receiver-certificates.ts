/** Certificates of https receivers, including invalid ones. Created on first use in each run. */
import type { ReceiverTls } from '#shared/schemas/receiver.ts';
import type { Random } from '../ports.ts';
import { type Certificates, leafLifeMs } from './development-ca.ts';
import {
  dayMs,
  issuerOf,
  type KeyPair,
  makeAuthority,
  makeServerCertificate,
  validFor,
} from './make.ts';

/** TLS modes with a certificate. */
export type CertificateKind = Exclude<ReceiverTls, 'none' | 'handshake_reset'>;

const daysFromNow = (days: number): Date => new Date(Date.now() + days * dayMs);

/**
 * The last local midnight at least an hour ago, so that it is in the past for clients with a slow
 * clock.
 */
function lastNight(): Date {
  const anHourAgo = Date.now() - 3_600_000;
  return new Date(new Date(anHourAgo).setHours(0, 0, 0, 0));
}

export interface ReceiverCertificates {
  get(kind: CertificateKind): Promise<KeyPair>;
  /** Discards the certificates created so far. */
  forget(): void;
}

/** `hosts`: names and addresses of the receivers. */
export function createReceiverCertificates(
  { issue, issuingPair }: Certificates,
  random: Random,
  hosts: readonly string[],
): ReceiverCertificates {
  const makers: Readonly<Record<CertificateKind, () => Promise<KeyPair>>> = {
    good: () => issue(hosts),
    self_signed: () => makeServerCertificate(random, hosts, validFor(leafLifeMs)),
    expired: () => issue(hosts, { notBefore: daysFromNow(-30), notAfter: lastNight() }),
    not_yet_valid: () => issue(hosts, { notBefore: daysFromNow(365), notAfter: daysFromNow(395) }),
    // Within the CA's name constraints. Otherwise, the chain would be invalid instead (D51).
    wrong_host: () => issue(['other.localhost']),
    async unknown_authority() {
      const name = 'CN=An authority that nobody trusts';
      const authority = await makeAuthority(random, name, validFor(leafLifeMs));
      const issuer = await issuerOf(authority);
      const made = await makeServerCertificate(random, hosts, validFor(leafLifeMs), issuer);
      return { ...made, certificate: `${made.certificate}\n${authority.certificate}` };
    },
    async incomplete_chain() {
      const name = 'CN=Hookwright intermediate authority';
      const authority = await makeAuthority(random, name, validFor(leafLifeMs), {
        issuer: await issuerOf(await issuingPair()),
      });
      return makeServerCertificate(random, hosts, validFor(leafLifeMs), await issuerOf(authority));
    },
  };
  const made = new Map<CertificateKind, Promise<KeyPair>>();

  return {
    get(kind) {
      const pair = made.get(kind) ?? makers[kind]();
      made.set(kind, pair);
      pair.catch(() => made.delete(kind));
      return pair;
    },
    forget: () => made.clear(),
  };
}
