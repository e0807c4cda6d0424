/** A webhook sender with its own queue: sends on a trigger, retries, and times out. */
import { Agent, type ClientRequest, createServer, request as httpRequest } from 'node:http';
import { request as httpsRequest } from 'node:https';
import type { AddressInfo, Socket } from 'node:net';
import { type SteadyClock, steadyClock } from '#main/kit/steady-clock.ts';
import type { VirtualSender } from './virtual-time.ts';

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
  /** From the request. */
  readonly durationMs: number;
}

/** What a style of sender does, and what a planted fault changes. */
export interface SenderRules {
  readonly method: string;
  readonly eventId: (index: number) => string;
  readonly body: (attempt: Attempt) => string;
  readonly headers: (attempt: Attempt, body: string) => readonly string[];
  readonly isRetried: (result: Result, number: number) => boolean;
  /** Null after the last attempt. */
  readonly delayMs: (number: number, result: Result, event: Event) => number | null;
  readonly timeoutMs: number | null;
  readonly followedRedirects: readonly number[];
  /** How many redirects in a row it follows. */
  readonly maxRedirects: number;
  /** The sender sends nothing more to a URL after such a response. */
  readonly isDisabling: (result: Result) => boolean;
  readonly readsRetryAfterSeconds: boolean;
  readonly readsRetryAfterDate: boolean;
  readonly hasKeepAlive: boolean;
  readonly isChunked: boolean;
  /** Whether it closes the connection in the middle of the body. */
  readonly breaksOff: (attempt: Attempt) => boolean;
  /** The URL that it sends to. */
  readonly target: (url: string) => string;
  /** Sends one event at a time, until it is delivered or given up. */
  readonly waitsForRetries: boolean;
  readonly rejectsCertificate: (code: string) => boolean;
  /** Sends the first events in reverse, this many. */
  readonly reversed: number;
  /** Whether it still knows after a restart which events to retry. */
  readonly keepsRetries: boolean;
  /** Whether it sends again after a restart what it delivered before. */
  readonly sendsDeliveredAgain: boolean;
  /** How many of its workers read them after a restart, each a second later. */
  readonly recoveries: number;
}

export interface Sender extends VirtualSender {
  readonly triggerUrl: string;
  /** Forgets what only its memory holds. */
  restart(): void;
  close(): Promise<void>;
}

interface Retry {
  readonly url: string;
  readonly event: Event;
  readonly number: number;
}

interface SenderOptions {
  readonly rules: SenderRules;
  readonly ca: string;
  /** For its delays and time limits; real by default. */
  readonly clock?: SteadyClock;
}

