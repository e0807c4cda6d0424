/**
 * The development CA, created on this machine on first use. It enables local https listeners
 * without installation or special permissions (D51). Its key never leaves the data folder.
 */

import { X509Certificate } from 'node:crypto';
import { AppError } from '#main/kit/app-error.ts';
import { makeFolder } from '#main/kit/files.ts';
import type { Clock, Log, Random, SecretBox } from '#main/kit/ports.ts';
import type { CaAlerts } from '#main/store/settings.ts';
import type { Store } from '#main/store/store.ts';
import { type ListenProblem, listenProblemText } from '#shared/kit/problem.ts';
import type { DevelopmentCa } from '#shared/settings/settings.ts';
import type { DevelopmentCaAlert } from '#shared/settings/system.ts';
import { caFileIn, type NewCa, readCa, type StoredCa, writeCa } from './ca-file.ts';
import {
  backdatedMs,
  createCertificateAuthority,
  createServerCertificate,
  dayMs,
  issuerOf,
  type KeyPair,
  type Validity,
  validFor,
} from './create-certificate.ts';
import { isPermitted, nameConstraints, ownHostName } from './host-names.ts';

/** One year in total, including the backdating (D51). */
const caLifeMs = 365 * dayMs - backdatedMs;
const warnBeforeMs = 30 * dayMs;

/** Server certificates are replaced daily while the app runs. A suspended machine may skip days. */
export const leafLifeMs = 30 * dayMs;
const reissueAfterMs = dayMs;
const checkEveryMs = 3_600_000;

export interface Certificates {
  /** The CA's certificate; null if there is none. */
  trusted(): string | null;
  alert(): DevelopmentCaAlert | null;
  dismissAlert(): Promise<void>;
  /** The CA for display, created on first use. Throws an AppError if it can't be read. */
  get(): Promise<DevelopmentCa>;
  /** Replaces the current CA with a new one. */
  renew(): Promise<DevelopmentCa>;
  /** The CA with its key, created on first use. Throws an AppError if the key can't be read. */
  issuingPair(): Promise<KeyPair>;
  /**
   * Issues a server certificate for the names that the CA may sign, short-lived by default. Throws
   * an AppError.
   */
  issue(hosts: readonly string[], validity?: Validity): Promise<KeyPair>;
  /** Called when listeners should replace their certificates. */
  subscribe(listener: () => void): void;
  stop(): void;
}

interface CertificateTools {
  readonly store: Store;
  readonly dataFolder: string;
  readonly secretBox: SecretBox;
  readonly random: Random;
  readonly machineClock: Clock;
  readonly log: Log;
}

const unusable = (problem: ListenProblem): AppError =>
  new AppError('conflict', listenProblemText(problem), { problem });

/** TLS uses real time, not the virtual clock. */
const lifeLeftMs = (validTo: number): number => validTo - Date.now();

function describeCa(certificate: string): DevelopmentCa {
  const parsed = new X509Certificate(certificate);
  return {
    pem: certificate,
    fingerprint: parsed.fingerprint256,
    validTo: Date.parse(parsed.validTo),
  };
}

/** Never outlives its issuer. */
function leafValidity({ certificate }: KeyPair): Validity {
  const defaultValidity = validFor(leafLifeMs);
  const end = Math.min(defaultValidity.notAfter.getTime(), describeCa(certificate).validTo);
  return { ...defaultValidity, notAfter: new Date(end) };
}

async function createDevelopmentCa(random: Random): Promise<NewCa> {
  const hostName = ownHostName();
  const pair = await createCertificateAuthority(
    random,
    'CN=Hookwright development CA, O=Hookwright on this machine',
    validFor(caLifeMs),
    { constraints: nameConstraints(hostName) },
  );
  return { ...pair, hostName };
}

/** With the chain: clients only need the CA, but some display the certificates sent. */
async function issueFrom(
  issuer: NewCa,
  random: Random,
  hosts: readonly string[],
  validity: Validity = leafValidity(issuer),
): Promise<KeyPair> {
  const names = hosts.filter((host) => isPermitted(host, issuer.hostName));
  const leaf = await createServerCertificate(random, names, validity, await issuerOf(issuer));
  return { ...leaf, certificate: `${leaf.certificate}\n${issuer.certificate}` };
}

/** What mock endpoints need of the certificates. */
export type CertificateIssuer = Pick<Certificates, 'issue' | 'issuingPair'>;

/**
 * Issues certificates of the CA in a data folder that no host may have open; creates the CA if there is
 * none. Throws an AppError if it can't be read.
 */
