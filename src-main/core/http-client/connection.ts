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
import type { OwnEndpoints } from '../own-endpoints.ts';
import {
  OwnEndpointError,
  responseTimeoutMs,
  resultOfError,
  resultOfStatus,
  timedOut,
} from './attempt-result.ts';
import { skipInterimResponses } from './interim-responses.ts';
import { keepCertificates } from './peer-certificates.ts';
import type { Trust } from './trust.ts';

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

export interface Connection {
  /**
   * Never throws. Resolves within 5 s of real time. `starts` gets the socket before the first byte of the
   * request.
   */
  send(
    method: string,
    path: string,
    headers: HeaderLines,
    body: Uint8Array,
    starts?: (socket: net.Socket) => void,
  ): Promise<SentOnce>;
  close(): void;
}

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
  trust: Trust,
  ownEndpoints: Pick<OwnEndpoints, 'includes'>,
  report: (phases: ConnectPhases, opened: Opened) => void,
) {
  return (
    options: { hostname: string; protocol: string; port: string },
    callback: (...args: [null, net.Socket] | [Error, null]) => void,
  ): void => {
    const { hostname: host, protocol } = options;
    const isTls = protocol === 'https:';
    const port = Number(options.port || (isTls ? 443 : 80));
    const startedAt = performance.now();
    let lookedUpAt: number | null = null;
    let connectedAt: number | null = null;
    const socket = isTls
      ? tls.connect({
          host,
          port,
          secureContext: trust.context(),
          rejectUnauthorized: true,
          ALPNProtocols: ['http/1.1'],
          ...(net.isIP(host) === 0 ? { servername: host } : {}),
        })
      : net.connect({ host, port, noDelay: true });
    if (socket instanceof tls.TLSSocket) keepCertificates(socket);
    const opened = { socket, expectResponse: skipInterimResponses(socket) };
    report(noPhases, opened);
    socket.once('lookup', () => {
      lookedUpAt = performance.now();
    });
    socket.once('connect', () => {
      connectedAt = performance.now();
      // Checked only now, because a name may resolve to any address (D50).
      if (ownEndpoints.includes(socket.remoteAddress ?? '', port))
        socket.destroy(new OwnEndpointError());
    });
    socket.once('error', (error) => callback(error, null));
    socket.once(isTls ? 'secureConnect' : 'connect', () => {
      if (socket.destroyed) return;
      const readyAt = performance.now();
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

const noEndpoints = { includes: () => false };

/**
 * Connections to `ownEndpoints` are blocked. By default none are, for one-time requests that can't
 * loop.
 */
export function createConnection(
  origin: string,
  trust: Trust,
  ownEndpoints: Pick<OwnEndpoints, 'includes'> = noEndpoints,
): Connection {
  let phases: ConnectPhases = noPhases;
  let opened: Opened | null = null;
  let client: Client | null = null;
  const isTls = origin.startsWith('https:');
  let trusted: tls.SecureContext | null = null;

  function open(): Client {
    trusted = isTls ? trust.context() : null;
    return new Client(origin, {
      connect: createConnector(trust, ownEndpoints, (newPhases, newlyOpened) => {
        phases = newPhases;
        opened = newlyOpened;
      }),
      pipelining: 1,
      allowH2: false,
      // The attempt has its own deadline, from DNS to the response headers.
      headersTimeout: 0,
      bodyTimeout: 0,
    });
  }

  /**
   * An open connection may have been verified by a certificate authority that is no longer trusted
   * (D30).
   */
  const isOutdated = () => isTls && client !== null && trusted !== trust.context();

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

  const send: Connection['send'] = (method, path, headers, body, starts) => {
    return new Promise((resolve) => {
      const startedAt = performance.now();
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
        clearTimeout(deadline);
        const endedAt = performance.now();
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
      const cutOff = () => {
        settle(headAt === null ? timedOut : resultOfStatus(status), true);
        drop();
      };
      // After a stall, the response may have arrived unread. Check the sockets once more (D53).
      const deadline = setTimeout(() => {
        setImmediate(() => {
          if (!settled) cutOff();
        });
      }, responseTimeoutMs);

      if (isOutdated()) drop();
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
            sentAt = performance.now();
            if (opened !== null) starts?.(opened.socket);
          },
          onResponseStart(controller, statusCode) {
            // An interim response that was too long to skip.
            if (statusCode < 200) return;
            headAt = performance.now();
            status = statusCode;
            lines = headerLinesOf(controller.rawHeaders);
          },
          onResponseData(_controller, chunk) {
            bodyBytes += chunk.length;
            chunks.push(chunk);
            if (bodyBytes > maxBodyBytes) cutOff();
          },
          onResponseEnd() {
            settle(resultOfStatus(status), false);
          },
          onResponseError(_controller, error) {
            // Errors after the response headers don't change the result (D26).
            settle(headAt === null ? resultOfError(error) : resultOfStatus(status), true);
          },
        },
      );
    });
  };

  return { send, close: drop };
}

/** Sends one request over a new connection. */
export async function sendOnce(
  method: string,
  url: string,
  headers: HeaderLines,
  body: Uint8Array,
  trust: Trust,
  ownEndpoints: OwnEndpoints,
): Promise<SentOnce> {
  const { origin, pathname, search } = new URL(url);
  const connection = createConnection(origin, trust, ownEndpoints);
  return connection.send(method, `${pathname}${search}`, headers, body).finally(connection.close);
}
