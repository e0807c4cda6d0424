/** Links to the core: over a WebSocket to the server of this page, or over a MessagePort from its host. */

import { RPCLink as PortRPCLink } from '@orpc/client/message-port';
import { RPCLink } from '@orpc/client/websocket';
import { exactNumbers } from '#shared/kit/exact-json.ts';
import { ConnectionProblem, type LinkEnd, type OpenedLink } from './connection.ts';

/** Close code for a missing or stale token (4000 to 4999 are for applications). */
const unauthorizedCloseCode = 4401;

export function socketAddress(page: { readonly href: string }): string {
  const address = new URL('/rpc', page.href);
  address.protocol = address.protocol === 'https:' ? 'wss:' : 'ws:';
  return address.href;
}

/**
 * RPCLink throws an uncatchable error if a call is aborted on a closing socket. Drop such messages;
 * the close ends every call.
 */
function withoutSendWhileClosing(socket: WebSocket) {
  return {
    get readyState() {
      return socket.readyState === WebSocket.CLOSING ? WebSocket.OPEN : socket.readyState;
    },
    addEventListener: socket.addEventListener.bind(socket),
    removeEventListener: socket.removeEventListener.bind(socket),
    send: (message: Parameters<WebSocket['send']>[0]) => {
      if (socket.readyState === WebSocket.OPEN) socket.send(message);
    },
  };
}

/** Does not connect without a token. */
const noAccess = (): OpenedLink => ({
  link: { call: () => Promise.reject(new ConnectionProblem()) },
  ended: Promise.resolve('unauthorized'),
  close: () => undefined,
});

export function openSocketLink(address: string, token: string | null): OpenedLink {
  if (token === null) return noAccess();
  const { promise: ended, resolve: end } = Promise.withResolvers<LinkEnd>();
  const socket = new WebSocket(address);
  // Blobs are read asynchronously, which could reorder messages.
  socket.binaryType = 'arraybuffer';
  // Listens before the link does, so the token is the first message (D48).
  socket.addEventListener('open', () => socket.send(JSON.stringify({ token })));
  // Registered before other close listeners, so calls have ended by then.
  const link = new RPCLink<Record<never, never>>({
    websocket: withoutSendWhileClosing(socket),
    customJsonSerializers: exactNumbers,
  });
  socket.addEventListener('close', (event) =>
    end(event.code === unauthorizedCloseCode ? 'unauthorized' : 'lost'),
  );
  return {
    link,
    ended,
    close: () => {
      socket.close();
      end('lost');
    },
  };
}

/** `window.postMessage({ kind: portMessageKind }, origin, [port])` from the host's preload. */
const portMessageKind = 'hookwright-port';

function portOf(event: MessageEvent<unknown>): MessagePort | null {
  // Only the window's own preload may send a port, not a frame.
  if (event.source !== window) return null;
  const { data } = event;
  const hasKind = typeof data === 'object' && data !== null && 'kind' in data;
  return hasKind && data.kind === portMessageKind ? (event.ports[0] ?? null) : null;
}

function nextPort(): { readonly port: Promise<MessagePort>; readonly stop: () => void } {
  const { promise, resolve } = Promise.withResolvers<MessagePort>();
  const listen = (event: MessageEvent<unknown>): void => {
    const port = portOf(event);
    if (port === null) return;
    window.removeEventListener('message', listen);
    resolve(port);
  };
  window.addEventListener('message', listen);
  return { port: promise, stop: () => window.removeEventListener('message', listen) };
}

/** `connect` requests a port, which arrives later as a message. */
export function openPortLink(connect: () => void): OpenedLink {
  const { promise: ended, resolve: end } = Promise.withResolvers<LinkEnd>();
  const { port, stop } = nextPort();
  const link = port.then((openPort) => {
    const rpc = new PortRPCLink<Record<never, never>>({
      port: openPort,
      customJsonSerializers: exactNumbers,
    });
    openPort.addEventListener('close', () => end('lost'));
    openPort.start();
    return rpc;
  });
  connect();
  return {
    link: { call: async (path, input, options) => (await link).call(path, input, options) },
    ended,
    close: () => {
      stop();
      void port.then((openPort) => openPort.close());
      end('lost');
    },
  };
}
