/** Sends requests to the servers that receivers forward to (D54). */
import { type Dispatcher, Pool } from 'undici';
import type { AttemptResult } from '#shared/schemas/delivery.ts';
import type { HeaderLines } from '#shared/schemas/message.ts';
import { resultOfError } from '../http-client/attempt-result.ts';
import { createConnector, headerLinesOf, type SendTools } from '../http-client/connection.ts';
import type { OwnEndpoints } from '../own-endpoints.ts';
import type { Clock } from '../ports.ts';

export interface TargetRequest {
  readonly url: URL;
  readonly method: string;
  readonly headers: HeaderLines;
  readonly body: Buffer | AsyncIterable<Buffer> | null;
  /** Real time for the response headers, and between parts of its body. */
  readonly timeoutMs: number;
}

export interface TargetHead {
  readonly status: number;
  readonly statusText: string;
  readonly headers: HeaderLines;
}

/** Takes a response while it arrives. Both may return a promise, for which the rest waits. */
export interface ResponseSink {
  start(head: TargetHead): Promise<void> | undefined;
  write(chunk: Buffer): Promise<void> | undefined;
}

/** `error` is null if the whole response arrived. */
export interface TargetResponse {
  readonly head: TargetHead | null;
  readonly error: AttemptResult | null;
  readonly durationMs: number;
}

export interface Targets {
  /** Never throws. */
  send(request: TargetRequest, sink: ResponseSink): Promise<TargetResponse>;
  close(): Promise<void>;
}

interface TargetTools extends SendTools {
  /** Real time. */
  readonly machine: Clock;
  readonly ownEndpoints: Pick<OwnEndpoints, 'includes'>;
}

/** Runs `expire` if nothing happens for this long. Time while the sender is slow doesn't count. */
function watchIdle(machine: Clock, limitMs: number, expire: () => void) {
  let activeAt = machine.now();
  let isPaused = false;
  let cancel: () => void = () => undefined;
  const check = () => {
    const now = machine.now();
    if (isPaused) activeAt = now;
    const endsAt = activeAt + limitMs;
    if (now >= endsAt) expire();
    else cancel = machine.at(endsAt, check);
  };
  check();
  return {
    markActive: () => {
      activeAt = machine.now();
    },
    setPaused: (paused: boolean) => {
      isPaused = paused;
      activeAt = machine.now();
    },
    stop: () => cancel(),
  };
}

async function* trackActivity(
  body: AsyncIterable<Buffer>,
  markActive: () => void,
): AsyncIterable<Buffer> {
  for await (const chunk of body) {
    markActive();
    yield chunk;
  }
}

export function createTargets(tools: TargetTools): Targets {
  const { machine, trust, ownEndpoints, gate } = tools;
  const pools = new Map<string, { readonly pool: Pool; readonly trusted: unknown }>();
  let isClosed = false;

  /** Connections verified by other certificate authorities are not reused (D30). */
  function poolFor({ origin, protocol }: URL): Pool {
    const trusted = protocol === 'https:' ? trust.context() : null;
    const existing = pools.get(origin);
    if (existing?.trusted === trusted) return existing.pool;
    void existing?.pool.close();
    const pool = new Pool(origin, {
      connect: createConnector({ trust, ownEndpoints, gate }, () => undefined),
      pipelining: 1,
      allowH2: false,
      headersTimeout: 0,
      bodyTimeout: 0,
    });
    pools.set(origin, { pool, trusted });
    return pool;
  }

  function send(request: TargetRequest, sink: ResponseSink): Promise<TargetResponse> {
    if (isClosed)
      return Promise.resolve({
        head: null,
        error: resultOfError(new Error('Hookwright is stopping.')),
        durationMs: 0,
      });
    const { url, method, headers, body, timeoutMs } = request;
    return new Promise((resolve) => {
      const startedAt = performance.now();
      let head: TargetHead | null = null;
      let abort: (() => void) | null = null;
      let isSettled = false;
      const settle = (error: AttemptResult | null) => {
        if (isSettled) return;
        isSettled = true;
        idle.stop();
        resolve({ head, error, durationMs: performance.now() - startedAt });
      };
      const idle = watchIdle(machine, timeoutMs, () => {
        settle({ outcome: 'failed', code: 'timeout', params: { limitMs: timeoutMs } });
        abort?.();
      });
      poolFor(url).dispatch(
        {
          method,
          path: `${url.pathname}${url.search}`,
          headers: headers.flat(),
          body:
            body === null || Buffer.isBuffer(body)
              ? body
              : (trackActivity(body, idle.markActive) as unknown as NodeJS.ReadableStream as never),
        },
        {
          onRequestStart(controller) {
            abort = () => controller.abort(new Error('No response in time.'));
            if (isSettled) abort();
          },
          onResponseStart(controller, status, _headers, statusText = '') {
            if (status < 200) return;
            idle.markActive();
            head = { status, statusText, headers: headerLinesOf(controller.rawHeaders) };
            waitFor(sink.start(head), controller);
          },
          onResponseData(controller, chunk) {
            idle.markActive();
            waitFor(sink.write(chunk), controller);
          },
          onResponseEnd: () => settle(null),
          onResponseError: (_controller, error) => settle(resultOfError(error)),
        },
      );
      function waitFor(
        pending: Promise<void> | undefined,
        controller: Dispatcher.DispatchController,
      ): void {
        if (pending === undefined) return;
        controller.pause();
        idle.setPaused(true);
        pending.then(
          () => {
            idle.setPaused(false);
            if (!isSettled) controller.resume();
          },
          (error: Error) => controller.abort(error),
        );
      }
    });
  }

  return {
    send,
    async close() {
      isClosed = true;
      await Promise.all([...pools.values()].map(({ pool }) => pool.destroy()));
    },
  };
}
