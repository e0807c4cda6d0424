/** Opens sockets, verifies them before the first byte of HTTP, and measures each phase. */
import net, { type Socket } from 'node:net';
import tls, { TLSSocket } from 'node:tls';
import { isLocalhostName } from '#shared/kit/loopback.ts';
import { portOf } from '#shared/kit/webhook-url.ts';
import type { OwnEndpoints } from '../own-endpoints.ts';
import { OwnEndpointError } from './attempt-result.ts';
import { presentedCertificates, recordCertificates } from './peer-certificates.ts';
import { filterResponseHeads } from './response-heads.ts';
import type { SendGate } from './send-gate.ts';
import { realSocketTime, type SocketTime } from './socket-time.ts';
import type { Trust } from './trusted-certificates.ts';

// Recognizes servers that ask for a client certificate. Hookwright has none to send.

/** Alerts to a client without a certificate; in TLS 1.2 also to a client without a common cipher. */
const alerts =
  /_ALERT_(?:CERTIFICATE_REQUIRED|HANDSHAKE_FAILURE|(?:BAD|NO)_CERTIFICATE|CERTIFICATE_UNKNOWN)$/;

class ClientCertificateError extends Error {
  readonly code = 'CLIENT_CERTIFICATE_REQUIRED';
}

/** The alert of a server that has presented its own certificate concerns the client's. */
function clientCertificateError(error: Error, socket: Socket): Error | null {
  const isAlert = 'code' in error && alerts.test(String(error.code));
  if (!isAlert || !(socket instanceof TLSSocket)) return null;
  const hasPresented = Object.keys(socket.getPeerCertificate() ?? {}).length > 0;
  return hasPresented ? new ClientCertificateError('', { cause: error }) : null;
}

/** No connection is used again after this time (D74). Many servers close idle ones without notice. */
export const maxIdleMs = 1_000;

/** How connections are opened and timed. */
export interface ConnectionTools {
  readonly trust: Trust;
  /** Connections to these are blocked. By default none are, for one-time requests that can't loop. */
  readonly ownEndpoints?: Pick<OwnEndpoints, 'includes'>;
  /** Where connections may go. */
  readonly gate: SendGate;
  /** Real by default. */
  readonly time?: SocketTime;
  /** Called when a connection to a port is open, before its TLS handshake. */
  readonly opened?: (socket: net.Socket, port: number) => void;
}

/** What everything that sends needs. */
export type SendTools = Pick<ConnectionTools, 'trust' | 'gate'>;

export interface ConnectPhases {
  readonly dnsMs: number | null;
  readonly connectMs: number | null;
  readonly tlsMs: number | null;
}

export interface Opened {
  readonly socket: net.Socket;
  /** Marks the next bytes as the start of a response. */
  readonly expectResponse: () => void;
  /** The socket's first error, which the HTTP client may hide behind its own. */
  readonly error: () => Error | null;
}

export const noPhases: ConnectPhases = { dnsMs: null, connectMs: null, tlsMs: null };

export const round = (ms: number): number => Math.round(ms * 1_000) / 1_000;

const noEndpoints = { includes: () => false };

type Callback = (...args: [null, net.Socket] | [Error, null]) => void;

/** An address and a certificate store to connect with. */
interface Route {
  readonly addresses: readonly string[];
  /** Null without TLS. */
  readonly context: tls.SecureContext | null;
}

/** Names of this machine need no lookup, whatever its hosts file says (RFC 6761 6.3, D66). */
const addressesOf = (host: string): readonly string[] =>
  isLocalhostName(host) ? ['127.0.0.1', '::1'] : [host];

const isRefused = (error: Error): boolean => 'code' in error && error.code === 'ECONNREFUSED';

function openSocket(host: string, address: string, port: number, context: Route['context']) {
  if (context === null) return net.connect({ host: address, port, noDelay: true });
  const socket = tls.connect({
    host: address,
    port,
    secureContext: context,
    rejectUnauthorized: true,
    ALPNProtocols: ['http/1.1'],
    ...(net.isIP(host) === 0 ? { servername: host } : {}),
  });
  recordCertificates(socket);
  return socket;
}

/**
 * Connects over the first address, and over the next only if that one refuses the connection. Each connection passes
 * the gate, before the lookup of the name: it may have closed since the first.
 */
export function createConnector(
  { trust, ownEndpoints = noEndpoints, time = realSocketTime, ...tools }: ConnectionTools,
  report: (phases: ConnectPhases, opened: Opened) => void,
) {
  function connect(
    host: string,
    port: number,
    { addresses, context }: Route,
    since: { readonly startedAt: number; readonly earlier: Error | null },
    callback: Callback,
  ): void {
    const allowedHost = tools.gate.hostFor(host, port);
    if (allowedHost instanceof Error) {
      queueMicrotask(() => callback(allowedHost, null));
      return;
    }
    const [address = host, ...others] = allowedHost === host ? addresses : [allowedHost];
    let lookedUpAt: number | null = null;
    let connectedAt: number | null = null;
    let firstError: Error | null = null;
    const socket = openSocket(host, address, port, context);
    const opened = {
      socket,
      expectResponse: filterResponseHeads(socket),
      error: () => firstError,
    };
    report(noPhases, opened);
    socket.on('error', (error) => {
      firstError ??= clientCertificateError(error, socket) ?? error;
    });
    socket.once('lookup', () => {
      lookedUpAt = time.elapsedMs();
    });
    socket.once('connect', () => {
      connectedAt = time.elapsedMs();
      tools.opened?.(socket, port);
      // Checked only now, because a name may resolve to any address (D50).
      if (ownEndpoints.includes(socket.remoteAddress ?? '', port))
        socket.destroy(new OwnEndpointError());
    });
    const fail = (error: Error): void => {
      const single = context && trust.contextFor(error, presentedCertificates(error), context);
      if (others.length > 0 && isRefused(error))
        connect(host, port, { addresses: others, context }, { ...since, earlier: error }, callback);
      // This address can't be used, such as on a machine without IPv6.
      else if (connectedAt === null && since.earlier !== null) callback(since.earlier, null);
      else if (single)
        connect(host, port, { addresses: [address], context: single }, since, callback);
      else callback(firstError ?? error, null);
    };
    socket.once('error', fail);
    socket.once(context === null ? 'connect' : 'secureConnect', () => {
      if (socket.destroyed) return;
      const readyAt = time.elapsedMs();
      const tcpAt = connectedAt ?? readyAt;
      const { startedAt } = since;
      const isLookedUp = lookedUpAt !== null && net.isIP(address) === 0;
      report(
        {
          dnsMs: isLookedUp ? round((lookedUpAt ?? startedAt) - startedAt) : null,
          connectMs: round(tcpAt - (lookedUpAt ?? startedAt)),
          tlsMs: context === null ? null : round(readyAt - tcpAt),
        },
        opened,
      );
      socket.off('error', fail);
      callback(null, socket);
    });
  }

  return (
    { hostname: host, protocol, port }: { hostname: string; protocol: string; port: string },
    callback: Callback,
  ): void => {
    const isTls = protocol === 'https:';
    const portNumber = portOf({ port, protocol });
    connect(
      host,
      portNumber,
      { addresses: addressesOf(host), context: isTls ? trust.context() : null },
      { startedAt: time.elapsedMs(), earlier: null },
      callback,
    );
  };
}
