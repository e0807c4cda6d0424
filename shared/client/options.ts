/** Options of a client, and their checks (spec 2.3, D40). */
import { checkFields, type Kind } from './check.ts';
import type { Fetch } from './deliver.ts';
import { FieldError } from './errors.ts';
import type { Callbacks } from './report.ts';

export interface Options extends Callbacks {
  /** Messages queued before a flush; default 20. With 1, every call flushes. */
  readonly size?: number;
  /** Address of the service, without a path; default `http://127.0.0.1:8377`. */
  readonly endpoint?: string;
  /** Flush when this many messages are queued; default 20. 1 turns batching off. */
  readonly flushAt?: number;
  /** Flush when this many milliseconds have passed since the last flush; default 5,000. */
  readonly flushAfter?: number;
  /** Maximum messages that are not delivered yet; default 10,000. A call beyond it throws. */
  readonly maxQueued?: number;
  /** Sends the requests; default the platform's `fetch`. */
  readonly fetch?: Fetch;
}

/** How long `flush` or `close` waits. */
export interface TimeLimit {
  /** Milliseconds; what is not delivered by then is given up. */
  readonly timeoutMs?: number | undefined;
}

/** A longer timer fires immediately. */
const maxTimerMs = 2 ** 31 - 1;

const count: Kind = {
  matches: (value) => Number.isSafeInteger(value) && (value as number) >= 1,
  must: 'be a whole number of at least 1',
};

const milliseconds: Kind = {
  matches: (value) => typeof value === 'number' && value >= 0 && value <= maxTimerMs,
  must: `be milliseconds from 0 to ${maxTimerMs}`,
};

const functionKind: Kind = {
  matches: (value) => typeof value === 'function',
  must: 'be a function',
};

function isEndpoint(value: unknown): boolean {
  try {
    const { protocol, username, password, search, hash } = new URL(String(value));
    return /^https?:$/.test(protocol) && `${username}${password}${search}${hash}` === '';
  } catch {
    return false;
  }
}

const endpoint: Kind = {
  matches: (value) => typeof value === 'string' && isEndpoint(value),
  must: 'be an http or https URL without user or query, such as http://127.0.0.1:8377',
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

/** Adds the defaults. Throws a FieldError that names an invalid option. */
export const readOptions = (options: Options): typeof defaults & Options => ({
  ...defaults,
  ...(checkFields('options', options, kinds) as Options),
});

const limitKinds = new Map(Object.entries({ timeoutMs: milliseconds }));

/** Throws a FieldError for an invalid time limit. */
export const readTimeLimit = (subject: string, limit: TimeLimit): TimeLimit =>
  checkFields(subject, limit, limitKinds);

/** Write keys contain only what the user name of HTTP Basic can contain. */
export function checkWriteKey(writeKey: string): string {
  if (typeof writeKey !== 'string' || !/^[!-9;-~]+(:[!-9;-~]+)?$/.test(writeKey))
    throw new FieldError(
      'writeKey',
      'writeKey must be the write key of a source: printable ASCII without spaces.',
    );
  return writeKey;
}
