/**
 * The ingestion listener, on node:http itself: it reads bodies, measures them and answers errors in
 * its own way, so that of a framework it would use the cost only (a fifth of a request's time).
 */
import http from 'node:http';
import https from 'node:https';
import type { AddressInfo, Socket } from 'node:net';
import type { KeyPair } from '../certificates/make.ts';
import { endSocket } from '../connections.ts';
import { listenOn, portsFor, reachableHost } from '../listen.ts';
import { type ListenAddress, type Log, StartupProblem } from '../ports.ts';
import { refusal } from './answer.ts';
import { createHandler } from './handle.ts';
import type { IngestTools } from './ingest-tools.ts';

const timeouts = {
  /** A client that sends its head slower than this is hung up on. */
  headersTimeout: 10_000,
  /** A body that takes longer than this never ends. */
  requestTimeout: 30_000,
  /** How often Node looks for clients over those limits. */
  connectionsCheckingInterval: 2_000,
  /** Longer than the pauses of SDKs' flushes, so that they find their connection again. */
  keepAliveTimeout: 65_000,
  /** Over TLS. */
  handshakeTimeout: 10_000,
};

/** When stopping, a request under way has this long to be answered. */
const closeGraceMs = 1_000;

export interface IngestServer {
  /** Address that clients reach it at, such as `http://127.0.0.1:8377`. */
  readonly url: string;
  /** Its address. */
  readonly address: AddressInfo;
  /** Why the port is not the usual one, as a sentence; null when it is. */
  readonly problem: string | null;
  /** Used for new handshakes. */
  renewKeys(tls: KeyPair): void;
  close(): Promise<void>;
}

/** What is not HTTP, too much or too slow is answered in JSON as well. */
const brokenRequests: Readonly<Record<string, readonly [string, string]>> = {
  HPE_HEADER_OVERFLOW: [
    '431 Request Header Fields Too Large',
    'The request has too many or too long headers: 16 KB in all are taken.',
  ],
  ERR_HTTP_REQUEST_TIMEOUT: [
    '408 Request Timeout',
    'The request took too long to arrive: it must be complete within 30 seconds.',
  ],
};

function answerBrokenRequest(error: NodeJS.ErrnoException, socket: Socket): void {
  // It already got a response: further bytes would not be valid HTTP either.
  if (socket.destroyed || !socket.writable) return;
  const [status, message] = brokenRequests[error.code ?? ''] ?? [
    '400 Bad Request',
    'The request is not valid HTTP.',
  ];
  const body = JSON.stringify(refusal(400, 'bad_request', message).body);
  endSocket(
    socket,
    `HTTP/1.1 ${status}\r\nContent-Type: application/json\r\nConnection: close\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
  );
}

/** Creates the server without listening. */
export function createIngestServer(
  tools: IngestTools,
  log: Log,
  tls: KeyPair | null = null,
  times: typeof timeouts = timeouts,
): http.Server {
  const handler = createHandler(tools, log);
  const server =
    tls === null
      ? http.createServer(times, handler)
      : https.createServer(
          {
            ...times,
            cert: tls.certificate,
            key: tls.privateKey,
          },
          handler,
        );
  tools.connections.limit(server);
  return server.on('clientError', answerBrokenRequest);
}

/** Returns the port taken. */
async function listen(server: http.Server, address: ListenAddress): Promise<number> {
  const ports = portsFor(address);
  try {
    return await listenOn(server, address.host, ports);
  } catch (cause) {
    const { code, message } = cause as NodeJS.ErrnoException;
    const port = ports.at(-1);
    throw code === 'EADDRINUSE'
      ? new StartupProblem(
          'port_in_use',
          `Ingestion port ${port} is in use by another program. Stop it, or choose another port with --ingest-port.`,
          { cause },
        )
      : new StartupProblem(
          'host_unusable',
          `The ingestion endpoint can't listen on ${address.host}, port ${port}: ${message}. Choose another address or port.`,
          { cause },
        );
  }
}

function close(server: http.Server): Promise<void> {
  return new Promise((resolve) => {
    const hangUp = setTimeout(() => server.closeAllConnections(), closeGraceMs);
    server.close(() => {
      clearTimeout(hangUp);
      resolve();
    });
    server.closeIdleConnections();
  });
}

/** Listens, over https with a key pair; throws a StartupProblem when it cannot. */
export async function startIngestServer(
  tools: IngestTools,
  log: Log,
  address: ListenAddress,
  tls: KeyPair | null = null,
): Promise<IngestServer> {
  const server = createIngestServer(tools, log, tls);
  const port = await listen(server, address);
  const hasMoved = address.port !== 0 && port !== address.port;
  const problem = hasMoved
    ? `Port ${address.port} is in use by another program, so the ingestion listens on port ${port}.`
    : null;
  if (problem !== null) log.warn(problem);
  const scheme = tls === null ? 'http' : 'https';
  return {
    address: server.address() as AddressInfo,
    url: `${scheme}://${reachableHost(address.host)}:${port}`,
    problem,
    renewKeys({ certificate, privateKey }) {
      if (server instanceof https.Server)
        server.setSecureContext({ cert: certificate, key: privateKey });
    },
    close: () => close(server),
  };
}
