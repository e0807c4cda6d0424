/**
 * Sends the requests of attempts over one connection. A webhook's concurrency is its number of
 * connections. Because a connection isn't shared, an attempt knows the duration of each phase.
 */
import type net from 'node:net';
import type { AttemptResult, AttemptTimings } from '#shared/deliveries/delivery.ts';
import type { HeaderLines } from '#shared/ingestion/message.ts';
import { requestedUrl } from '#shared/kit/webhook-url.ts';
import type { ProviderProfile } from '#shared/profiles/profile.ts';
import { resultOfStatus, specificationRules, timedOutAfter } from './attempt-result.ts';
import { type ConnectionTools, round } from './connector.ts';
import { createOriginClient } from './origin-client.ts';
import { realSocketTime } from './socket-time.ts';

interface OneRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: HeaderLines;
  readonly body: Uint8Array;
  readonly rules?: SendOptions['rules'];
}

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

/** Headers written by the HTTP client (see requestHeaders). */
const writtenByClient = new Set(['host', 'connection', 'content-length']);

export function createConnection(origin: string, tools: ConnectionTools): Connection {
  const { time = realSocketTime } = tools;
  const client = createOriginClient(origin, tools);

  const send: Connection['send'] = (method, path, headers, body, options = {}) => {
    const { rules = specificationRules, onStart } = options;
    return new Promise((resolve) => {
      const startedAt = time.elapsedMs();
      let sentAt: number | null = null;
      let head: {
        readonly at: number;
        readonly status: number;
        readonly headers: HeaderLines;
      } | null = null;
      const chunks: Buffer[] = [];
      let bodyBytes = 0;
      let finished = false;

      const finish = (error: AttemptResult | null, truncated: boolean) => {
        if (finished) return;
        finished = true;
        cancelDeadline();
        const endedAt = time.elapsedMs();
        // Errors after the response headers don't change the result (D26).
        const result =
          head === null
            ? (error ?? timedOutAfter(rules.timeLimitMs))
            : resultOfStatus(head.status, rules);
        resolve({
          result,
          response: head && {
            status: head.status,
            headers: head.headers,
            body: Buffer.concat(chunks).subarray(0, maxBodyBytes),
            bodyBytes,
            truncated,
          },
          timings: {
            ...client.phases(),
            waitMs: head === null || sentAt === null ? null : round(head.at - sentAt),
            bodyMs: head === null ? null : round(endedAt - head.at),
            totalMs: round(endedAt - startedAt),
          },
        });
      };
      const abort = () => {
        finish(null, true);
        client.close();
      };
      // After a stall, the response may have arrived unread. Check the sockets once more (D53).
      const cancelDeadline = time.after(rules.timeLimitMs, () => {
        setImmediate(() => {
          if (!finished) abort();
        });
      });

      client.dispatch(
        {
          method,
          path,
          headers: headers.filter(([name]) => !writtenByClient.has(name)).flat(),
          body: Buffer.from(body.buffer, body.byteOffset, body.byteLength),
        },
        {
          start(_controller, socket) {
            sentAt = time.elapsedMs();
            if (socket !== null) onStart?.(socket);
          },
          head(_controller, status, _statusText, lines) {
            head = { at: time.elapsedMs(), status, headers: lines };
          },
          data(_controller, chunk) {
            bodyBytes += chunk.length;
            chunks.push(chunk);
            if (bodyBytes > maxBodyBytes) abort();
          },
          end: () => finish(null, false),
          fail: (error) => finish(error, true),
        },
      );
    });
  };

  return { send, close: client.close };
}

/** Sends one request over a new connection. */
export async function sendOnce(
  { method, url, headers, body, rules }: OneRequest,
  tools: ConnectionTools,
  onStart?: (socket: net.Socket) => void,
): Promise<SentOnce> {
  const { origin, target } = requestedUrl(url);
  const connection = createConnection(origin, tools);
  return connection
    .send(method, target, headers, body, { onStart, rules })
    .finally(connection.close);
}
