/**
 * One connection to a webhook's origin, with one request at a time. A webhook's concurrency is its
 * number of connections. Because a connection isn't shared, an attempt knows the duration of each
 * phase.
 */
import net from 'node:net';
import tls from 'node:tls';
import { Client, type Dispatcher } from 'undici';
import type { AttemptResult, AttemptTimings } from '#shared/schemas/delivery.ts';
import type { HeaderLines } from '#shared/schemas/message.ts';
import type { ProviderProfile } from '#shared/schemas/profile.ts';
import type { OwnEndpoints } from '../own-endpoints.ts';
import { realSocketTime, type SocketTime } from '../rehearsal/rehearsal.ts';
import {
  OwnEndpointError,
  resultOfError,
  resultOfStatus,
  specificationRules,
  timedOutAfter,
  UntrustedWorkspaceError,
} from './attempt-result.ts';
import { skipInterimResponses } from './interim-responses.ts';
import { recordCertificates } from './peer-certificates.ts';
import type { SendGate } from './send-gate.ts';
import type { Trust } from './trust.ts';

/** A rehearsal closes idle connections by virtual time, when they are used again; real timers don't apply. */
const rehearsedIdleMs = 60_000;
const maxTimerMs = 2 ** 31 - 1;

interface OneRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: HeaderLines;
  readonly body: Uint8Array;
  readonly rules?: SendOptions['rules'];
}

/** How connections are opened and timed. */
export interface ConnectionTools {
  readonly trust: Trust;
  /** Connections to these are blocked. By default none are, for one-time requests that can't loop. */
  readonly ownEndpoints?: Pick<OwnEndpoints, 'includes'>;
  /** Which hosts may be connected to. */
  readonly gate: SendGate;
  /** Real by default. */
  readonly time?: SocketTime;
  /** Called when a connection is open, before its TLS handshake. */
  readonly opened?: (socket: net.Socket) => void;
}

/** What everything that sends needs. */
export type SendTools = Pick<ConnectionTools, 'trust' | 'gate'>;

/** Maximum response body bytes kept for display (D26). */
const maxBodyBytes = 65_536;

export interface SentOnce {
  readonly result: AttemptResult;
  readonly response: {
    readonly status: number;
    readonly headers: HeaderLines;
    readonly body: Uint8Array;
    readonly bodyBytes: number;
    readonly truncated: boolean;
  } | null;
  readonly timings: AttemptTimings;
}

export interface SendOptions {
  /** Time limit, and what a status means; those of the specification by default. */
  readonly rules?: Pick<ProviderProfile, 'timeLimitMs' | 'success'> | undefined;
  /** Gets the socket before the first byte of the request. */
  readonly onStart?: ((socket: net.Socket) => void) | undefined;
}

export interface Connection {
  /** Never throws. Resolves within the time limit of the rules. */
  send(
    method: string,
    path: string,
    headers: HeaderLines,
    body: Uint8Array,
    options?: SendOptions,
  ): Promise<SentOnce>;
  close(): void;
}

const noEndpoints = { includes: () => false };

/** Headers written by the HTTP client (see requestHeaders). */
const writtenByClient = new Set(['host', 'connection', 'content-length']);

interface ConnectPhases {
  dnsMs: number | null;
  connectMs: number | null;
  tlsMs: number | null;
}

interface Opened {
  readonly socket: net.Socket;
  /** Marks the next bytes as the start of a response. */
  readonly expectResponse: () => void;
}

const noPhases: ConnectPhases = { dnsMs: null, connectMs: null, tlsMs: null };

const round = (ms: number): number => Math.round(ms * 1_000) / 1_000;

/** Header lines in their original order and spelling. */
export function headerLinesOf(raw: Dispatcher.DispatchController['rawHeaders']): HeaderLines {
  if (!Array.isArray(raw)) return [];
  const text = raw.map((part) => (typeof part === 'string' ? part : part.toString('latin1')));
  return Array.from({ length: text.length / 2 }, (_, index) => [
    text[2 * index] ?? '',
    text[2 * index + 1] ?? '',
  ]);
}

/** Opens sockets, verifies them before the first byte of HTTP, and measures each phase. */
export function createConnector(
  { trust, gate, ownEndpoints = noEndpoints, time = realSocketTime, ...tools }: ConnectionTools,
  report: (phases: ConnectPhases, opened: Opened) => void,
) {
  return (
    options: { hostname: string; protocol: string; port: string },
    callback: (...args: [null, net.Socket] | [Error, null]) => void,
  ): void => {
    const { hostname: host, protocol } = options;
    const isTls = protocol === 'https:';
    const port = Number(options.port || (isTls ? 443 : 80));
    // Before the lookup of the name.
    const allowedHost = gate.hostFor(host, port);
    if (allowedHost === null) {
      queueMicrotask(() => callback(new UntrustedWorkspaceError(), null));
      return;
    }
    const startedAt = time.elapsedMs();
    let lookedUpAt: number | null = null;
    let connectedAt: number | null = null;
    const socket = isTls
      ? tls.connect({
          host: allowedHost,
          port,
          secureContext: trust.context(),
          rejectUnauthorized: true,
          ALPNProtocols: ['http/1.1'],
          ...(net.isIP(host) === 0 ? { servername: host } : {}),
        })
      : net.connect({ host: allowedHost, port, noDelay: true });
    if (socket instanceof tls.TLSSocket) recordCertificates(socket);
    const opened = { socket, expectResponse: skipInterimResponses(socket) };
    report(noPhases, opened);
    socket.once('lookup', () => {
      lookedUpAt = time.elapsedMs();
    });
    socket.once('connect', () => {
      connectedAt = time.elapsedMs();
      tools.opened?.(socket);
      // Checked only now, because a name may resolve to any address (D50).
      if (ownEndpoints.includes(socket.remoteAddress ?? '', port))
        socket.destroy(new OwnEndpointError());
    });
    socket.once('error', (error) => callback(error, null));
    socket.once(isTls ? 'secureConnect' : 'connect', () => {
      if (socket.destroyed) return;
      const readyAt = time.elapsedMs();
      const tcpAt = connectedAt ?? readyAt;
      report(
        {
          dnsMs: lookedUpAt === null || net.isIP(host) !== 0 ? null : round(lookedUpAt - startedAt),
          connectMs: round(tcpAt - (lookedUpAt ?? startedAt)),
          tlsMs: isTls ? round(readyAt - tcpAt) : null,
        },
        opened,
      );
      socket.removeAllListeners('error');
      callback(null, socket);
    });
  };
}

