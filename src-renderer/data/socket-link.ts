/** A link over a WebSocket to the server of this page. */
import { RPCLink } from '@orpc/client/websocket';
import { exactNumbers } from '#shared/contract/exact-numbers.ts';
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
