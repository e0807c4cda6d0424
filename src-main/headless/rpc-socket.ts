/** The contract over a WebSocket at /rpc, for the interface in a browser. */
import { RPCHandler } from '@orpc/server/ws';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { WebSocket } from 'ws';
import type { Router } from '#api/index.ts';
import type { Log } from '#core/ports.ts';
import { exactNumbers } from '#shared/contract/exact-numbers.ts';
import type { AccessToken } from './access-token.ts';

interface RpcSocketOptions {
  readonly router: Router;
  readonly token: AccessToken;
  readonly port: () => number;
  readonly log: Log;
}

/** Free for applications (4000 to 4999); the interface then says how to get in. */
const unauthorised = 4401;

/** A page that no longer reads must not fill the memory: it reconnects and loads afresh. */
const unsentBytesLimit = 64 * 1024 * 1024;

/** Finds sockets whose other end has vanished without a word. */
const heartbeatMs = 30_000;

function readingOnly(socket: WebSocket): Pick<WebSocket, 'addEventListener' | 'send'> {
  const send = (data: Parameters<WebSocket['send']>[0]): void => {
    if (socket.bufferedAmount > unsentBytesLimit) socket.terminate();
    else if (socket.readyState === socket.OPEN) socket.send(data);
  };
  return { addEventListener: socket.addEventListener.bind(socket), send };
}

function watch(socket: WebSocket): void {
  let alive = true;
  socket.on('pong', () => {
    alive = true;
  });
  const timer = setInterval(() => {
    if (!alive) socket.terminate();
    alive = false;
    socket.ping();
  }, heartbeatMs);
  socket.on('close', () => clearInterval(timer));
}

export function registerRpcSocket(server: FastifyInstance, options: RpcSocketOptions): void {
  const { router, token, port, log } = options;
  const handler = new RPCHandler(router, { customJsonSerializers: exactNumbers });
  const isGranted = ({ headers }: FastifyRequest): boolean =>
    token.byCookie(headers, port()) === 'granted' || token.byHeader(headers) === 'granted';

  server.get('/rpc', { websocket: true }, (socket, request) => {
    // Refused only now: a browser tells a page the close code of a socket, but not the status of a
    // refused handshake.
    if (!isGranted(request)) {
      socket.close(unauthorised, 'The access token is missing or not valid.');
      return;
    }
    watch(socket);
    handler
      .upgrade(readingOnly(socket), { context: {} })
      .catch((error: unknown) => log.error('A socket of the interface failed.', { error }));
  });
}
