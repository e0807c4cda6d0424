/** The ingestion endpoint over https, if enabled in the settings. */

import { X509Certificate } from 'node:crypto';
import { type AddressInfo, isIP } from 'node:net';
import { AppError } from '#main/kit/app-error.ts';
import { isWildcard, listenProblem } from '#main/kit/listen.ts';
import { type ListenAddress, type Log, StartupProblem } from '#main/kit/ports.ts';
import type { KeyPair } from '#main/settings/certificates/create-certificate.ts';
import type { Certificates } from '#main/settings/certificates/development-ca.ts';
import { reachableBy } from '#main/settings/certificates/host-names.ts';
import { type ListenProblem, listenProblemText } from '#shared/kit/problem.ts';
import type { IngestServer } from './server.ts';

/**
 * The port after those of ingestion, interface and mock endpoints (D2). If it is in use, the next free
 * one is used.
 */
const defaultPort = 8381;

export interface HttpsListener {
  url(): string | null;
  /** The listening address; null if not listening. */
  address(): AddressInfo | null;
  /** Why it isn't listening although enabled; null if there is no problem. */
  problem(): ListenProblem | null;
  /**
   * Restores the state of the last run. A failure to listen is logged and reported as the problem;
   * the app continues.
   */
  resume(isOn: boolean): Promise<void>;
  /** Starts or stops listening. Runs one change at a time. */
  set(isOn: boolean): Promise<void>;
}

const notCovered = (problem: ListenProblem): AppError =>
  new AppError('conflict', listenProblemText(problem), { problem });

/** Throws an AppError if the certificate wouldn't cover this address. */
function checkCovered(host: string, { certificate }: KeyPair): void {
  if (isWildcard(host)) return;
  const parsed = new X509Certificate(certificate);
  if ((isIP(host) === 0 ? parsed.checkHost(host) : parsed.checkIP(host)) === undefined)
    throw notCovered({ code: 'host_not_covered', params: { host } });
}

export function createHttpsListener(
  address: ListenAddress,
  certificates: Certificates,
  listen: (address: ListenAddress, tls: KeyPair) => Promise<IngestServer>,
  log: Log,
): HttpsListener {
  let server: IngestServer | null = null;
  let problem: ListenProblem | null = null;
  const hosts = reachableBy(address.host);

  certificates.subscribe(async () => {
    try {
      // The cause of a failed start may be resolved.
      if (problem !== null) return await resume(true);
      if (server === null) return;
      const tls = await certificates.issue(hosts);
      server?.renewKeys(tls);
    } catch (error) {
      log.warn("Can't renew the certificate of the ingestion endpoint.", { error });
    }
  });

  async function start(): Promise<void> {
    if (server !== null) return;
    const tls = await certificates.issue(hosts);
    checkCovered(address.host, tls);
    const port = address.port === 0 ? 0 : defaultPort;
    server = await listen({ host: address.host, port, explicit: false }, tls);
  }

  async function stop(): Promise<void> {
    const stopped = server;
    server = null;
    await stopped?.close();
  }

  async function set(isOn: boolean): Promise<void> {
    await (isOn ? start() : stop());
    problem = null;
  }

  async function resume(isOn: boolean): Promise<void> {
    try {
      await set(isOn);
    } catch (error) {
      if (!(error instanceof AppError || error instanceof StartupProblem)) throw error;
      problem = listenProblem(error instanceof AppError ? error : error.cause, defaultPort);
      log.warn(`Ingestion over https: ${listenProblemText(problem)}`, { code: problem.code });
    }
  }

  return {
    url: () => server?.url ?? null,
    address: () => server?.address ?? null,
    problem: () => problem,
    resume,
    set,
  };
}
