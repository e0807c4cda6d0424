/** The contract over a WebSocket at /rpc, for the interface in a browser. */

import type { Socket } from 'node:net';
import { HibernationEventIterator, HibernationPlugin } from '@orpc/server/hibernation';
import { RPCHandler } from '@orpc/server/ws';
import type { FastifyInstance } from 'fastify';
import type { MessageEvent, RawData, WebSocket } from 'ws';
import { z } from 'zod';
import { badRequest, toContractError } from '#main/hosts/api/errors.ts';
import type { Router } from '#main/hosts/api/index.ts';
import type { Log } from '#main/kit/ports.ts';
import type { ChangeFeed } from '#main/store/change-feed.ts';
import { type ChangeBatch, ChangesRequest } from '#shared/changes.ts';
import { exactNumbers } from '#shared/kit/exact-json.ts';
import type { Access, AccessResult } from './access.ts';
import { endOfCall, toCallItem } from './change-stream.ts';
import { isRpcMessage } from './rpc-message.ts';
import { maxUnsentChangesBytes, maxUnsentResponseBytes, type UnsentBytes } from './unsent-bytes.ts';

interface RpcSocketOptions {
  readonly router: Router;
  readonly access: Access;
  readonly changes: Pick<ChangeFeed, 'subscribe'>;
  readonly unsent: UnsentBytes;
  readonly log: Log;
}

/** In the range for applications (4000 to 4999). The page then asks for the token. */
const unauthorized = 4401;
/** The page retries later. */
const throttled = 4429;

/** Detects sockets whose client has disappeared. */
const heartbeatMs = 30_000;

/** A client as seen by the handler and its calls. */
interface Client {
  readonly socket: Pick<WebSocket, 'addEventListener' | 'send'>;
  /** Sends shared batches. Clients that don't read them are disconnected. */
  sendChanges(bytes: Buffer): void;
  /** Functions that end calls with a change stream, by call ID. */
  readonly subscriptions: Map<string, () => void>;
  /** Functions that end change streams, also those without a call ID yet. */
  readonly streams: Set<() => void>;
}

function createClient(socket: WebSocket, unsent: UnsentBytes): Client {
  const client = {
    unsentBytes: () => socket.bufferedAmount,
    disconnect: () => socket.terminate(),
  };
  socket.once('close', unsent.add(client));
  const streams = new Set<() => void>();
  socket.once('close', () => {
    for (const stop of streams) stop();
  });
  const isOpen = (): boolean => socket.readyState === socket.OPEN;
  return {
    socket: {
      addEventListener: ((type: 'message', listener: (event: MessageEvent) => void) =>
        socket.addEventListener(type, (event) => {
          if (event.type !== 'message' || isRpcMessage(event.data)) listener(event);
        })) as WebSocket['addEventListener'],
      send(data: Parameters<WebSocket['send']>[0]) {
        if (!isOpen()) return;
        // Checked before sending, because a single response may be large.
        unsent.sent(client, typeof data === 'string' ? data.length : 0, maxUnsentResponseBytes);
        if (isOpen()) socket.send(data);
      },
    },
    sendChanges(bytes) {
      if (!isOpen()) return;
      socket.send(bytes, { binary: false });
      unsent.sent(client, bytes.length, maxUnsentChangesBytes);
    },
    subscriptions: new Map(),
    streams,
  };
}

function watch(socket: WebSocket): void {
  let isAlive = true;
  socket.on('pong', () => {
    isAlive = true;
  });
  const timer = setInterval(() => {
    if (!isAlive) socket.terminate();
    isAlive = false;
    socket.ping();
  }, heartbeatMs);
  socket.on('close', () => clearInterval(timer));
}

/** Matches the message of a client that aborts a call. */
const abortedCall = /^\{"i":"([^"]{1,20})","t":4\b/;

/** Ends streams of aborted calls. The handler doesn't know streams that bypass it. */
function endAbortedCalls(socket: WebSocket, { subscriptions }: Client): void {
  socket.on('message', (data: Buffer) => {
    if (subscriptions.size === 0 || data.length > 100) return;
    const [, callId = ''] = abortedCall.exec(data.toString()) ?? [];
    subscriptions.get(callId)?.();
  });
}

