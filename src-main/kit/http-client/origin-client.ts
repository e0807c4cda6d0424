/** A connection to an origin, with one request at a time. It is reused for at most a second (D74). */
import type net from 'node:net';
import type tls from 'node:tls';
import { Client, type Dispatcher } from 'undici';
import type { AttemptResult } from '#shared/deliveries/delivery.ts';
import type { HeaderLines } from '#shared/ingestion/message.ts';
import { InvalidStatusError, resultOfError } from './attempt-result.ts';
import {
  type ConnectionTools,
  type ConnectPhases,
  createConnector,
  maxIdleMs,
  noPhases,
  type Opened,
} from './connector.ts';
import { realSocketTime } from './socket-time.ts';

const maxTimerMs = 2 ** 31 - 1;

type Controller = Dispatcher.DispatchController;

export interface ResponseHandler {
  /** Before the first byte of the request. */
  start(controller: Controller, socket: net.Socket | null): void;
  head(controller: Controller, status: number, statusText: string, headers: HeaderLines): void;
  data(controller: Controller, chunk: Buffer): void;
  end(): void;
  fail(error: AttemptResult): void;
}

type OneRequest = Pick<Dispatcher.DispatchOptions, 'method' | 'path' | 'headers' | 'body'>;

export interface OriginClient {
  dispatch(request: OneRequest, handler: ResponseHandler): void;
  /** Of the connection, if the last request opened it. */
  phases(): ConnectPhases;
  /** Closes the connection and any request in progress. */
  close(): void;
}

/** Header lines in their original order and spelling. */
function headerLinesOf(raw: Controller['rawHeaders']): HeaderLines {
  if (!Array.isArray(raw)) return [];
  const text = raw.map((part) => (typeof part === 'string' ? part : part.toString('latin1')));
  return Array.from({ length: text.length / 2 }, (_, index) => [
    text[2 * index] ?? '',
    text[2 * index + 1] ?? '',
  ]);
}

export function createOriginClient(origin: string, tools: ConnectionTools): OriginClient {
  const { trust, time = realSocketTime } = tools;
  // Virtual time passes without its timers.
  const idleTimerMs = time === realSocketTime ? maxIdleMs : maxTimerMs;
  const isTls = origin.startsWith('https:');
  let phases: ConnectPhases = noPhases;
  let opened: Opened | null = null;
  let client: Client | null = null;
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
      // Requests have their own deadline, from DNS to the response headers.
      headersTimeout: 0,
      bodyTimeout: 0,
      keepAliveTimeout: idleTimerMs,
      keepAliveMaxTimeout: idleTimerMs,
    });
  }

  /** It may have been verified by a certificate authority that is no longer trusted (D30). */
  const isOutdated = () => isTls && trusted !== trust.context();

  function close(): void {
    const dropped = client;
    client = null;
    // A connecting socket isn't managed by the client yet.
    opened?.socket.on('error', () => undefined);
    opened?.socket.destroy();
    opened = null;
    dropped?.destroy().catch(() => undefined);
  }

  function send(request: OneRequest, handler: ResponseHandler): void {
    if (client !== null && (isOutdated() || time.elapsedMs() - usedAt >= maxIdleMs)) close();
    if (opened?.socket.destroyed) opened = null;
    const used = client ?? open();
    client = used;
    phases = noPhases;
    const idle = opened?.socket ?? null;
    opened?.expectResponse();
    let started: Opened | null = null;
    used.dispatch(request, {
      onRequestStart(controller) {
        started = opened;
        handler.start(controller, opened?.socket ?? null);
      },
      onResponseStart(controller, status, _headers, statusText = '') {
        if (status < 100) controller.abort(new InvalidStatusError(status));
        // An interim response that was too long to skip.
        else if (status >= 200)
          handler.head(controller, status, statusText, headerLinesOf(controller.rawHeaders));
      },
      onResponseData: (controller, chunk) => handler.data(controller, chunk),
      onResponseEnd() {
        usedAt = time.elapsedMs();
        handler.end();
      },
      onResponseError(_controller, error) {
        const isUnsent = started === null && idle !== null && client === used;
        if (isUnsent) {
          // The idle connection turned out closed, so nothing was written to it.
          close();
          return send(request, handler);
        }
        const result = resultOfError(started?.error() ?? error);
        handler.fail(
          result.outcome === 'failed' && started !== null && started.socket === idle
            ? { ...result, params: { ...result.params, reusedConnection: true } }
            : result,
        );
      },
    });
  }

  return { dispatch: send, phases: () => phases, close };
}
