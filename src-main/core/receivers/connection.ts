/** A connection to a receiver: down to its TCP socket, so that it can be reset at any layer. */
import type { Socket } from 'node:net';
import type { TLSSocket } from 'node:tls';
import type { ReceiverConnection } from '#shared/schemas/receiver-request.ts';

export interface Connection {
  readonly socket: Socket;
  /** Once the handshake is done. */
  secured: TLSSocket | null;
  /** Requests whose head has arrived. */
  requests: number;
  /** Whether there is an entry in the log for it, apart from those of its requests. */
  isLogged: boolean;
  /** What went wrong, in the words of the system. */
  error: string | null;
}

export const newConnection = (socket: Socket): Connection => ({
  socket,
  secured: null,
  requests: 0,
  isLogged: false,
  error: null,
});

/** Tears it down with RST, also below TLS. */
export function reset({ socket }: Connection): void {
  if (!socket.destroyed) socket.resetAndDestroy();
}

/** The facts of a connection as the log shows them; to be taken while it is open. */
export function factsOf(connection: Connection, isTls: boolean): ReceiverConnection {
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
