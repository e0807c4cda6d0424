/** Sends requests to the servers that mock endpoints forward to (D54). */
import type { Dispatcher } from 'undici';
import { resultOfError } from '#main/kit/http-client/attempt-result.ts';
import type { SendTools } from '#main/kit/http-client/connector.ts';
import { createOriginClient, type OriginClient } from '#main/kit/http-client/origin-client.ts';
import type { OwnEndpoints } from '#main/kit/own-endpoints.ts';
import type { Clock } from '#main/kit/ports.ts';
import type { AttemptResult } from '#shared/deliveries/delivery.ts';
import type { HeaderLines } from '#shared/ingestion/message.ts';
import type { RequestedUrl } from '#shared/kit/webhook-url.ts';

export interface TargetRequest {
  readonly url: RequestedUrl;
  readonly method: string;
  readonly headers: HeaderLines;
  readonly body: Buffer | AsyncIterable<Buffer> | null;
  /**
   * Real time for the response headers, and between parts of its body. Once the sender has left, all of the rest must
   * arrive within it.
   */
  readonly timeoutMs: number;
  readonly senderLeft: AbortSignal;
  /** Ends it as if its time were over. */
  readonly over?: AbortSignal;
}

export interface TargetHead {
  readonly status: number;
  readonly statusText: string;
  readonly headers: HeaderLines;
}

/** Takes a response while it arrives. Both may return a promise, for which the rest waits. */
export interface ResponseSink {
  start(head: TargetHead): Promise<void> | undefined;
  /** `enough` if the rest isn't needed. */
  write(chunk: Buffer): Promise<void> | 'enough' | undefined;
}

/** `error` is null if as much of the response arrived as is needed. */
export interface TargetResponse {
  readonly head: TargetHead | null;
  readonly error: AttemptResult | null;
  readonly durationMs: number;
}

export interface Targets {
  /** Never throws. */
  send(request: TargetRequest, sink: ResponseSink): Promise<TargetResponse>;
  close(): void;
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
  const { machine, ...connections } = tools;
  const free = new Map<string, readonly OriginClient[]>();
  const all = new Set<OriginClient>();
  let isClosed = false;

  /** A free connection to the origin, or a new one. */
  function take(origin: string): OriginClient {
    const [client, ...others] = free.get(origin) ?? [];
    free.set(origin, others);
    if (client !== undefined) return client;
    const created = createOriginClient(origin, connections);
    all.add(created);
    return created;
  }

  function send(request: TargetRequest, sink: ResponseSink): Promise<TargetResponse> {
    if (isClosed)
      return Promise.resolve({
        head: null,
        error: resultOfError(new Error('Hookwright is stopping.')),
        durationMs: 0,
      });
    const { url, method, headers, body, timeoutMs, senderLeft, over } = request;
    return new Promise((resolve) => {
      const startedAt = performance.now();
      let head: TargetHead | null = null;
      let isFinished = false;
      const client = take(url.origin);
      const release = () => free.set(url.origin, [client, ...(free.get(url.origin) ?? [])]);
      const finish = (error: AttemptResult | null) => {
        if (isFinished) return;
        isFinished = true;
        idle.stop();
        senderLeft.removeEventListener('abort', limit);
        over?.removeEventListener('abort', expire);
        cancelLimit();
        resolve({ head, error, durationMs: performance.now() - startedAt });
      };
      const expire = () => {
        finish({ outcome: 'failed', code: 'timeout', params: { limitMs: timeoutMs } });
        client.close();
      };
      let cancelLimit: () => void = () => undefined;
      const idle = watchIdle(machine, timeoutMs, expire);
      const limit = () => {
        cancelLimit = machine.at(machine.now() + timeoutMs, expire);
      };
      over?.addEventListener('abort', expire);
      if (senderLeft.aborted) limit();
      else senderLeft.addEventListener('abort', limit);
      client.dispatch(
        {
          method,
          path: url.target,
          headers: headers.flat(),
          body:
            body === null || Buffer.isBuffer(body)
              ? body
              : (trackActivity(body, idle.markActive) as unknown as NodeJS.ReadableStream as never),
        },
        {
          start: () => undefined,
          head(controller, status, statusText, headerLines) {
            idle.markActive();
            head = { status, statusText, headers: headerLines };
            waitFor(sink.start(head), controller);
          },
          data(controller, chunk) {
            idle.markActive();
            const pending = sink.write(chunk);
            if (pending !== 'enough') return waitFor(pending, controller);
            finish(null);
            client.close();
          },
          end() {
            release();
            finish(null);
          },
          fail(error) {
            release();
            finish(error);
          },
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
            if (!isFinished) controller.resume();
          },
          (error: Error) => controller.abort(error),
        );
      }
    });
  }

  return {
    send,
    close() {
      isClosed = true;
      for (const client of all) client.close();
    },
  };
}
