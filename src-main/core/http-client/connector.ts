/** Opens sockets, verifies them before the first byte of HTTP, and measures each phase. */
import net from 'node:net';
import tls from 'node:tls';
import { isLocalhostName } from '#shared/lib/loopback.ts';
import { portOf } from '#shared/lib/webhook-url.ts';
import type { OwnEndpoints } from '../own-endpoints.ts';
import { OwnEndpointError, UntrustedWorkspaceError } from './attempt-result.ts';
import { clientCertificateError } from './client-certificate.ts';
import { presentedCertificates, recordCertificates } from './peer-certificates.ts';
import { filterResponseHeads } from './response-heads.ts';
import type { SendGate } from './send-gate.ts';
import { realSocketTime, type SocketTime } from './socket-time.ts';
import type { Trust } from './trust.ts';

/** No connection is used again after this time (D74). Many servers close idle ones without notice. */
export const maxIdleMs = 1_000;

/** How connections are opened and timed. */
export interface ConnectionTools {
  readonly trust: Trust;
  /** Connections to these are blocked. By default none are, for one-time requests that can't loop. */
  readonly ownEndpoints?: Pick<OwnEndpoints, 'includes'>;
  /** Which hosts may be connected to. */
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

/** Connects over the first address, and over the next only if that one refuses the connection. */
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
    const [address = host, ...others] = addresses;
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
    // Check before the lookup of the name.
    const allowedHost = tools.gate.hostFor(host, portNumber);
    if (allowedHost === null) {
      queueMicrotask(() => callback(new UntrustedWorkspaceError(), null));
      return;
    }
    connect(
      host,
      portNumber,
      {
        addresses: allowedHost === host ? addressesOf(host) : [allowedHost],
        context: isTls ? trust.context() : null,
      },
      { startedAt: time.elapsedMs(), earlier: null },
      callback,
    );
  };
}
