/** Certificates of https receivers, the wrong ones included; made by the app when a run first needs them. */
import type { ReceiverTls } from '#shared/schemas/receiver.ts';
import type { Random } from '../ports.ts';
import type { KeyPair } from '../store/settings.ts';
import type { Certificates } from './development-authority.ts';
import { dayMs, issuerOf, makeAuthority, makeServerCertificate, validFor } from './make.ts';

/** Those that have one: not plain http, nor the handshake that never gets that far. */
export type CertificateKind = Exclude<ReceiverTls, 'none' | 'handshake_reset'>;

const lifeMs = 365 * dayMs;
const daysFromNow = (days: number): Date => new Date(Date.now() + days * dayMs);

/** The last midnight, local; at least an hour ago, so that no client's clock is behind it. */
function lastNight(): Date {
  const anHourAgo = Date.now() - 3_600_000;
  return new Date(new Date(anHourAgo).setHours(0, 0, 0, 0));
}

export type ReceiverCertificates = (kind: CertificateKind) => Promise<KeyPair>;

/** `hosts` are the names and addresses that the receivers are reached by. */
export function createReceiverCertificates(
  { issue, issuingPair }: Certificates,
  random: Random,
  hosts: readonly string[],
): ReceiverCertificates {
  const own = async () => issuerOf(await issuingPair());

  const makers: Readonly<Record<CertificateKind, () => Promise<KeyPair>>> = {
    good: () => issue(hosts),
    self_signed: () => makeServerCertificate(random, hosts, validFor(lifeMs)),
    async expired() {
      const validity = { notBefore: daysFromNow(-30), notAfter: lastNight() };
      return makeServerCertificate(random, hosts, validity, await own());
    },
    async not_yet_valid() {
      // Made once for as long as the app runs, which may be many days.
      const validity = { notBefore: daysFromNow(365), notAfter: daysFromNow(395) };
      return makeServerCertificate(random, hosts, validity, await own());
    },
    async wrong_host() {
      const others = ['another-host.example'];
      return makeServerCertificate(random, others, validFor(lifeMs), await own());
    },
    async unknown_authority() {
      const name = 'CN=An authority that nobody trusts';
      const authority = await makeAuthority(random, name, validFor(lifeMs));
      const issuer = await issuerOf(authority);
      const made = await makeServerCertificate(random, hosts, validFor(lifeMs), issuer);
      return { ...made, certificate: `${made.certificate}\n${authority.certificate}` };
    },
    async incomplete_chain() {
      const name = 'CN=Hookwright intermediate authority';
      const authority = await makeAuthority(random, name, validFor(lifeMs), await own());
      return makeServerCertificate(random, hosts, validFor(lifeMs), await issuerOf(authority));
    },
  };
  const made = new Map<CertificateKind, Promise<KeyPair>>();

  return (kind) => {
    const pair = made.get(kind) ?? makers[kind]();
    made.set(kind, pair);
    pair.catch(() => made.delete(kind));
    return pair;
  };
}
