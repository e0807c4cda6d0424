/** A port for mock endpoints: HTTP, HTTPS, or a TLS handshake that is always reset. */
import http, { type IncomingMessage, type ServerResponse } from 'node:http';
import https from 'node:https';
import net, { type Socket } from 'node:net';
import type { TLSSocket } from 'node:tls';
import { toOriginForm } from '#main/kit/absolute-request.ts';
import { type ConnectionCounter, isHttpServer } from '#main/kit/connections.ts';
import { rejectInvalidRequests } from '#main/kit/invalid-request.ts';
import { handleInTurn } from '#main/kit/pipelined-requests.ts';
import type { KeyPair } from '#main/settings/certificates/create-certificate.ts';
import type { MockCertificates } from '#main/settings/certificates/mock-certificates.ts';
import type { TlsFloor } from '#shared/mocks/mock.ts';
import { type Connection, createConnection, type Exchange, reset } from './connection.ts';

/** Protocol of the port. */
export type ListenerKind =
  | { readonly kind: 'http' }
  | { readonly kind: 'https'; readonly keys: KeyPair; readonly floor: TlsFloor }
  | { readonly kind: 'handshake_reset' };

export interface ListenerEvents {
  /** A client has connected. With TLS, its handshake has not started. */
  accepted?(connection: Connection): void;
  /** A connection is open and no HTTP has been read. With TLS, the handshake is complete. */
  opened?(connection: Connection): void;
  request(exchange: Exchange): void;
  ended?(connection: Connection): void;
  /** The first bytes of a handshake that will be reset have arrived. */
  handshake?(connection: Connection): void;
}

const timeouts = {
  headersTimeout: 10_000,
  requestTimeout: 60_000,
  connectionsCheckingInterval: 2_000,
  /** Longer than typical pauses between requests, so that senders can reuse the connection. */
  keepAliveTimeout: 65_000,
  /** Includes handshakes that will be reset. */
  handshakeTimeout: 10_000,
};

/** What all listeners share, those of mock endpoints and those of the certification of a sender. */
export interface Listening {
  readonly host: string;
  readonly certificates: MockCertificates;
  readonly connections: ConnectionCounter;
}

export interface Listener {
  readonly server: net.Server;
  /** Replaces the certificate for new handshakes. */
  renewKeys(kind: ListenerKind): void;
  /** Stops accepting connections and closes idle ones. */
  refuseConnections(): void;
  /** Like `refuseConnections`, and closes connections with a response in progress. */
  close(): Promise<void>;
}

/** The TCP socket and the TLS socket over it share the client's port. */
const keyOf = (socket: Socket): string => `${socket.remoteAddress}:${socket.remotePort}`;

/** TLS errors of clients are not faults of the mock endpoint. */
const handshakeAborted = 'The client aborted the TLS handshake.';

const secureContextOf = ({ keys, floor }: Extract<ListenerKind, { kind: 'https' }>) =>
  ({
    cert: keys.certificate,
    key: keys.privateKey,
    minVersion: floor === '1.3' ? 'TLSv1.3' : 'TLSv1.2',
  }) as const;

function createServer(kind: ListenerKind, times: typeof timeouts): net.Server {
  switch (kind.kind) {
    case 'http':
      return http.createServer(times);
    case 'https':
      return https.createServer({ ...times, ...secureContextOf(kind) });
    case 'handshake_reset':
      return net.createServer();
  }
}

/** Reports handshakes and requests. */
function serveHttp(
  server: http.Server,
  events: ListenerEvents,
  connectionOf: (socket: Socket) => Connection | undefined,
  isRefusing: () => boolean,
): void {
  server.on('secureConnection', (secured: TLSSocket) => {
    const connection = connectionOf(secured);
    if (connection === undefined) return;
    connection.secured = secured;
    secured.on('error', (error) => {
      connection.error ??= error.message;
    });
    events.opened?.(connection);
  });
  server.on('tlsClientError', (error: Error, secured: TLSSocket) => {
    const connection = connectionOf(secured);
    if (connection !== undefined) connection.error ??= error.message;
  });
  server.on('clientError', (error: NodeJS.ErrnoException, socket: Socket) => {
    const connection = connectionOf(socket);
    if (connection !== undefined && connection.requests === 0 && error.code?.startsWith('HPE_')) {
      connection.isBroken = true;
      connection.error ??= error.message;
    }
  });
  rejectInvalidRequests(server, (message) => ({ message }));
  function handle(request: IncomingMessage, response: ServerResponse): void {
    const connection = connectionOf(request.socket);
    if (connection === undefined) return void request.socket.destroy();
    // The connection was already reset. The request arrived with the end of the handshake.
    if (connection.socket.destroyed) return;
    if (isRefusing()) {
      // A pipelined request ends with the response before it. The first request would wait forever,
      // so reset it.
      if (connection.requests === 0) reset(connection);
      return;
    }
    connection.requests += 1;
    if (!toOriginForm(request)) return void response.writeHead(400, { Connection: 'close' }).end();
    response.once('finish', () => {
      // A keep-alive connection would otherwise keep using a mock endpoint that has stopped.
      if (isRefusing()) request.socket.destroySoon();
    });
    events.request({ connection, request, response });
  }
  server.on('request', (request, response) =>
    handleInTurn(request, response, () => handle(request, response)),
  );
}

export function createListener(
  kind: ListenerKind,
  events: ListenerEvents,
  counter: ConnectionCounter,
  times: typeof timeouts = timeouts,
): Listener {
  const server = createServer(kind, times);
  const connections = new Map<string, Connection>();
  let isRefusing = false;

  server.on('connection', (socket: Socket) => {
    // The connection limit is exceeded.
    if (socket.destroyed) return;
    // https sockets arrive here before the handshake.
    const connection = createConnection(socket);
    const key = keyOf(socket);
    connections.set(key, connection);
    socket.on('error', (error) => {
      connection.error ??= error.message;
    });
    socket.once('close', () => {
      if (connections.get(key) === connection) connections.delete(key);
      if (kind.kind === 'https' && connection.secured === null)
        connection.error ??= handshakeAborted;
      events.ended?.(connection);
    });
    events.accepted?.(connection);
    if (kind.kind === 'http') events.opened?.(connection);
    if (kind.kind !== 'handshake_reset') return;
    socket.setTimeout(times.handshakeTimeout, () => socket.destroy());
    socket.once('data', () => events.handshake?.(connection));
  });
  if (isHttpServer(server))
    serveHttp(
      server,
      events,
      (socket) => connections.get(keyOf(socket)),
      () => isRefusing,
    );
  counter.limit(server);

  return {
    server,
    refuseConnections() {
      isRefusing = true;
      server.close();
      if (isHttpServer(server)) server.closeIdleConnections();
    },
    renewKeys(renewed) {
      if (server instanceof https.Server && renewed.kind === 'https')
        server.setSecureContext(secureContextOf(renewed));
    },
    close: () =>
      new Promise((resolve) => {
        isRefusing = true;
        server.close(() => resolve());
        for (const { socket } of connections.values()) socket.destroy();
      }),
  };
}
