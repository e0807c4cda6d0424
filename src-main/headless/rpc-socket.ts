/** The contract over a WebSocket at /rpc, for the interface in a browser. */
import { RPCHandler } from '@orpc/server/ws';
import type { FastifyInstance } from 'fastify';
import type { WebSocket } from 'ws';
import type { Router } from '#api/index.ts';
import type { Log } from '#core/ports.ts';
import { exactNumbers } from '#shared/contract/exact-numbers.ts';
import type { Access, Verdict } from './access.ts';
import { closeSoon, createTokenWait } from './token-wait.ts';

interface RpcSocketOptions {
  readonly router: Router;
  readonly access: Access;
  readonly log: Log;
}

/** Free for applications (4000 to 4999); the page then asks for the token. */
const unauthorized = 4401;
/** The page tries again later. */
const throttled = 4429;

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
  const { router, access, log } = options;
  const handler = new RPCHandler(router, { customJsonSerializers: exactNumbers });
  const tokenWait = createTokenWait();

  function serve(socket: WebSocket): void {
    watch(socket);
    handler
      .upgrade(readingOnly(socket), { context: {} })
      .catch((error: unknown) => log.error('A socket of the interface failed.', { error }));
  }

  /** Closed only now: a browser tells a page the close code, but not the status of a handshake. */
  function admit(socket: WebSocket, verdict: Verdict): void {
    if (verdict.state === 'granted') serve(socket);
    else if (verdict.state === 'throttled')
      closeSoon(socket, throttled, `Try again in ${verdict.retryAfterSeconds} s.`);
    else closeSoon(socket, unauthorized, 'The access token is missing or not valid.');
  }

  server.get('/rpc', { websocket: true }, (socket, { raw }) => {
    // A program sends the token with the handshake, which a page cannot.
    const byHeader = access.checkRequest(raw);
    if (byHeader.state !== 'missing') return admit(socket, byHeader);
    tokenWait.add(socket, raw.socket, (given) =>
      admit(socket, access.check(given, raw.socket.remoteAddress ?? '')),
    );
  });
}
