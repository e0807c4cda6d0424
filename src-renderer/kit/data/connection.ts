/** Keeps one link to the core open and replaces it when it breaks. */
import { type ClientLink, mapEventIterator, ORPCError } from '@orpc/client';

/** A call that was not made, or `mayBeDone`: its response was lost. */
export class ConnectionProblem extends Error {
  constructor({ mayBeDone = false, cause }: { mayBeDone?: boolean; cause?: unknown } = {}) {
    super(
      mayBeDone
        ? 'The connection was lost before the response. Check whether it was done before you try again.'
        : 'Connection lost. Reconnecting…',
      { cause },
    );
    this.name = 'ConnectionProblem';
  }
}

/** One link to the core, from opening to end. */
export type CoreLink = ClientLink<Record<never, never>>;

/** Why a link ended: it broke, or the token is not valid. */
export type LinkEnd = 'lost' | 'unauthorized';

export interface OpenedLink {
  readonly link: CoreLink;
  /** Finishes once, when the link ends. */
  readonly ended: Promise<LinkEnd>;
  readonly close: () => void;
}

export type OpenLink = () => OpenedLink;

/** `connecting` only before the first link; later retries are `lost`. */
export type ConnectionState = 'connecting' | 'open' | LinkEnd;

/** Short at first to hide a restart of the core, then slower. */
const firstWaitMs = 250;
const maxWaitMs = 5_000;
/** A link whose first call takes longer is abandoned. */
const greetingTimeoutMs = 10_000;

export function reconnectDelayMs(failures: number): number {
  return Math.min(maxWaitMs, firstWaitMs * 2 ** Math.min(failures - 1, 10));
}

export interface ConnectionOptions {
  readonly openLink: OpenLink;
  /** The first call over a new link: the link counts as open once it returns. */
  readonly greet: (link: CoreLink, signal: AbortSignal) => Promise<unknown>;
  readonly wait?: (ms: number) => Promise<void>;
}

export class Connection {
  readonly #options: ConnectionOptions;
  readonly #listeners = new Set<(state: ConnectionState) => void>();
  #state: ConnectionState = 'connecting';
  #opened = Promise.withResolvers<CoreLink>();
  #retryNow = Promise.withResolvers<void>();
  #tried = Promise.withResolvers<ConnectionState>();
  #link: CoreLink | null = null;

  constructor(options: ConnectionOptions) {
    this.#options = options;
  }

  get state(): ConnectionState {
    return this.#state;
  }

  /** Calls the listener now and on every change; returns an unsubscribe function. */
  subscribe(listener: (state: ConnectionState) => void): () => void {
    this.#listeners.add(listener);
    listener(this.#state);
    return () => this.#listeners.delete(listener);
  }

  /** Runs for the life of the page. */
  async start(): Promise<never> {
    for (let failures = 1; ; failures += 1) {
      const opened = this.#options.openLink();
      if (await this.#greet(opened)) {
        failures = 0;
        this.#link = opened.link;
        this.#opened.resolve(opened.link);
        this.#become('open');
      }
      const end = await opened.ended;
      this.#link = null;
      this.#become(end);
      await this.#waitToRetry(end, failures);
    }
  }

  /** Retries now; resolves to the result. */
  tryNow(): Promise<ConnectionState> {
    this.#tried = Promise.withResolvers();
    this.#retryNow.resolve();
    return this.#tried.promise;
  }

  /** A link for calls: waits for the first connection, but not for a lost one. */
  readonly link: CoreLink = {
    call: async (path, input, options) => {
      const link = this.#state === 'connecting' ? await this.#opened.promise : this.#link;
      if (link === null) throw new ConnectionProblem();
      async function toError(error: unknown): Promise<unknown> {
        if (error instanceof ORPCError || options.signal?.aborted === true) return error;
        // In a task of its own, by which the state has changed: otherwise, a caller that retries would use the same link forever.
        await delay(0);
        return new ConnectionProblem({ mayBeDone: true, cause: error });
      }
      try {
        const output = await link.call(path, input, options);
        return isStream(output)
          ? mapEventIterator(output, {
              value: async (item) => item,
              error: toError,
            })
          : output;
      } catch (error) {
        throw await toError(error);
      }
    },
  };

  async #greet(opened: OpenedLink): Promise<boolean> {
    const signal = AbortSignal.timeout(greetingTimeoutMs);
    const ended = opened.ended.then(() => false);
    const greeted = this.#options.greet(opened.link, signal).then(
      () => true,
      () => false,
    );
    const greets = await Promise.race([greeted, ended]);
    // A rejected handshake may fail the call just before the close code arrives.
    if (!greets) setTimeout(() => opened.close(), firstWaitMs);
    return greets;
  }

  async #waitToRetry(end: LinkEnd, failures: number): Promise<void> {
    const wait = this.#options.wait ?? delay;
    this.#retryNow = Promise.withResolvers();
    // The same token would be rejected again and count as a guess.
    if (end === 'unauthorized') await this.#retryNow.promise;
    else
      await Promise.race([wait(reconnectDelayMs(Math.max(1, failures))), this.#retryNow.promise]);
  }

  #become(state: ConnectionState): void {
    this.#tried.resolve(state);
    if (state === this.#state) return;
    this.#state = state;
    for (const listener of this.#listeners) listener(state);
  }
}

const isStream = (output: unknown): output is AsyncIterator<unknown> =>
  typeof output === 'object' && output !== null && Symbol.asyncIterator in output;

function delay(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