export async function startSender({
  rules,
  ca,
  clock = steadyClock,
}: SenderOptions): Promise<Sender> {
  /** Events that wait for a retry, each with what cancels it. */
  const timers = new Map<() => void, Retry>();
  const requests = new Set<ClientRequest>();
  const delivered: Retry[] = [];
  const sockets = new Set<Socket>();
  const held: { readonly url: string; readonly event: Event }[] = [];
  const agent = rules.hasKeepAlive ? new Agent({ keepAlive: true }) : false;
  const disabled = new Set<string>();
  let queue = Promise.resolve();
  let count = 0;

  function post(url: string, attempt: Attempt): Promise<Result> {
    const body = rules.body(attempt);
    const headers = [
      ...['Host', new URL(url).host],
      ...(rules.isChunked
        ? ['Transfer-Encoding', 'chunked']
        : ['Content-Length', String(Buffer.byteLength(body))]),
      ...rules.headers(attempt, body),
    ];
    const startedAt = clock.now();
    return new Promise((end) => {
      const resolve = (result: Omit<Result, 'durationMs'>): void =>
        end({ ...result, durationMs: clock.now() - startedAt });
      const isTls = url.startsWith('https:');
      const send = isTls ? httpsRequest : httpRequest;
      const sent = send(rules.target(url), {
        method: rules.method,
        headers,
        ca,
        rejectUnauthorized: false,
        agent: isTls ? false : agent,
      });
      requests.add(sent);
      const none = { status: null, retryAfterMs: null, location: null };
      const cancelTimeout =
        rules.timeoutMs === null
          ? () => undefined
          : clock.at(clock.now() + rules.timeoutMs, () => {
              resolve({ ...none, reason: 'timeout' });
              sent.destroy();
            });
      sent.on('socket', (socket) => {
        if (sockets.has(socket)) return;
        sockets.add(socket);
        socket.once('close', () => sockets.delete(socket));
        socket.once('secureConnect', () => {
          const { authorizationError } = socket as unknown as {
            readonly authorizationError: string | Error | null;
          };
          const code = String(authorizationError ?? '');
          if (code !== '' && rules.rejectsCertificate(code)) socket.destroy();
          else sent.end(body);
        });
      });
      if (!isTls) {
        const breaksOff = rules.breaksOff(attempt);
        sent.write(body.slice(0, 10), () => breaksOff && sent.destroy());
        if (!breaksOff) sent.end(body.slice(10));
      }
      sent.on('response', (response) => {
        response.resume();
        const { 'retry-after': retryAfter = '', location } = response.headers;
        const dateMs = rules.readsRetryAfterDate
          ? Date.parse(retryAfter) - clock.wallNow()
          : Number.NaN;
        const secondsMs = rules.readsRetryAfterSeconds ? Number(retryAfter) * 1_000 : Number.NaN;
        const waitMs = /^\d+$/.test(retryAfter) ? secondsMs : dateMs;
        resolve({
          status: response.statusCode ?? null,
          reason: 'response',
          retryAfterMs: Number.isNaN(waitMs) ? null : waitMs,
          location: location ?? null,
        });
      });
      sent.on('error', () => resolve({ ...none, reason: 'reset' }));
      sent.once('close', () => {
        cancelTimeout();
        requests.delete(sent);
      });
    });
  }

  async function attempt(url: string, event: Event, number: number): Promise<void> {
    let result = await post(url, { event, number, at: clock.wallNow() });
    if (rules.isDisabling(result)) disabled.add(url);
    const isFollowed = ({ location, status }: Result): boolean =>
      location !== null && rules.followedRedirects.includes(status ?? 0);
    for (let count = 0; isFollowed(result) && count < rules.maxRedirects; count += 1) {
      const { href } = new URL(result.location ?? '', url);
      result = await post(href, { event, number, at: clock.wallNow() });
    }
    if (result.status === 200) delivered.push({ url, event, number });
    const delayMs = rules.isRetried(result, number) ? rules.delayMs(number, result, event) : null;
    if (delayMs === null || url.startsWith('https:')) return;
    await new Promise<void>((resolve) => {
      const cancel = clock.at(clock.now() + delayMs, () => {
        timers.delete(cancel);
        resolve();
      });
      timers.set(cancel, { url, event, number: number + 1 });
    });
    await attempt(url, event, number + 1);
  }

  function start(url: string, event: Event, number = 1): void {
    if (disabled.has(url)) return;
    if (rules.waitsForRetries) queue = queue.then(() => attempt(url, event, number));
    else void attempt(url, event, number);
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
      for (const { url, event } of held.splice(0).reverse()) start(url, event);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;

  return {
    triggerUrl: `http://127.0.0.1:${port}/send`,
    ports: [port],
    isBusy: () => false,
    requestPorts: () => [...requests].map(({ socket }) => socket?.localPort),
    openPorts: () =>
      new Set([...sockets].filter(({ destroyed }) => !destroyed).map(({ localPort }) => localPort)),
    restart() {
      const retries = [...timers];
      timers.clear();
      queue = Promise.resolve();
      if (rules.sendsDeliveredAgain)
        for (const { url, event, number } of delivered.splice(0)) start(url, event, number + 1);
      for (const [cancel, { url, event, number }] of retries) {
        cancel();
        if (!rules.keepsRetries) continue;
        for (let worker = 0; worker < rules.recoveries; worker += 1) {
          const cancelStart = clock.at(clock.now() + worker * 1_000, () => {
            timers.delete(cancelStart);
            start(url, event, number);
          });
          timers.set(cancelStart, { url, event, number });
        }
      }
    },
    close: () =>
      new Promise<void>((resolve) => {
        for (const cancel of timers.keys()) cancel();
        for (const sent of requests) sent.destroy();
        if (agent !== false) agent.destroy();
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
