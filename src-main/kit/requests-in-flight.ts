/**
 * Deliveries with a request in flight, by the local end of its connection, so that mock endpoints know which
 * delivery a request belongs to: webhook requests have no header for it (spec 2.1).
 */
import type { Socket } from 'node:net';
import { connectionEnd } from '#shared/deliveries/connection-end.ts';

export type RequestsInFlight = Map<string, number>;

/** `serverPort` is the one connected to: a socket that the server has already reset no longer knows it. */
export const localEnd = ({ localAddress, localPort }: Socket, serverPort: number): string =>
  connectionEnd(localAddress, localPort, serverPort);

export const remoteEnd = ({ remoteAddress, remotePort, localPort }: Socket): string =>
  connectionEnd(remoteAddress, remotePort, localPort);
