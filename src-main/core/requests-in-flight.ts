/**
 * Deliveries with a request in flight, by the local end of its connection, so that receivers know which
 * delivery a request belongs to: webhook requests have no header for it (spec 2.1).
 */
import type { Socket } from 'node:net';

export type RequestsInFlight = Map<string, number>;

/** The same text on both sides, also for IPv4 addresses on an IPv6 listener. */
export const endText = (address: string | undefined, port: number | undefined): string =>
  `${address?.replace(/^::ffff:/, '')}:${port}`;

export const localEnd = ({ localAddress, localPort }: Socket): string =>
  endText(localAddress, localPort);

export const remoteEnd = ({ remoteAddress, remotePort }: Socket): string =>
  endText(remoteAddress, remotePort);
