/** Serves the interface: its files, documentation, WebSocket and REST API. */

import { existsSync } from 'node:fs';
import { join } from 'node:path';
import fastifyStatic, { type FastifyStaticOptions } from '@fastify/static';
import fastifyWebsocket from '@fastify/websocket';
import type { FastifyError, FastifyInstance } from 'fastify';
import fastify from 'fastify';
import { z } from 'zod';
import type { Router } from '#main/hosts/api/index.ts';
import { createConnectionCounter } from '#main/kit/connections.ts';
import { rejectInvalidRequests } from '#main/kit/invalid-request.ts';
import { listenOn, portsFor } from '#main/kit/listen.ts';
import { handleInTurn, hasOpenRequests } from '#main/kit/pipelined-requests.ts';
import { type ListenAddress, type Log, StartupProblem } from '#main/kit/ports.ts';
import type { ChangeFeed } from '#main/store/change-feed.ts';
import { docsNotBuilt, unexpectedError } from '#shared/kit/error-text.ts';
import type { Access } from './access.ts';
import { registerMcp } from './mcp-endpoint.ts';
import { createOriginCheck, type OriginCheck } from './origin-check.ts';
import { registerRest } from './rest.ts';
import { registerRpcSocket } from './rpc-socket.ts';
import { createUnsentBytes } from './unsent-bytes.ts';

interface InterfaceOptions {
  readonly router: Router;
  readonly access: Access;
  readonly changes: Pick<ChangeFeed, 'subscribe'>;
  readonly rendererFolder: string;
  readonly docsFolder: string;
  readonly version: string;
  readonly log: Log;
}

interface InterfaceServer {
  /** Returns the listening port. */
  listen(address: ListenAddress): Promise<number>;
  close(): Promise<void>;
}

/** Fits a configuration with thousands of destinations. All other requests are much smaller. */
const bodyBytesLimit = 4 * 1024 * 1024;
/** Clients that take longer are faulty or hostile. */
const requestMs = 30_000;
const headMs = 10_000;
/** More than the pages and clients of one user need. */
const maxConnections = 512;
/** Time for running responses to finish. Streams never would. */
const closeGraceMs = 500;

function rejectOtherHosts(server: FastifyInstance, site: () => OriginCheck): void {
  server.addHook('onRequest', async (request, reply) => {
    const { host, origin } = request.headers;
    const isKnownHost = site().host(host);
    reply.headers(securityHeaders(isKnownHost && host ? host : 'localhost'));
    if (!isKnownHost) {
      const message = 'The Host header is not allowed. Use the address that Hookwright listens on.';
      return reply.status(403).send({ code: 'forbidden', message });
    }
    if (!site().origin(origin)) {
      const message = 'Requests from other origins are not allowed.';
      return reply.status(403).send({ code: 'forbidden', message });
    }
  });
}

/** Error codes of the contract instead of the server library's. */
const rejectionCodes: Record<number, string> = {
  403: 'forbidden',
  404: 'not_found',
  405: 'method_not_supported',
  413: 'payload_too_large',
  415: 'unsupported_media_type',
};

/** Replaces messages of the server library that don't explain the fix. */
const rejections: Record<number, { readonly message: string; readonly fix: string }> = {
  413: { message: 'The body is larger than 4 MB.', fix: 'Send it in several requests.' },
  415: { message: 'The body must be JSON.', fix: 'Send "Content-Type: application/json".' },
};

function handleErrors(server: FastifyInstance, docsFolder: string, log: Log): void {
  server.setErrorHandler<FastifyError>((error, _request, reply) => {
    const status = error.statusCode ?? 500;
    if (status < 500) {
      const code = rejectionCodes[status] ?? 'bad_request';
      return reply
        .status(status)
        .send({ code, ...(rejections[status] ?? { message: error.message }) });
    }
    log.error('A request from the interface failed.', { error });
    return reply.status(500).send({ code: 'internal_server_error', ...unexpectedError });
  });
  server.setNotFoundHandler((request, reply) => {
    if (/^\/docs(\/|$)/.test(request.url) && !existsSync(docsFolder))
      return reply.status(404).type('text/plain').send(docsNotBuilt);
    return reply
      .status(404)
      .send({ code: 'not_found', message: `Not found: ${request.url.split('?')[0]}.` });
  });
}

const cachedFiles = (folder: string): FastifyStaticOptions => ({
  root: folder,
  cacheControl: false,
  preCompressed: true,
  setHeaders: (reply, path) => {
    // These files are renamed when their content changes.
    const hashed = path.startsWith(join(folder, 'assets'));
    reply.header('cache-control', hashed ? 'public, max-age=31536000, immutable' : 'no-cache');
  },
});

/** `npm start` builds the documentation in the background, so it may appear later. */
function serveDocs(server: FastifyInstance, folder: string): void {
  server.register(fastifyStatic, {
    ...cachedFiles(folder),
    prefix: '/docs',
    redirect: true,
    decorateReply: false,
    suppressWarning: true,
  });
}

