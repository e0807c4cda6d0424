/** A webhook sender with its own queue: sends on a trigger, retries, and times out. */
import { type ClientRequest, createServer, request as httpRequest } from 'node:http';
import { request as httpsRequest } from 'node:https';
import type { AddressInfo } from 'node:net';

export interface Event {
  readonly id: string;
  readonly marker: string;
}

/** Of one attempt, counted from 1. */
export interface Attempt {
  readonly event: Event;
  readonly number: number;
  readonly at: number;
}

/** A status, or null without a response. */
export interface Result {
  readonly status: number | null;
  readonly reason: 'response' | 'reset' | 'timeout';
  readonly retryAfterMs: number | null;
  readonly location: string | null;
}

/** What a style of sender does, and what a planted fault changes. */
export interface SenderRules {
  readonly method: string;
  readonly eventId: (index: number) => string;
  readonly body: (attempt: Attempt) => string;
  readonly headers: (attempt: Attempt, body: string) => readonly string[];
  readonly isRetried: (result: Result, number: number) => boolean;
  /** Null after the last attempt. */
  readonly delayMs: (number: number, result: Result) => number | null;
  readonly timeoutMs: number | null;
  readonly followsRedirects: boolean;
  readonly rejectsCertificate: (code: string) => boolean;
  /** Sends the first events in reverse, this many. */
  readonly reversed: number;
}

interface SenderOptions {
  readonly rules: SenderRules;
  readonly ca: string;
}

export async function startSender({ rules, ca }: SenderOptions) {
  const timers = new Set<NodeJS.Timeout>();
  const requests = new Set<ClientRequest>();
  const held: { readonly url: string; readonly event: Event }[] = [];
  let count = 0;

  function post(url: string, attempt: Attempt): Promise<Result> {
    const body = rules.body(attempt);
    const headers = [
      ...['Host', new URL(url).host, 'Content-Length', String(Buffer.byteLength(body))],
      ...rules.headers(attempt, body),
    ];
    return new Promise((resolve) => {
      const send = url.startsWith('https:') ? httpsRequest : httpRequest;
      const sent = send(url, {
        method: rules.method,
        headers,
        ca,
        rejectUnauthorized: false,
        agent: false,
      });
      requests.add(sent);
      const none = { status: null, retryAfterMs: null, location: null };
      const timer =
        rules.timeoutMs === null
          ? undefined
          : setTimeout(() => {
              resolve({ ...none, reason: 'timeout' });
              sent.destroy();
            }, rules.timeoutMs);
      sent.on('socket', (socket) => {
        socket.once('secureConnect', () => {
          const { authorizationError } = socket as unknown as {
            readonly authorizationError: string | Error | null;
          };
          const code = String(authorizationError ?? '');
          if (code !== '' && rules.rejectsCertificate(code)) socket.destroy();
          else sent.end(body);
        });
      });
      if (url.startsWith('http:')) sent.end(body);
      sent.on('response', (response) => {
        response.resume();
        const { 'retry-after': retryAfter, location } = response.headers;
        resolve({
          status: response.statusCode ?? null,
          reason: 'response',
          retryAfterMs: retryAfter === undefined ? null : Number(retryAfter) * 1_000,
          location: location ?? null,
        });
      });
      sent.on('error', () => resolve({ ...none, reason: 'reset' }));
      sent.once('close', () => {
        clearTimeout(timer);
        requests.delete(sent);
      });
    });
  }

  async function attempt(url: string, event: Event, number: number): Promise<void> {
    const result = await post(url, { event, number, at: Date.now() });
    if (result.location !== null && rules.followsRedirects) {
      await post(new URL(result.location, url).href, { event, number, at: Date.now() });
      return;
    }
    const delayMs = rules.isRetried(result, number) ? rules.delayMs(number, result) : null;
    if (delayMs === null || url.startsWith('https:')) return;
    const timer = setTimeout(() => {
      timers.delete(timer);
      void attempt(url, event, number + 1);
    }, delayMs);
    timers.add(timer);
  }

  const server = createServer((incoming, response) => {
    const chunks: Buffer[] = [];
    incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
    incoming.on('end', () => {
      const { url, marker } = JSON.parse(Buffer.concat(chunks).toString());
      response.end();
      count += 1;
      held.push({ url, event: { id: rules.eventId(count), marker } });
      if (count < rules.reversed) return;
      for (const { url, event } of held.splice(0).reverse()) void attempt(url, event, 1);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;

  return {
    triggerUrl: `http://127.0.0.1:${port}/send`,
    close: () =>
      new Promise<void>((resolve) => {
        for (const timer of timers) clearTimeout(timer);
        for (const sent of requests) sent.destroy();
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
