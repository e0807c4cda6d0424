/** Keeps one link to the core open, and opens the next one when it breaks. */
import { type ClientLink, ORPCError } from '@orpc/client';

/** A call that could not reach the core, or whose answer did not come back. */
export class ConnectionProblem extends Error {
  constructor(options?: ErrorOptions) {
    super(
      'The connection to Hookwright is lost. It comes back by itself; then try again.',
      options,
    );
    this.name = 'ConnectionProblem';
  }
}

/** One way to the core, from its opening to its end. */
export type CoreLink = ClientLink<Record<never, never>>;

/** Why a link ended: it broke, or the core knows no such token (any more). */
export type LinkEnd = 'lost' | 'unauthorised';

export interface OpenedLink {
  readonly link: CoreLink;
  /** Settles once, when the link has ended. */
  readonly ended: Promise<LinkEnd>;
  readonly close: () => void;
}

export type OpenLink = () => OpenedLink;

/** `connecting` is the first time only; after that, trying again is part of being `lost`. */
export type ConnectionState = 'connecting' | 'open' | LinkEnd;

/** Short at first, so that a restart of the core is hardly noticed; then calm. */
const firstWaitMs = 250;
const longestWaitMs = 5_000;
/** A link that takes longer than this to answer its first call is given up. */
const greetingTimeOutMs = 10_000;

export function waitBeforeTry(failures: number): number {
  return Math.min(longestWaitMs, firstWaitMs * 2 ** Math.min(failures - 1, 10));
}

export interface ConnectionOptions {
  readonly openLink: OpenLink;
  /** The first call over a new link: only when it is answered does the link count as open. */
  readonly greet: (link: CoreLink, signal: AbortSignal) => Promise<unknown>;
  readonly wait?: (ms: number) => Promise<void>;
}

export class Connection {
  readonly #options: ConnectionOptions;
  readonly #listeners = new Set<(state: ConnectionState) => void>();
  #state: ConnectionState = 'connecting';
  #opened = Promise.withResolvers<CoreLink>();
  #nudge = Promise.withResolvers<void>();
  #tried = Promise.withResolvers<ConnectionState>();
  #link: CoreLink | null = null;

  constructor(options: ConnectionOptions) {
    this.#options = options;
  }

  get state(): ConnectionState {
    return this.#state;
  }

  /** Tells the state now and whenever it changes; returns how to stop listening. */
  subscribe(listener: (state: ConnectionState) => void): () => void {
    this.#listeners.add(listener);
    listener(this.#state);
    return () => this.#listeners.delete(listener);
  }

  /** Runs for as long as the page lives. */
  async start(): Promise<never> {
    for (let failures = 1; ; failures += 1) {
      const opened = this.#options.openLink();
      if (await this.#greets(opened)) {
        failures = 0;
        this.#link = opened.link;
        this.#opened.resolve(opened.link);
        this.#become('open');
      }
      const end = await opened.ended;
      this.#link = null;
      this.#become(end);
      await this.#pause(end, failures);
    }
  }

  /** Retries at once; resolves with the result. */
  tryNow(): Promise<ConnectionState> {
    this.#tried = Promise.withResolvers();
    this.#nudge.resolve();
    return this.#tried.promise;
  }

  /** A link for calls: waits for the first connection, but not for a lost one to come back. */
  readonly link: CoreLink = {
    call: async (path, input, options) => {
      const link = this.#state === 'connecting' ? await this.#opened.promise : this.#link;
      if (link === null) throw new ConnectionProblem();
      try {
        return await link.call(path, input, options);
      } catch (error) {
        if (error instanceof ORPCError || options.signal?.aborted === true) throw error;
        throw new ConnectionProblem({ cause: error });
      }
    },
  };

  async #greets(opened: OpenedLink): Promise<boolean> {
    const signal = AbortSignal.timeout(greetingTimeOutMs);
    const ended = opened.ended.then(() => false);
    const greeted = this.#options.greet(opened.link, signal).then(
      () => true,
      () => false,
    );
    const greets = await Promise.race([greeted, ended]);
    // A refused handshake may reject the call just before the close, and its code, arrives.
    if (!greets) setTimeout(() => opened.close(), firstWaitMs);
    return greets;
  }

  async #pause(end: LinkEnd, failures: number): Promise<void> {
    const wait = this.#options.wait ?? passTime;
    this.#nudge = Promise.withResolvers();
    // The same token would be rejected again and count as a guess.
    if (end === 'unauthorised') await this.#nudge.promise;
    else await Promise.race([wait(waitBeforeTry(Math.max(1, failures))), this.#nudge.promise]);
  }

  #become(state: ConnectionState): void {
    this.#tried.resolve(state);
    if (state === this.#state) return;
    this.#state = state;
    for (const listener of this.#listeners) listener(state);
  }
}

function passTime(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