export function createCertificateIssuer(
  dataFolder: string,
  secretBox: SecretBox,
  random: Random,
): CertificateIssuer {
  const file = caFileIn(dataFolder);
  let pair: Promise<NewCa> | undefined;

  async function readOrCreate(): Promise<NewCa> {
    const stored = readCa(file, secretBox);
    if (stored === 'damaged') throw unusable({ code: 'ca_damaged', params: { file } });
    if (stored === undefined) {
      const created = await createDevelopmentCa(random);
      makeFolder(dataFolder, 0o700);
      writeCa(file, secretBox, created);
      return created;
    }
    const { privateKey } = stored;
    if (privateKey === null) throw unusable({ code: 'ca_key_unreadable', params: {} });
    return { ...stored, privateKey };
  }

  const issuingPair = (): Promise<NewCa> => (pair ??= readOrCreate());
  return {
    issuingPair,
    issue: async (hosts, validity) => issueFrom(await issuingPair(), random, hosts, validity),
  };
}

export function createCertificates(tools: CertificateTools): Certificates {
  const { store, secretBox, random, machineClock, log } = tools;
  const file = caFileIn(tools.dataFolder);
  const listeners: (() => void)[] = [];
  let ca = readCa(file, secretBox);
  let creating: Promise<StoredCa> | undefined;
  let issuedAt: number | null = null;
  let cancelCheck: (() => void) | undefined;

  async function createCa(alerts: Partial<CaAlerts>): Promise<StoredCa> {
    const newCa = await createDevelopmentCa(random);
    const isFirst = ca === undefined;
    const saveAlerts = () =>
      store.write((tx) =>
        store.settings.saveCaAlerts(tx, { ...store.settings.caAlerts(), ...alerts }),
      );
    // Stored before the file: after a crash in between, the alert shows too early rather than
    // never.
    await saveAlerts();
    writeCa(file, secretBox, newCa);
    ca = newCa;
    // Repeated for subscribers that read the CA when the settings change.
    await saveAlerts();
    if (!isFirst) for (const listener of listeners) listener();
    return newCa;
  }

  function ensureCreated(alerts: Partial<CaAlerts>): Promise<StoredCa> {
    creating ??= createCa(alerts).finally(() => {
      creating = undefined;
    });
    return creating;
  }

  /** The current CA. Replaced if it has expired; an unreadable one is replaced only on request. */
  async function findOrCreateCa(): Promise<StoredCa> {
    if (creating !== undefined) return creating;
    // The command line may have created it in the meantime.
    ca ??= readCa(file, secretBox);
    if (ca === undefined) return ensureCreated({});
    if (ca === 'damaged') throw unusable({ code: 'ca_damaged', params: { file } });
    return lifeLeftMs(describeCa(ca.certificate).validTo) > 0
      ? ca
      : ensureCreated({ isReplaced: true });
  }

  async function signingCa(): Promise<NewCa> {
    const { certificate, privateKey, hostName } = await findOrCreateCa();
    if (privateKey === null) throw unusable({ code: 'ca_key_unreadable', params: {} });
    return { certificate, privateKey, hostName };
  }

  function alert(): DevelopmentCaAlert | null {
    const { isReplaced, expiryDismissedFor } = store.settings.caAlerts();
    if (isReplaced) return 'development_ca_replaced';
    if (ca === undefined || ca === 'damaged') return null;
    const { validTo, fingerprint } = describeCa(ca.certificate);
    return lifeLeftMs(validTo) < warnBeforeMs && fingerprint !== expiryDismissedFor
      ? 'development_ca_expiring'
      : null;
  }

  async function check(alertBefore: DevelopmentCaAlert | null): Promise<void> {
    try {
      await findOrCreateCa();
      // Notifies the interface.
      if (alert() !== alertBefore)
        await store.write((tx) => tx.changed({ kind: 'settings', id: 'settings' }));
      if (issuedAt !== null && Date.now() - issuedAt >= reissueAfterMs)
        for (const listener of listeners) listener();
    } catch (error) {
      log.warn("Can't renew the development CA's certificates.", { error });
    }
  }

  /** Set when the first certificate is issued. */
  function scheduleCheck(): void {
    const alertBefore = alert();
    cancelCheck = machineClock.at(machineClock.now() + checkEveryMs, () => {
      scheduleCheck();
      void check(alertBefore);
    });
  }

  return {
    trusted: () => (ca === undefined || ca === 'damaged' ? null : ca.certificate),
    alert,
    async dismissAlert() {
      const dismissed = alert();
      if (dismissed === null) return;
      const alerts = store.settings.caAlerts();
      const { fingerprint } =
        dismissed === 'development_ca_expiring'
          ? describeCa((await findOrCreateCa()).certificate)
          : { fingerprint: alerts.expiryDismissedFor };
      await store.write((tx) =>
        store.settings.saveCaAlerts(tx, { isReplaced: false, expiryDismissedFor: fingerprint }),
      );
    },
    get: async () => describeCa((await findOrCreateCa()).certificate),
    async renew() {
      await creating;
      return describeCa((await ensureCreated({ isReplaced: false })).certificate);
    },
    issuingPair: signingCa,
    async issue(hosts, validity) {
      const leaf = await issueFrom(await signingCa(), random, hosts, validity);
      issuedAt = Date.now();
      if (cancelCheck === undefined) scheduleCheck();
      return leaf;
    },
    subscribe(listener) {
      listeners.push(listener);
    },
    stop: () => cancelCheck?.(),
  };
}
