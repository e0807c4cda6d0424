/** A connection to a mock endpoint, with its TCP socket so that it can be reset at any layer. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { TLSSocket } from 'node:tls';
import type { MockConnection } from '#shared/mocks/request.ts';

export interface Connection {
  readonly socket: Socket;
  /** Called when the socket closes. Any number of pipelined requests may wait for that. */
  readonly closeListeners: Set<() => void>;
  /** Set after the handshake. */
  secured: TLSSocket | null;
  /** Number of requests whose headers have arrived. */
  requests: number;
  /** Whether it sent something other than HTTP. */
  isBroken: boolean;
  /** Whether the log has an entry for the connection itself, apart from its requests. */
  isLogged: boolean;
  /** The system's error message. */
  error: string | null;
}

/** A request, and the response to it. */
export interface Exchange {
  readonly connection: Connection;
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
}

export function createConnection(socket: Socket): Connection {
  // Any number of requests may be pipelined, and each waits for its end.
  socket.setMaxListeners(0);
  // A listener of the socket for each would be searched for in a list to remove it.
  const closeListeners = new Set<() => void>();
  socket.once('close', () => {
    for (const listener of closeListeners) listener();
  });
  const state = { secured: null, requests: 0, isBroken: false, isLogged: false, error: null };
  return { socket, closeListeners, ...state };
}

/** Resets the TCP connection (RST), even below TLS. */
export function reset({ socket }: Connection): void {
  if (!socket.destroyed) socket.resetAndDestroy();
}

/** Connection details for the log. Read them while the connection is open. */
export function toConnectionDetails(connection: Connection, isTls: boolean): MockConnection {
  const { socket, secured, requests, error } = connection;
  const serverName: unknown = secured?.servername;
  return {
    remoteAddress: socket.remoteAddress ?? '',
    remotePort: socket.remotePort ?? 0,
    requestNumber: requests,
    tls: secured && {
      version: secured.getProtocol() ?? '',
      cipher: secured.getCipher()?.name ?? '',
      serverName: typeof serverName === 'string' && serverName !== '' ? serverName : null,
    },
    httpBytes: isTls ? (secured?.bytesRead ?? 0) : socket.bytesRead,
    error,
  };
}