function serveFiles(server: FastifyInstance, folder: string): void {
  server.register(fastifyStatic, { ...cachedFiles(folder), index: false });
  // The page removes a token or login code from its URL.
  server.get('/', (_request, reply) => reply.sendFile('index.html'));
}

export async function createInterfaceServer(options: InterfaceOptions): Promise<InterfaceServer> {
  const { router, access, changes, rendererFolder, docsFolder, version, log } = options;
  const unsent = createUnsentBytes();
  const server = fastify({
    bodyLimit: bodyBytesLimit,
    requestTimeout: requestMs,
    http: { headersTimeout: headMs, connectionsCheckingInterval: 2_000 },
    forceCloseConnections: 'idle',
    // See rejectInvalidRequests.
    clientErrorHandler: () => undefined,
  });
  rejectInvalidRequests(server.server, (message) => ({ code: 'bad_request', message }));
  createConnectionCounter(maxConnections).limit(server.server);
  let site = createOriginCheck('localhost', 0);
  server.addHook('onRequest', ({ raw }, reply, next) => handleInTurn(raw, reply.raw, next));

  // Registered first, so that it sees a handshake before the checks below reject it.
  await server.register(fastifyWebsocket, {
    options: { maxPayload: bodyBytesLimit },
    preClose: (done) => {
      // 1001: going away.
      for (const socket of server.websocketServer.clients) socket.close(1001);
      // Disconnects remaining clients. Unreferenced, so that it doesn't delay the exit otherwise.
      setTimeout(() => {
        for (const socket of server.websocketServer.clients) socket.terminate();
        server.server.closeAllConnections();
      }, closeGraceMs).unref();
      done();
    },
    errorHandler: (error, socket) => {
      log.debug('A socket of the interface failed.', { error });
      socket.terminate();
    },
  });
  // The library can't respond then, and would keep the connection for ever.
  server.server.prependListener('upgrade', ({ socket }) => {
    if (hasOpenRequests(socket)) socket.destroy();
  });
  rejectOtherHosts(server, () => site);
  handleErrors(server, docsFolder, log);
  serveFiles(server, rendererFolder);
  serveDocs(server, docsFolder);
  registerLogin(server, access);
  await server.register(async (scope) => {
    registerRpcSocket(scope, { router, access, changes, unsent, log });
    registerRest(scope, { router, access, version, changes, unsent, log });
  });
  await server.register(async (scope) => {
    registerMcp(scope, { router, access, docsFolder, version, log });
  });

  return {
    listen: async (address) => {
      const port = await listen(server, address);
      site = createOriginCheck(address.host, port);
      return port;
    },
    close: () => server.close(),
  };
}

// `POST /login`: exchanges the one-time code in a page's URL for the access token (D48).

const LoginRequest = z.object({ code: z.string() });

function registerLogin(server: FastifyInstance, access: Access): void {
  server.post('/login', { bodyLimit: 1_024 }, (request, reply) => {
    const parsed = LoginRequest.safeParse(request.body);
    const token = parsed.success ? access.redeemLoginCode(parsed.data.code) : null;
    reply.header('cache-control', 'no-store');
    return token === null
      ? reply.status(401).send({
          code: 'invalid_login_code',
          message: 'The login code was used or has expired.',
          fix: 'Use the access token instead.',
        })
      : reply.send({ token });
  });
}

/** Headers of all interface responses. */

function securityHeaders(host: string): Record<string, string> {
  const policy = [
    "default-src 'none'",
    "script-src 'self'",
    // Code views add style sheets at runtime.
    "style-src 'self' 'unsafe-inline'",
    // The documentation's style sheet contains its icons.
    "img-src 'self' data:",
    "font-src 'self'",
    "manifest-src 'self'",
    // Not all browsers include WebSockets of the same host in 'self'.
    `connect-src 'self' ws://${host}`,
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ];
  return {
    'content-security-policy': policy.join('; '),
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'referrer-policy': 'no-referrer',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
  };
}

// Listens on the requested port, or on the next free one if it is a default (D2).

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : '';
}

function asProblem(error: unknown, { host, port }: ListenAddress): unknown {
  switch (codeOf(error)) {
    case 'EADDRINUSE':
      return new StartupProblem(
        'port_in_use',
        `Port ${port} on ${host} is in use. Choose another with --port, or 0 for a free one.`,
      );
    case 'EACCES':
      return new StartupProblem(
        'host_unusable',
        `This user can't listen on port ${port}. Choose one above 1023 with --port.`,
      );
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
    case 'EINVAL':
      return new StartupProblem(
        'host_unusable',
        `"${host}" is not an address of this machine. Choose another with --host.`,
      );
    default:
      return error;
  }
}

async function listen(server: FastifyInstance, address: ListenAddress): Promise<number> {
  const { host } = address;
  const listenOnce = (port: number) => server.listen({ host, port });
  try {
    return await listenOn(server.server, host, portsFor(address), listenOnce);
  } catch (error) {
    throw asProblem(error, address);
  }
}
