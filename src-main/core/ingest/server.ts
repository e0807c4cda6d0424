/** The ingestion listener: the paths SDKs send to, always answered in JSON (D4, D6). */

import type { Socket } from 'node:net';
import cors from '@fastify/cors';
import Fastify, { type FastifyInstance } from 'fastify';
import { type ListenAddress, type Log, StartupProblem } from '../ports.ts';
import type { KeyPair } from '../store/settings.ts';
import type { IngestTools } from './accept.ts';
import { refusal, unavailable } from './answer.ts';
import { registerPaths, sendAnswer } from './paths.ts';

/** How far above a taken port the next free one is looked for (D2). */
const portsTried = 50;

/** A client that sends its head slower than this is hung up on. */
const headTimeOutMs = 10_000;
/** A body that takes longer than this never ends. */
const requestTimeOutMs = 30_000;
/** How often Node looks for clients over those limits. */
const timeOutCheckMs = 2_000;
/** A browser asks again whether it may send after this long: its own upper limit is two hours. */
const preflightSeconds = 7_200;
/** When stopping, a request under way has this long to be answered. */
const closeGraceMs = 1_000;

export interface IngestServer {
  /** Address that clients reach it at, such as `http://127.0.0.1:8377`. */
  readonly url: string;
  /** Why the port is not the usual one, as a sentence; null when it is. */
  readonly notice: string | null;
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
  if (socket.destroyed || !socket.writable) return;
  const [status, message] = brokenRequests[error.code ?? ''] ?? [
    '400 Bad Request',
    'The request is not valid HTTP.',
  ];
  const body = JSON.stringify(refusal(400, 'bad_request', message).body);
  socket.end(
    `HTTP/1.1 ${status}\r\nContent-Type: application/json\r\nConnection: close\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
  );
}

function build(tools: IngestTools, log: Log, tls: KeyPair | null): FastifyInstance {
  const timeOuts = {
    headersTimeout: headTimeOutMs,
    connectionsCheckingInterval: timeOutCheckMs,
  };
  const server = Fastify({
    logger: false,
    forceCloseConnections: 'idle',
    requestTimeout: requestTimeOutMs,
    ...(tls === null
      ? { http: timeOuts }
      : { https: { ...timeOuts, cert: tls.certificate, key: tls.privateKey } }),
    // An SDK whose endpoint ends in a slash asks for //v1/batch; some end the path in one.
    routerOptions: { ignoreTrailingSlash: true, ignoreDuplicateSlashes: true },
    clientErrorHandler: answerBrokenRequest,
  });
  server.addHook('onRequest', async (request, reply) => {
    // Content types lie, and some are not even well-formed: none decides anything here. What the
    // client wrote stays in the raw headers.
    if (request.method === 'POST') request.headers['content-type'] = 'application/octet-stream';
    // A page of a public https origin asks before it may reach this machine.
    if (request.headers['access-control-request-private-network'] === 'true')
      reply.header('Access-Control-Allow-Private-Network', 'true');
  });
  server.register(cors, {
    origin: true,
    methods: ['GET', 'POST', 'OPTIONS'],
    exposedHeaders: ['Retry-After'],
    maxAge: preflightSeconds,
    strictPreflight: false,
  });
  // The body is read by readBody, within the limits.
  server.removeAllContentTypeParsers();
  server.addContentTypeParser('*', (_request, _payload, done) => done(null));
  registerPaths(server, tools, log);
  server.setErrorHandler((error, _request, reply) => {
    const status = (error as { statusCode?: number }).statusCode ?? 500;
    if (status >= 500) {
      log.error('The ingestion met an unexpected error.', { error });
      return sendAnswer(reply, unavailable);
    }
    const message = error instanceof Error ? error.message : String(error);
    return sendAnswer(reply, refusal(status, 'bad_request', message));
  });
  return server;
}

async function listen(server: FastifyInstance, address: ListenAddress): Promise<boolean> {
  const candidates =
    address.explicit || address.port === 0
      ? [address.port]
      : Array.from({ length: portsTried }, (_, index) => address.port + index);
  for (const port of candidates) {
    try {
      await server.listen({ host: address.host, port });
      return port !== address.port;
    } catch (cause) {
      const { code, message } = cause as NodeJS.ErrnoException;
      if (code === 'EADDRINUSE' && port !== candidates.at(-1)) continue;
      if (code === 'EADDRINUSE')
        throw new StartupProblem(
          'port_in_use',
          `Port ${port} for the ingestion is in use by another program. Stop it, or choose another port with --ingest-port.`,
          { cause },
        );
      throw new StartupProblem(
        'host_unusable',
        `The ingestion cannot listen on ${address.host}, port ${port}: ${message}. Choose another address or port.`,
        { cause },
      );
    }
  }
  return false;
}

async function close(server: FastifyInstance): Promise<void> {
  const hangUp = setTimeout(() => server.server.closeAllConnections(), closeGraceMs);
  await server.close();
  clearTimeout(hangUp);
}

/** Listens, over https with a key pair; throws a StartupProblem when it cannot. */
export async function startIngestServer(
  tools: IngestTools,
  log: Log,
  address: ListenAddress,
  tls: KeyPair | null = null,
): Promise<IngestServer> {
  const server = build(tools, log, tls);
  const moved = await listen(server, address);
  const bound = server.server.address();
  const port = typeof bound === 'object' && bound !== null ? bound.port : address.port;
  const isWildcard = address.host === '0.0.0.0' || address.host === '::';
  const host = isWildcard
    ? '127.0.0.1'
    : address.host.includes(':')
      ? `[${address.host}]`
      : address.host;
  const notice = moved
    ? `Port ${address.port} is in use by another program, so the ingestion listens on port ${port}.`
    : null;
  if (notice !== null) log.warn(notice);
  const scheme = tls === null ? 'http' : 'https';
  return { url: `${scheme}://${host}:${port}`, notice, close: () => close(server) };
}
