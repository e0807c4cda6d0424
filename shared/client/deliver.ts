/** Delivers one batch, with retries (D41, D43). */
import type { DeliveryErrorCode } from './errors.ts';
import { log } from './log.ts';

const firstDelayMs = 100;
const maxDelayMs = 10_000;

/** Random fraction of a delay, so that clients don't all retry at the same time. */
const jitter = 0.5;

/** A timer of more than about 24 days fires immediately. */
const maxRetryAfterMs = 3_600_000;

/** Milliseconds in `Retry-After`, given as seconds or a date; null if absent or invalid. */
function readRetryAfter(header: string | null): number | null {
  if (header === null) return null;
  const ms = /^\s*\d+\s*$/.test(header) ? Number(header) * 1_000 : Date.parse(header) - Date.now();
  return ms >= 0 ? Math.min(ms, maxRetryAfterMs) : null;
}

/** @param attempt Number of the failed attempt, starting at 1. */
export function retryDelayMs(attempt: number, retryAfter: string | null): number {
  const backoffMs = Math.min(maxDelayMs, firstDelayMs * 2 ** (attempt - 1));
  return readRetryAfter(retryAfter) ?? backoffMs * (1 - jitter * Math.random());
}

const maxAttempts = 10;

/** A timeout counts as a network error. */
const responseTimeoutMs = 10_000;

/** The part of `fetch` that every platform has. */
export type Fetch = (
  url: string,
  request: {
    readonly method: string;
    readonly headers: Record<string, string>;
    readonly body: string;
    readonly redirect: 'manual';
    readonly signal: AbortSignal;
  },
) => Promise<{
  readonly status: number;
  readonly headers: { get(name: string): string | null };
  text(): Promise<string>;
}>;

/** Looks up the platform's `fetch` at each request, because it may have been replaced. */
export const platformFetch: Fetch = (url, request) => fetch(url, request);

export interface Connection {
  /** Called for every attempt, because the endpoint can change. */
  readonly endpoint: () => string;
  readonly writeKey: string;
  readonly fetch: Fetch;
  /** When aborted, no further attempt is made. */
  readonly signal: AbortSignal;
  /** When aborted, the attempt in flight ends. */
  readonly requestSignal: AbortSignal;
}

export interface Outcome {
  /** Null if it was accepted. */
  readonly failure: DeliveryErrorCode | null;
  readonly attempts: number;
  /** Of the last response; null without a response. */
  readonly status: number | null;
  /** JSON of the last response; null if it was not JSON. */
  readonly body: unknown;
  /** The error of the last attempt without a response. */
  readonly cause?: unknown;
}

interface Reply {
  readonly status: number | null;
  readonly body: unknown;
  readonly retryAfter: string | null;
  readonly cause?: unknown;
}

function parseBody(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** The user name of HTTP Basic is the write key. */
const authorization = (writeKey: string): string => `Basic ${btoa(`${writeKey}:`)}`;

/** Runs until it ends, or until `signal` is aborted, even if `fetch` ignores that. */
function untilAborted<Value>(signal: AbortSignal, run: () => Promise<Value>): Promise<Value> {
  return new Promise((resolve, reject) => {
    signal.addEventListener('abort', () => reject(new Error('The time limit expired.')));
    run().then(resolve, reject);
  });
}

async function post(connection: Connection, body: string): Promise<Reply> {
  const { requestSignal } = connection;
  const timeout = new AbortController();
  const abort = () => timeout.abort();
  const timer = setTimeout(abort, responseTimeoutMs);
  requestSignal.addEventListener('abort', abort);
  try {
    return await untilAborted(timeout.signal, () => request(connection, body, timeout.signal));
  } catch (cause) {
    return { status: null, body: null, retryAfter: null, cause };
  } finally {
    clearTimeout(timer);
    requestSignal.removeEventListener('abort', abort);
  }
}

async function request(
  { endpoint, writeKey, fetch }: Connection,
  body: string,
  signal: AbortSignal,
): Promise<Reply> {
  const response = await fetch(`${endpoint().replace(/\/$/, '')}/v1/batch`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Authorization: authorization(writeKey) },
    body,
    // Following a redirect can turn the POST into a GET that returns 200.
    redirect: 'manual',
    signal,
  });
  return {
    status: response.status,
    // Read completely, so that the connection can be reused.
    body: parseBody(await response.text()),
    retryAfter: response.headers.get('retry-after'),
  };
}

const wait = (ms: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', done);
      resolve();
    };
    const timer = setTimeout(done, ms);
    signal.addEventListener('abort', done);
  });

const isAccepted = (status: number | null): boolean =>
  status !== null && status >= 200 && status < 300;

const isRetryable = (status: number | null): boolean =>
  status === null || status === 429 || status >= 500;

function failureOf(status: number | null, signal: AbortSignal): DeliveryErrorCode | null {
  if (isAccepted(status)) return null;
  if (!isRetryable(status)) return 'rejected';
  return signal.aborted ? 'timeout' : 'attempts_used';
}

/** @param writeBody Writes the request body, called for every attempt. */
export async function deliver(connection: Connection, writeBody: () => string): Promise<Outcome> {
  let last: Reply = { status: null, body: null, retryAfter: null };
  let attempts = 0;
  while (attempts < maxAttempts && !connection.signal.aborted) {
    last = await post(connection, writeBody());
    attempts += 1;
    log('response %s', last.status ?? last.cause);
    if (!isRetryable(last.status) || attempts === maxAttempts || connection.signal.aborted) break;
    const delayMs = retryDelayMs(attempts, last.retryAfter);
    log('retry %d of %d in %d ms', attempts, maxAttempts - 1, Math.round(delayMs));
    await wait(delayMs, connection.signal);
  }
  const { status, body, cause } = last;
  return {
    failure: failureOf(status, connection.signal),
    attempts,
    status,
    body,
    ...(cause === undefined ? {} : { cause }),
  };
}
