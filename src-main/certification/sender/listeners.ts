/** Listens as mock endpoints do: on a port for messages, and on one for each certificate. */

import type { IncomingMessage } from 'node:http';
import { AppError, fieldError } from '#main/kit/app-error.ts';
import { listenOn, reachableHost } from '#main/kit/listen.ts';
import {
  createListener,
  type Listener,
  type ListenerEvents,
  type ListenerKind,
  type Listening,
} from '#main/mocks/listener.ts';
import {
  type SenderCertificate,
  type SenderCertificationRequest,
  senderCertificates,
} from '#shared/certification/sender.ts';
import { paths, type TlsConnections } from './observation.ts';

/** A URL with a valid or an invalid certificate. */
export interface TlsTarget {
  readonly name: SenderCertificate;
  readonly url: string;
}

/**
 * Sent by the page of a browser, which is not the sender. Node's fetch sets Sec-Fetch-Mode, but only browsers say where
 * a request comes from.
 */
const isOfBrowser = ({ headers }: IncomingMessage): boolean =>
  headers.origin !== undefined || headers['sec-fetch-site'] !== undefined;

const none: TlsConnections = { handshakes: 0, open: 0, requests: 0, lastAt: null };

/** Its functions throw an AppError if a port is taken. */
export function createListeners(
  { host, certificates, connections }: Listening,
  { port, tlsPort }: Pick<SenderCertificationRequest, 'port' | 'tlsPort'>,
  realNow: () => number,
  changed: () => void,
) {
  const listeners: Listener[] = [];
  let browserRequests = 0;
  const seen: Record<SenderCertificate, TlsConnections> = {
    good: none,
    expired: none,
    wrong_host: none,
    self_signed: none,
  };

  /** Returns the origin. */
  async function open(
    kind: Extract<ListenerKind, { kind: 'http' | 'https' }>,
    field: 'port' | 'tlsPort',
    requested: number,
    events: ListenerEvents,
  ): Promise<string> {
    const ofSender: ListenerEvents = {
      ...events,
      request(exchange) {
        if (!isOfBrowser(exchange.request)) return events.request(exchange);
        browserRequests += 1;
        exchange.request.resume();
        exchange.response.writeHead(403).end();
        changed();
      },
    };
    const listener = createListener(kind, ofSender, connections);
    listeners.push(listener);
    try {
      const opened = await listenOn(listener.server, host, [requested]);
      return `${kind.kind}://${reachableHost(host)}:${opened}`;
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      if (code !== 'EADDRINUSE' && code !== 'EACCES') throw error;
      const problem =
        code === 'EACCES'
          ? `Not permitted to listen on port ${requested}.`
          : `Port ${requested} is in use.`;
      throw fieldError([field], problem, 'Choose another port.');
    }
  }

  function countInto(name: SenderCertificate): ListenerEvents {
    function update(change: Partial<TlsConnections>): void {
      seen[name] = { ...seen[name], ...change, lastAt: realNow() };
      changed();
    }
    return {
      accepted: () => update({ open: seen[name].open + 1 }),
      request({ request, response }) {
        update({ requests: seen[name].requests + 1 });
        request.resume();
        response.writeHead(200).end();
      },
      ended({ socket }) {
        // A connection that ended before the handshake shows nothing.
        const started = socket.bytesRead > 0 ? 1 : 0;
        const { open, handshakes } = seen[name];
        update({ open: open - 1, handshakes: handshakes + started });
      },
    };
  }

  return {
    /** Those of the sender alone are events. */
    browserRequests: () => browserRequests,
    tlsConnections: (): Readonly<Record<SenderCertificate, TlsConnections>> => ({ ...seen }),
    openHttp: (request: ListenerEvents['request']) =>
      open({ kind: 'http' }, 'port', port, { request }),
    /** Returns a message if there is no usable CA: the certificates are not observed then. */
    async openTls(): Promise<readonly TlsTarget[] | string> {
      const targets: TlsTarget[] = [];
      try {
        for (const name of senderCertificates) await certificates.get(name);
      } catch (error) {
        if (error instanceof AppError) return error.message;
        throw error;
      }
      for (const [index, name] of senderCertificates.entries()) {
        const kind = { kind: 'https', keys: await certificates.get(name), floor: '1.2' } as const;
        const requested = tlsPort === 0 ? 0 : tlsPort + index;
        const origin = await open(kind, 'tlsPort', requested, countInto(name));
        targets.push({ name, url: `${origin}${paths.webhook}` });
      }
      return targets;
    },
    close: () => Promise.all(listeners.map((listener) => listener.close())),
  };
}
