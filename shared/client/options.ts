/** What a client is created with, and how each of it is checked (spec 2.3, D40). */
import { checkFields, type Kind } from './check.ts';
import type { Fetch } from './deliver.ts';
import { FieldError } from './errors.ts';
import type { Callbacks } from './report.ts';

export interface Options extends Callbacks {
  /** Messages queued before a flush; default 20. 1 flushes at every call. */
  readonly size?: number;
  /** Where the service listens, without the path; default `http://127.0.0.1:8377`. */
  readonly endpoint?: string;
  /** Flush every so many messages; default 20. 1 turns batching off. */
  readonly flushAt?: number;
  /** Milliseconds since the last flush after which what is queued is flushed; default 5,000. */
  readonly flushAfter?: number;
  /** Messages held at most until they are delivered; default 10,000. A call beyond it throws. */
  readonly maxQueued?: number;
  /** Sends the requests; default the `fetch` of where it runs. */
  readonly fetch?: Fetch;
}

/** What a timer can wait: beyond it, it would fire at once. */
const longestTimerMs = 2 ** 31 - 1;

const count: Kind = {
  is: (value) => Number.isSafeInteger(value) && (value as number) >= 1,
  must: 'be a whole number from 1',
};

const milliseconds: Kind = {
  is: (value) => typeof value === 'number' && value >= 0 && value <= longestTimerMs,
  must: `be milliseconds, from 0 to ${longestTimerMs}`,
};

const functionKind: Kind = { is: (value) => typeof value === 'function', must: 'be a function' };

function isEndpoint(value: unknown): boolean {
  try {
    const { protocol, username, password, search, hash } = new URL(String(value));
    return /^https?:$/.test(protocol) && `${username}${password}${search}${hash}` === '';
  } catch {
    return false;
  }
}

const endpoint: Kind = {
  is: (value) => typeof value === 'string' && isEndpoint(value),
  must: 'be an http or https address, such as http://127.0.0.1:8377, without user or query',
};

const kinds = new Map(
  Object.entries({
    size: count,
    endpoint,
    flushAt: count,
    flushAfter: milliseconds,
    maxQueued: count,
    fetch: functionKind,
    onSuccess: functionKind,
    onError: functionKind,
  }),
);

const defaults = {
  size: 20,
  endpoint: 'http://127.0.0.1:8377',
  flushAt: 20,
  flushAfter: 5_000,
  maxQueued: 10_000,
};

/** The options with their defaults. Throws a FieldError that names what is not as it must be. */
export const readOptions = (given: Options): typeof defaults & Options => ({
  ...defaults,
  ...(checkFields('options', given, kinds) as Options),
});

/** The write key: what the user name of HTTP Basic can carry. */
export function checkWriteKey(writeKey: string): string {
  if (typeof writeKey !== 'string' || !/^[!-9;-~]+(:[!-9;-~]+)?$/.test(writeKey))
    throw new FieldError(
      'writeKey',
      'writeKey must be the write key of a source: printable ASCII without spaces.',
    );
  return writeKey;
}
