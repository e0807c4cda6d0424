/** The ingestion listener: the paths SDKs send to, always answered in JSON (D4, D6). */

import type { Socket } from 'node:net';
import cors from '@fastify/cors';
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import { type CallType, callTypes } from '#shared/schemas/message.ts';
import { type ListenAddress, type Log, StartupProblem } from '../ports.ts';
import { acceptRequest, type IngestTools } from './accept.ts';
import { type Answer, refusal, unavailable } from './answer.ts';
import { readBody } from './read-body.ts';

/** How far above a taken port the next free one is looked for (D2). */
const portsTried = 50;

/** A client that sends its head slower than this is hung up on. */
const headTimeOutMs = 10_000;
/** A body that takes longer than this never ends. */
const requestTimeOutMs = 30_000;
/** How often Node looks for clients over those limits. */
const timeOutCheckMs = 2_000;
/** When stopping, a request under way has this long to be answered. */
const closeGraceMs = 1_000;

/** Browser SDKs' short forms (D4). */
const shortForms: Readonly<Record<string, CallType | 'batch'>> = {
  i: 'identify',
  t: 'track',
  p: 'page',
  s: 'screen',
  g: 'group',
  a: 'alias',
  b: 'batch',
};

const paths: Readonly<Record<string, CallType | 'batch'>> = {
  ...Object.fromEntries(callTypes.map((type) => [type, type])),
  ...shortForms,
  batch: 'batch',
  import: 'batch',
};

export interface IngestServer {
  /** Address that clients reach it at, such as `http://127.0.0.1:8377`. */
  readonly url: string;
  /** Why the port is not the usual one, as a sentence; null when it is. */
  readonly notice: string | null;
  close(): Promise<void>;
}

function send(reply: FastifyReply, answer: Answer): FastifyReply {
  return reply
    .code(answer.status)
    .headers(answer.headers ?? {})
    .type('application/json; charset=utf-8')
    .send(JSON.stringify(answer.body));
}

async function receive(
  tools: IngestTools,
  log: Log,
  expects: CallType | 'batch',
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const body = await readBody(request.raw);
  // The client is gone: there is nobody to answer, and nothing was accepted.
  if (body.kind === 'aborted') return reply.hijack();
  try {
    const answer = await acceptRequest(tools, {
      expects,
      method: request.method,
      url: request.raw.url ?? '',
      headers: request.headers,
      rawHeaders: request.raw.rawHeaders,
      remoteAddress: request.raw.socket.remoteAddress ?? '',
      body,
    });
    if (body.kind === 'too_large') reply.header('Connection', 'close');
    return send(reply, answer);
  } catch (error) {
    log.error('A request could not be stored.', { error });
    return send(reply, unavailable);
  }
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

function build(tools: IngestTools, log: Log): FastifyInstance {
  const server = Fastify({
    logger: false,
    forceCloseConnections: 'idle',
    requestTimeout: requestTimeOutMs,
    http: { headersTimeout: headTimeOutMs, connectionsCheckingInterval: timeOutCheckMs },
    // An SDK whose endpoint ends in a slash asks for //v1/batch; some end the path in one.
    routerOptions: { ignoreTrailingSlash: true, ignoreDuplicateSlashes: true },
    clientErrorHandler: answerBrokenRequest,
  });
  server.register(cors, {
    origin: true,
    methods: ['GET', 'POST', 'OPTIONS'],
    exposedHeaders: ['Retry-After'],
    maxAge: 86_400,
  });
  // The body is read by readBody, within the limits: content types lie, so none decides anything.
  server.removeAllContentTypeParsers();
  server.addContentTypeParser('*', (_request, _payload, done) => done(null));
  for (const [path, expects] of Object.entries(paths))
    server.post(`/v1/${path}`, (request, reply) => receive(tools, log, expects, request, reply));
  server.setNotFoundHandler((request, reply) =>
    send(
      reply,
      refusal(
        404,
        'not_found',
        `There is nothing at ${request.method} ${request.url}: send events to /v1/batch or /v1/track.`,
      ),
    ),
  );
  server.setErrorHandler((error, _request, reply) => {
    const status = (error as { statusCode?: number }).statusCode ?? 500;
    if (status >= 500) {
      log.error('The ingestion met an unexpected error.', { error });
      return send(reply, unavailable);
    }
    const message = error instanceof Error ? error.message : String(error);
    return send(reply, refusal(status, 'bad_request', message));
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

/** Listens; throws a StartupProblem when it cannot. */
export async function startIngestServer(
  tools: IngestTools,
  log: Log,
  address: ListenAddress,
): Promise<IngestServer> {
  const server = build(tools, log);
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
  return { url: `http://${host}:${port}`, notice, close: () => close(server) };
}
