/** Certificates of https receivers, the wrong ones included; made by the app when a run first needs them. */
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

/** Those that have one: not plain http, nor the handshake that never gets that far. */
export type CertificateKind = Exclude<ReceiverTls, 'none' | 'handshake_reset'>;

const daysFromNow = (days: number): Date => new Date(Date.now() + days * dayMs);

/** The last midnight, local; at least an hour ago, so that no client's clock is behind it. */
function lastNight(): Date {
  const anHourAgo = Date.now() - 3_600_000;
  return new Date(new Date(anHourAgo).setHours(0, 0, 0, 0));
}

export interface ReceiverCertificates {
  get(kind: CertificateKind): Promise<KeyPair>;
  /** Discards the certificates created so far. */
  forget(): void;
}

/** `hosts` are the names and addresses that the receivers are reached by. */
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
    // Within the CA's name constraints: otherwise the chain would be invalid instead (D51).
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
