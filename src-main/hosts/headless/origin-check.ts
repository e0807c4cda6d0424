/**
 * Validates the Host and Origin headers. Another site can point its own host name at this server
 * (DNS rebinding) or send cross-origin requests. Both are rejected.
 */
import { hostname, networkInterfaces } from 'node:os';

const anyAddress = new Set(['0.0.0.0', '::', '']);
const loopbackNames = ['localhost', '127.0.0.1', '[::1]'];

export function urlHost(host: string): string {
  return host.includes(':') && !host.startsWith('[') ? `[${host}]` : host.toLowerCase();
}

function machineNames(): string[] {
  const addresses = Object.values(networkInterfaces()).flatMap((list) => list ?? []);
  return [hostname(), ...addresses.map(({ address }) => address)];
}

export interface OriginCheck {
  host(header: string | undefined): boolean;
  origin(header: string | undefined): boolean;
}

export function createOriginCheck(listenHost: string, port: number): OriginCheck {
  const listened = anyAddress.has(listenHost) ? machineNames() : [listenHost];
  const authorities = new Set(
    [...loopbackNames, ...listened.map(urlHost)].flatMap((name) =>
      // Clients omit the default http port.
      port === 80 ? [name, `${name}:80`] : [`${name}:${port}`],
    ),
  );
  return {
    host: (header) => header !== undefined && authorities.has(header.toLowerCase()),
    origin: (header) =>
      header === undefined ||
      (header.startsWith('http://') && authorities.has(header.slice('http://'.length))),
  };
}
