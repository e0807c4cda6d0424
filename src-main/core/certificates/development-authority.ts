/**
 * The app's own certificate authority, made on this machine at first use: for https listeners here,
 * without anything to install and without rights. Its key never leaves the data folder.
 */
import { X509Certificate } from 'node:crypto';
import type { DevelopmentAuthority } from '#shared/schemas/settings.ts';
import type { Random } from '../ports.ts';
import { Refusal } from '../refusal.ts';
import type { KeyPair, StoredAuthority } from '../store/settings.ts';
import type { Store } from '../store/store.ts';
import { dayMs, issuerOf, makeAuthority, makeServerCertificate, validFor } from './make.ts';

/** Ten years: longer than anybody keeps a data folder. */
const authorityLifeMs = 3_650 * dayMs;
/** Apple's systems refuse server certificates that are valid for longer than 825 days. */
const leafLifeMs = 800 * dayMs;

export interface Certificates {
  /** The authority as the user sees it; made on first use. */
  authority(): Promise<DevelopmentAuthority>;
  /** The authority with its key; made on first use. Throws a Refusal when its key cannot be read. */
  issuingPair(): Promise<KeyPair>;
  /** A server certificate for these host names and addresses, and its key. Throws a Refusal. */
  issue(hosts: readonly string[]): Promise<KeyPair>;
}

export function createCertificates(store: Store, random: Random): Certificates {
  let making: Promise<KeyPair> | undefined;

  async function make(): Promise<KeyPair> {
    const name = 'CN=Hookwright development authority, O=Hookwright on this machine';
    const made = await makeAuthority(random, name, validFor(authorityLifeMs));
    await store.write((tx) => store.settings.putAuthority(tx, made));
    return made;
  }

  /** The one there is, also when its key cannot be read: a new one would take its place for good. */
  function stored(): Promise<StoredAuthority> {
    const known = store.settings.authority();
    if (known !== undefined) return Promise.resolve(known);
    making ??= make().finally(() => {
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
    issuingPair,
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
      const authority = await issuingPair();
      const validity = validFor(leafLifeMs);
      const made = await makeServerCertificate(random, hosts, validity, await issuerOf(authority));
      // The chain: clients trust the authority only, but some show what they are sent.
      return { ...made, certificate: `${made.certificate}\n${authority.certificate}` };
    },
  };
}
