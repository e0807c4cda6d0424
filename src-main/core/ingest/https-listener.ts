/** The ingestion over https as well: on while the setting is on. */
import { networkInterfaces } from 'node:os';
import type { Certificates } from '../certificates/development-authority.ts';
import type { ListenAddress } from '../ports.ts';
import type { KeyPair } from '../store/settings.ts';
import type { IngestServer } from './server.ts';

/** After the ports of the ingestion, the interface and the receivers (D2); the next free one if taken. */
const usualPort = 8381;

/** Names and addresses that clients may reach a listener on `host` by. */
function reachableBy(host: string): string[] {
  const isWildcard = host === '0.0.0.0' || host === '::';
  const own = isWildcard
    ? Object.values(networkInterfaces()).flatMap((list) =>
        (list ?? []).map(({ address }) => address),
      )
    : [host];
  return [...new Set(['localhost', '127.0.0.1', '::1', ...own])];
}

export interface HttpsListener {
  url(): string | null;
  /** Listens or not; at one time, one change only. */
  set(isOn: boolean): Promise<void>;
}

export function createHttpsListener(
  address: ListenAddress,
  certificates: Certificates,
  listen: (address: ListenAddress, tls: KeyPair) => Promise<IngestServer>,
): HttpsListener {
  let server: IngestServer | null = null;

  async function start(): Promise<void> {
    if (server !== null) return;
    const tls = await certificates.issue(reachableBy(address.host));
    const port = address.port === 0 ? 0 : usualPort;
    server = await listen({ host: address.host, port, explicit: false }, tls);
  }

  async function stop(): Promise<void> {
    const stopped = server;
    server = null;
    await stopped?.close();
  }

  return { url: () => server?.url ?? null, set: (isOn) => (isOn ? start() : stop()) };
}