export function createConnection(origin: string, tools: ConnectionTools): Connection {
  const { trust, time = realSocketTime } = tools;
  const isReal = time === realSocketTime;
  let phases: ConnectPhases = noPhases;
  let opened: Opened | null = null;
  let client: Client | null = null;
  const isTls = origin.startsWith('https:');
  let trusted: tls.SecureContext | null = null;
  let usedAt = 0;

  function open(): Client {
    trusted = isTls ? trust.context() : null;
    return new Client(origin, {
      connect: createConnector(tools, (newPhases, newlyOpened) => {
        phases = newPhases;
        opened = newlyOpened;
      }),
      pipelining: 1,
      allowH2: false,
      // The attempt has its own deadline, from DNS to the response headers.
      headersTimeout: 0,
      bodyTimeout: 0,
      ...(isReal ? {} : { keepAliveTimeout: maxTimerMs, keepAliveMaxTimeout: maxTimerMs }),
    });
  }

  /**
   * An open connection may have been verified by a certificate authority that is no longer trusted
   * (D30).
   */
  const isOutdated = () => isTls && client !== null && trusted !== trust.context();

  const isIdleTooLong = () => !isReal && time.elapsedMs() - usedAt > rehearsedIdleMs;

  /** Closes the connection and any request in progress. */
  function drop(): void {
    const dropped = client;
    client = null;
    // A connecting socket isn't managed by the client yet.
    opened?.socket.on('error', () => undefined);
    opened?.socket.destroy();
    opened = null;
    dropped?.destroy().catch(() => undefined);
  }

  const send: Connection['send'] = (method, path, headers, body, options = {}) => {
    const { rules = specificationRules, onStart } = options;
    return new Promise((resolve) => {
      const startedAt = time.elapsedMs();
      phases = noPhases;
      let sentAt: number | null = null;
      let headAt: number | null = null;
      let status = 0;
      let lines: HeaderLines = [];
      const chunks: Buffer[] = [];
      let bodyBytes = 0;
      let settled = false;

      const settle = (result: AttemptResult, truncated: boolean) => {
        if (settled) return;
        settled = true;
        cancelDeadline();
        const endedAt = time.elapsedMs();
        usedAt = endedAt;
        const hasHead = headAt !== null;
        resolve({
          result,
          response: hasHead
            ? {
                status,
                headers: lines,
                body: Buffer.concat(chunks).subarray(0, maxBodyBytes),
                bodyBytes,
                truncated,
              }
            : null,
          timings: {
            ...phases,
            waitMs: headAt === null || sentAt === null ? null : round(headAt - sentAt),
            bodyMs: headAt === null ? null : round(endedAt - headAt),
            totalMs: round(endedAt - startedAt),
          },
        });
      };
      const abort = () => {
        settle(
          headAt === null ? timedOutAfter(rules.timeLimitMs) : resultOfStatus(status, rules),
          true,
        );
        drop();
      };
      // After a stall, the response may have arrived unread. Check the sockets once more (D53).
      const cancelDeadline = time.after(rules.timeLimitMs, () => {
        setImmediate(() => {
          if (!settled) abort();
        });
      });

      if (isOutdated() || isIdleTooLong()) drop();
      client ??= open();
      opened?.expectResponse();
      client.dispatch(
        {
          method,
          path,
          headers: headers.filter(([name]) => !writtenByClient.has(name)).flat(),
          body: Buffer.from(body.buffer, body.byteOffset, body.byteLength),
        },
        {
          onRequestStart() {
            sentAt = time.elapsedMs();
            if (opened !== null) onStart?.(opened.socket);
          },
          onResponseStart(controller, statusCode) {
            // An interim response that was too long to skip.
            if (statusCode < 200) return;
            headAt = time.elapsedMs();
            status = statusCode;
            lines = headerLinesOf(controller.rawHeaders);
          },
          onResponseData(_controller, chunk) {
            bodyBytes += chunk.length;
            chunks.push(chunk);
            if (bodyBytes > maxBodyBytes) abort();
          },
          onResponseEnd() {
            settle(resultOfStatus(status, rules), false);
          },
          onResponseError(_controller, error) {
            // Errors after the response headers don't change the result (D26).
            settle(headAt === null ? resultOfError(error) : resultOfStatus(status, rules), true);
          },
        },
      );
    });
  };

  return { send, close: drop };
}

/** Sends one request over a new connection. */
export async function sendOnce(
  { method, url, headers, body, rules }: OneRequest,
  tools: ConnectionTools,
  onStart?: (socket: net.Socket) => void,
): Promise<SentOnce> {
  const { origin, pathname, search } = new URL(url);
  const connection = createConnection(origin, tools);
  return connection
    .send(method, `${pathname}${search}`, headers, body, { onStart, rules })
    .finally(connection.close);
}
