/**
 * The ingestion listener. It uses node:http directly: with custom body reading and error responses,
 * a framework would only add cost (a fifth of the request time).
 */

import http from 'node:http';
import https from 'node:https';
import type { AddressInfo } from 'node:net';
import type { TLSSocket } from 'node:tls';
import { rejectInvalidRequests } from '#main/kit/invalid-request.ts';
import { changedPort, listenOn, portsFor, reachableHost } from '#main/kit/listen.ts';
import { type ListenAddress, type Log, StartupProblem } from '#main/kit/ports.ts';
import type { KeyPair } from '#main/settings/certificates/create-certificate.ts';
import { type ListenProblem, listenProblemText } from '#shared/kit/problem.ts';
import { createHandler } from './handle.ts';
import type { IngestTools } from './ingest-tools.ts';
import { errorReply } from './reply.ts';

const timeouts = {
  /** Maximum time to send the headers. */
  headersTimeout: 10_000,
  /** Maximum time to send the whole request. */
  requestTimeout: 30_000,
  /** Interval at which Node checks these limits. */
  connectionsCheckingInterval: 2_000,
  /** Longer than the flush interval of SDKs, so that they can reuse the connection. */
  keepAliveTimeout: 65_000,
  /** Only for TLS. */
  handshakeTimeout: 10_000,
};

/** Time for running requests to finish when stopping. */
const closeGraceMs = 1_000;

export interface IngestServer {
  /** URL for clients, such as `http://127.0.0.1:8377`. */
  readonly url: string;
  readonly address: AddressInfo;
  /** Explains why another port is used; null if there is no problem. */
  readonly problem: ListenProblem | null;
  /** Replaces the certificate for new handshakes. */
  renewKeys(tls: KeyPair): void;
  close(): Promise<void>;
}

/**
 * A client that ends its side after its last request still gets the responses. Node would end the connection. Only for
 * responses that come soon: a client that has left looks the same.
 */
function keepHalfClosed(server: http.Server | https.Server): void {
  Object.assign(server, { httpAllowHalfOpen: true });
  // After the handshake: one that is cut must end at once.
  server.on('secureConnection', (secured: TLSSocket) => {
    secured.allowHalfOpen = true;
  });
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
  keepHalfClosed(server);
  tools.connections.limit(server);
  rejectInvalidRequests(server, (message) => errorReply(400, 'bad_request', message).body);
  return server;
}

/** Returns the listening port. */
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
    const closeTimer = setTimeout(() => server.closeAllConnections(), closeGraceMs);
    server.close(() => {
      clearTimeout(closeTimer);
      resolve();
    });
    server.closeIdleConnections();
  });
}

/** Starts listening, over https if there is a key pair. Throws a StartupProblem on failure. */
export async function startIngestServer(
  tools: IngestTools,
  log: Log,
  address: ListenAddress,
  tls: KeyPair | null = null,
): Promise<IngestServer> {
  const server = createIngestServer(tools, log, tls);
  const port = await listen(server, address);
  const problem = changedPort(address.port, port);
  if (problem !== null)
    log.warn(`Ingestion: ${listenProblemText(problem)}`, { code: problem.code });
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
