/** A link over a WebSocket to the server that also served this page; its cookie is the pass. */
import { RPCLink } from '@orpc/client/websocket';
import type { LinkEnd, OpenedLink } from './link.ts';

/** Close code of the server for a missing or stale token (4000 to 4999 are free for applications). */
const unauthorisedCloseCode = 4401;

export function socketAddress(page: { readonly href: string }): string {
  const address = new URL('/rpc', page.href);
  address.protocol = address.protocol === 'https:' ? 'wss:' : 'ws:';
  return address.href;
}

export function openSocketLink(address: string): OpenedLink {
  const { promise: ended, resolve: end } = Promise.withResolvers<LinkEnd>();
  const socket = new WebSocket(address);
  // Blobs are read asynchronously, which could change the order of messages.
  socket.binaryType = 'arraybuffer';
  socket.addEventListener('close', (event) =>
    end(event.code === unauthorisedCloseCode ? 'unauthorised' : 'lost'),
  );
  return {
    link: new RPCLink({ websocket: socket }),
    ended,
    close: () => {
      socket.close();
      end('lost');
    },
  };
}
