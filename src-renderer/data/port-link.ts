/** A link over a MessagePort from the host, in a message of this kind. */

import { RPCLink } from '@orpc/client/message-port';
import { exactNumbers } from '#shared/contract/exact-numbers.ts';
import type { LinkEnd, OpenedLink } from './connection.ts';

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
    const rpc = new RPCLink<Record<never, never>>({
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
