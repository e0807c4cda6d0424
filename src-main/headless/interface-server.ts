/** The listener that serves the interface: its files, its socket and the REST interface. */
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import fastifyWebsocket from '@fastify/websocket';
import fastify, { type FastifyError, type FastifyInstance } from 'fastify';
import type { Router } from '#api/index.ts';
import { accessCookieNames } from '#core/access-cookie.ts';
import type { ChangeFeed } from '#core/changes/change-feed.ts';
import type { ListenAddress, Log } from '#core/ports.ts';
import type { Access } from './access.ts';
import { listen } from './listen.ts';
import { registerLogin } from './login.ts';
import { securityHeaders } from './response-headers.ts';
import { registerRest } from './rest.ts';
import { registerRpcSocket } from './rpc-socket.ts';
import { createSiteCheck, type SiteCheck } from './site-check.ts';
import { createUnsentBytes } from './unsent-bytes.ts';

export interface InterfaceOptions {
  readonly router: Router;
  readonly access: Access;
  readonly changes: Pick<ChangeFeed, 'subscribe'>;
  readonly rendererFolder: string;
  readonly version: string;
  readonly log: Log;
}

export interface InterfaceServer {
  /** Returns the port taken. */
  listen(address: ListenAddress): Promise<number>;
  close(): Promise<void>;
}

/** A configuration with thousands of destinations fits; nothing else comes near. */
const bodyBytesLimit = 4 * 1024 * 1024;
/** A client that takes longer to send its request is broken or hostile. */
const requestMs = 30_000;
const headMs = 10_000;
/** What is being answered may still finish; a stream never would. */
const closeGraceMs = 500;

function refuseStrangers(server: FastifyInstance, site: () => SiteCheck): void {
  server.addHook('onRequest', async (request, reply) => {
    const { host, origin } = request.headers;
    const knownHost = site().host(host);
    reply.headers(securityHeaders(knownHost && host ? host : 'localhost'));
    if (!knownHost) {
      const message = 'This server answers only to the address it listens on.';
      return reply.status(403).send({ code: 'FORBIDDEN', message });
    }
    if (!site().origin(origin)) {
      const message = 'Pages of other origins may not use this server.';
      return reply.status(403).send({ code: 'FORBIDDEN', message });
    }
  });
}

/** The codes that the contract uses, not those of the server's library. */
const refusalCodes: Record<number, string> = {
  403: 'FORBIDDEN',
  404: 'NOT_FOUND',
  405: 'METHOD_NOT_SUPPORTED',
  413: 'PAYLOAD_TOO_LARGE',
  415: 'UNSUPPORTED_MEDIA_TYPE',
};

/** Those of the server's library do not say what to do. */
const refusalSentences: Record<number, string> = {
  413: 'The body is larger than 4 MiB: send what it holds in several calls.',
  415: 'The body must be JSON, and say so: send "Content-Type: application/json".',
};

function answerErrors(server: FastifyInstance, log: Log): void {
  server.setErrorHandler<FastifyError>((error, _request, reply) => {
    const status = error.statusCode ?? 500;
    if (status < 500) {
      const code = refusalCodes[status] ?? 'BAD_REQUEST';
      const message = refusalSentences[status] ?? error.message;
      return reply.status(status).send({ code, message });
    }
    log.error('A request of the interface failed.', { error });
    return reply
      .status(500)
      .send({ code: 'INTERNAL_SERVER_ERROR', message: 'Unexpected error: see the log.' });
  });
  server.setNotFoundHandler((request, reply) =>
    reply
      .status(404)
      .send({ code: 'NOT_FOUND', message: `There is nothing at ${request.url.split('?')[0]}.` }),
  );
}

/** Earlier versions kept the access token in a cookie, which browsers send to every port. */
function expireAccessCookies(server: FastifyInstance): void {
  server.addHook('onRequest', async (request, reply) => {
    for (const name of accessCookieNames(request.headers.cookie))
      reply.header('set-cookie', `${name}=; Path=/; Max-Age=0; HttpOnly; SameSite=Strict`);
  });
}

function serveFiles(server: FastifyInstance, folder: string) {
  server.register(fastifyStatic, {
    root: folder,
    index: false,
    cacheControl: false,
    setHeaders: (reply, path) => {
      // The names of these files change with their content.
      const hashed = path.startsWith(join(folder, 'assets'));
      reply.header('cache-control', hashed ? 'public, max-age=31536000, immutable' : 'no-cache');
    },
  });
  server.get('/gallery', (_request, reply) => reply.sendFile('gallery.html'));
  // The page itself takes a token or login code out of its URL.
  server.get('/', (_request, reply) => reply.sendFile('index.html'));
}

export async function createInterfaceServer(options: InterfaceOptions): Promise<InterfaceServer> {
  const { router, access, changes, rendererFolder, version, log } = options;
  const unsent = createUnsentBytes();
  const server = fastify({
    bodyLimit: bodyBytesLimit,
    requestTimeout: requestMs,
    http: { headersTimeout: headMs, connectionsCheckingInterval: 2_000 },
    forceCloseConnections: 'idle',
  });
  let site = createSiteCheck('localhost', 0);

  // First, because it must know of a handshake before the checks below refuse it.
  await server.register(fastifyWebsocket, {
    options: { maxPayload: bodyBytesLimit },
    preClose: (done) => {
      // 1001: going away.
      for (const socket of server.websocketServer.clients) socket.close(1001);
      // Who stays holds the process, and not this: without anybody it ends at once.
      setTimeout(() => {
        for (const socket of server.websocketServer.clients) socket.terminate();
        server.server.closeAllConnections();
      }, closeGraceMs).unref();
      done();
    },
    errorHandler: (error, socket) => {
      log.debug('A socket of the interface ended badly.', { error });
      socket.terminate();
    },
  });
  refuseStrangers(server, () => site);
  answerErrors(server, log);
  expireAccessCookies(server);
  serveFiles(server, rendererFolder);
  registerLogin(server, access);
  await server.register(async (scope) => {
    registerRpcSocket(scope, { router, access, changes, unsent, log });
    registerRest(scope, { router, access, version, changes, unsent, log });
  });

  return {
    listen: async (address) => {
      const port = await listen(server, address);
      site = createSiteCheck(address.host, port);
      return port;
    },
    close: () => server.close(),
  };
}
