/** Delivers one batch: posts it, and again as long as there is hope (D41, D43). */
import { log } from './log.ts';
import { retryDelayMs } from './retry-delay.ts';

const maxAttempts = 10;

/** Longest wait for an answer; one that does not come counts as a network error. */
const answerTimeOutMs = 10_000;

/** What is asked of a `fetch`: the one of every platform can do it. */
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

/** The platform's own, taken at each request: it may be wrapped by then. */
export const platformFetch: Fetch = (url, request) => fetch(url, request);

export interface Door {
  /** Asked for at every attempt: it may change in between. */
  readonly endpoint: () => string;
  readonly writeKey: string;
  readonly fetch: Fetch;
  /** Aborted when nothing is to be tried any more. */
  readonly signal: AbortSignal;
}

/** How it ended. */
export interface Outcome {
  readonly accepted: boolean;
  readonly attempts: number;
  /** Of the last answer; null when there was none. */
  readonly status: number | null;
  /** The last answer's JSON; null when it was none. */
  readonly answer: unknown;
  /** What the last attempt met instead of an answer. */
  readonly cause?: unknown;
}

interface Reply {
  readonly status: number | null;
  readonly answer: unknown;
  readonly retryAfter: string | null;
  readonly cause?: unknown;
}

function parseAnswer(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** The user name of HTTP Basic is the write key. */
const authorization = (writeKey: string): string => `Basic ${btoa(`${writeKey}:`)}`;

async function post({ endpoint, writeKey, fetch }: Door, body: string): Promise<Reply> {
  const patience = new AbortController();
  const timer = setTimeout(() => patience.abort(), answerTimeOutMs);
  try {
    const response = await fetch(`${endpoint().replace(/\/$/, '')}/v1/batch`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Authorization: authorization(writeKey) },
      body,
      // Followed, a POST may come out as a GET that is answered 200.
      redirect: 'manual',
      signal: patience.signal,
    });
    return {
      status: response.status,
      // Read to the end also where it says nothing, so that the connection can be used again.
      answer: parseAnswer(await response.text()),
      retryAfter: response.headers.get('retry-after'),
    };
  } catch (cause) {
    return { status: null, answer: null, retryAfter: null, cause };
  } finally {
    clearTimeout(timer);
  }
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

/** No answer, too many requests, or a fault of the server: what may be over in a while. */
const isWorthRetrying = (status: number | null): boolean =>
  status === null || status === 429 || status >= 500;

/** @param body Makes the request's body, anew for every attempt. */
export async function deliver(door: Door, body: () => string): Promise<Outcome> {
  let last: Reply = { status: null, answer: null, retryAfter: null };
  let attempts = 0;
  while (attempts < maxAttempts && !door.signal.aborted) {
    last = await post(door, body());
    attempts += 1;
    log('response %s', last.status ?? last.cause);
    if (!isWorthRetrying(last.status) || attempts === maxAttempts) break;
    const delayMs = retryDelayMs(attempts, last.retryAfter);
    log('retry %d of %d in %d ms', attempts, maxAttempts - 1, Math.round(delayMs));
    await wait(delayMs, door.signal);
  }
  const { status, answer, cause } = last;
  return {
    accepted: isAccepted(status),
    attempts,
    status,
    answer,
    ...(cause === undefined ? {} : { cause }),
  };
}