/** Handles `changes.follow` with batches encoded once for all clients. */
function followChanges(client: Client, changes: Pick<ChangeFeed, 'subscribe'>, input: unknown) {
  const request = ChangesRequest.safeParse(input);
  if (!request.success)
    throw badRequest(
      request.error.issues.map(({ path, message }) => ({ path: path.map(String), message })),
    );
  const subscription = changes.subscribe(request.data);
  const stop = (): void => {
    client.streams.delete(stop);
    subscription.stop();
  };
  client.streams.add(stop);
  return new HibernationEventIterator<ChangeBatch>((callId) => {
    client.subscriptions.set(callId, () => {
      client.subscriptions.delete(callId);
      stop();
    });
    subscription.start(
      (batch) => client.sendChanges(toCallItem(batch, callId)),
      () => {
        client.subscriptions.get(callId)?.();
        client.sendChanges(endOfCall(callId));
      },
    );
  });
}

export function registerRpcSocket(server: FastifyInstance, options: RpcSocketOptions): void {
  const { router, access, changes, unsent, log } = options;
  const handler = new RPCHandler<{ readonly client: Client }>(router, {
    customJsonSerializers: exactNumbers,
    plugins: [new HibernationPlugin()],
    clientInterceptors: [
      async ({ path, input, context, next }) => {
        if (path.join('.') !== 'changes.follow') return next();
        try {
          return followChanges(context.client, changes, input);
        } catch (error) {
          throw toContractError(error, log);
        }
      },
    ],
  });
  const tokenWait = createTokenWait();

  function serve(socket: WebSocket): void {
    watch(socket);
    const client = createClient(socket, unsent);
    endAbortedCalls(socket, client);
    handler
      .upgrade(client.socket, { context: { client } })
      .catch((error: unknown) => log.error('A WebSocket of the interface failed.', { error }));
  }

  /**
   * Closes after the handshake: browsers give pages the close code, but not the status of a
   * handshake.
   */
  function admit(socket: WebSocket, verdict: AccessResult): void {
    if (verdict.state === 'granted') serve(socket);
    else if (verdict.state === 'throttled')
      closeSoon(socket, throttled, `Try again in ${verdict.retryAfterSeconds} s.`);
    else closeSoon(socket, unauthorized, 'The access token is missing or not valid.');
  }

  server.get('/rpc', { websocket: true }, (socket, { raw }) => {
    // Programs send the token with the handshake. Pages can't.
    const byHeader = access.checkRequest(raw);
    if (byHeader.state !== 'missing') return admit(socket, byHeader);
    tokenWait.add(socket, raw.socket, (token) =>
      admit(socket, access.check(token, raw.socket.remoteAddress ?? '')),
    );
  });
}

// Sockets that must send `{"token": "…"}` first, limited in number, size and time.

const maxWaiting = 64;
const tokenTimeoutMs = 5_000;
/** Maximum bytes per socket. A page may send its first calls along with the token. */
const maxBytes = 64 * 1024;
/** Time for the client to acknowledge the close. */
const closeGraceMs = 1_000;

/** "Try again later" (RFC 6455, registered close codes). */
const tryAgainLater = 1013;

const FirstMessage = z.object({ token: z.string() });

/** Closes a socket, and destroys it if the client doesn't respond. */
function closeSoon(socket: WebSocket, code: number, reason: string): void {
  socket.close(code, reason);
  const timer = setTimeout(() => socket.terminate(), closeGraceMs);
  socket.once('close', () => clearTimeout(timer));
}

function tokenIn(data: RawData): string | undefined {
  try {
    return FirstMessage.parse(JSON.parse(data.toString())).token;
  } catch {
    return undefined;
  }
}

interface TokenWait {
  /** Calls `decide` once with the token, or with undefined after the timeout. */
  add(socket: WebSocket, connection: Socket, decide: (token: string | undefined) => void): void;
}

function createTokenWait(): TokenWait {
  const waiting = new Set<WebSocket>();
  return {
    add(socket, connection, decide) {
      if (waiting.size >= maxWaiting) {
        closeSoon(socket, tryAgainLater, 'Too many connections without a token. Try again later.');
        return;
      }
      waiting.add(socket);
      let bytes = 0;
      const count = (chunk: Buffer): void => {
        bytes += chunk.length;
        if (bytes > maxBytes) socket.terminate();
      };
      const finish = (token: string | undefined): void => {
        clearTimeout(timer);
        connection.off('data', count);
        socket.off('message', receiveToken);
        decide(token);
      };
      const receiveToken = (data: RawData): void => {
        waiting.delete(socket);
        finish(tokenIn(data));
      };
      const timer = setTimeout(() => finish(undefined), tokenTimeoutMs);
      connection.on('data', count);
      socket.once('message', receiveToken);
      socket.once('close', () => {
        waiting.delete(socket);
        clearTimeout(timer);
      });
    },
  };
}
