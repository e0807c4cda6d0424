/** Listens on ports. Shared by all listeners of the core. */
import type { AddressInfo, Server } from 'node:net';
import type { ListenProblem } from '#shared/kit/problem.ts';
import { AppError } from './app-error.ts';
import type { ListenAddress } from './ports.ts';

/** Maximum number of ports to try, starting with the requested one (D2). */
const portsToTry = 50;

const lastPort = 65_535;

const listenOnce = (server: Server, host: string, port: number) =>
  new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen({ host, port }, () => {
      server.off('error', reject);
      resolve();
    });
  });

/** Ports to try in order. An explicit port has no alternatives. */
export const portsFor = ({ port, explicit }: Pick<ListenAddress, 'port' | 'explicit'>) =>
  explicit || port === 0
    ? [port]
    : Array.from({ length: portsToTry }, (_, index) => port + index).filter(
        (candidate) => candidate <= lastPort,
      );

/** Listens on the first available port and returns it. Throws the last port's error. `listen` is the server's own way. */
export async function listenOn(
  server: Server,
  host: string,
  ports: readonly number[],
  listen: (port: number) => Promise<unknown> = (port) => listenOnce(server, host, port),
): Promise<number> {
  for (const port of ports) {
    try {
      await listen(port);
      return (server.address() as AddressInfo).port;
    } catch (cause) {
      const isTaken = (cause as NodeJS.ErrnoException).code === 'EADDRINUSE';
      if (!isTaken || port === ports.at(-1)) throw cause;
    }
  }
  throw new Error('There is no port to listen on.');
}

/** Null if this is the requested port; 0 requests any. */
export const changedPort = (port: number, currentPort: number): ListenProblem | null =>
  port === 0 || port === currentPort
    ? null
    : { code: 'port_changed', params: { port, currentPort } };

/** Why an endpoint doesn't listen on this port. */
export function listenProblem(error: unknown, port: number): ListenProblem {
  if (error instanceof AppError && error.problem !== undefined) return error.problem;
  const { code, message } = error as NodeJS.ErrnoException;
  return code === 'EADDRINUSE'
    ? { code: 'port_in_use', params: { port } }
    : { code: 'listen_failed', params: { port, detail: message } };
}

export const isWildcard = (host: string): boolean => host === '0.0.0.0' || host === '::';

/** 0.0.0.0 and :: are not addresses that clients can connect to. */
export function reachableHost(host: string): string {
  if (isWildcard(host)) return '127.0.0.1';
  return host.includes(':') ? `[${host}]` : host;
}
