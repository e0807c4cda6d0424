/** Follows the core's changes for as long as the page lives, across broken links and restarts. */
import type { Change, ChangeBatch, FollowRequest } from '#shared/schemas/change.ts';
import type { Ledger } from '#shared/schemas/ledger.ts';
import type { ConnectionState } from './connection.ts';
import { nothingPending, withBatch } from './pending-changes.ts';

/** Before asking again when the core has ended the feed although the link stands. */
const askAgainMs = 1_000;

export interface ChangeFeedOptions {
  readonly connection: { subscribe(listener: (state: ConnectionState) => void): () => void };
  readonly follow: (
    request: FollowRequest,
    options: { signal: AbortSignal },
  ) => Promise<AsyncIterable<ChangeBatch>>;
  /** Takes what has changed; called once per frame at most. */
  readonly apply: (changes: readonly Change[], ledger: Ledger) => void;
  /** Changes may have been missed: load everything that is on the screen afresh. */
  readonly reload: () => void;
  /** Runs the function before the next picture is drawn. */
  readonly nextFrame: (run: () => void) => void;
}

export class ChangeFeed {
  readonly #options: ChangeFeedOptions;
  #position: FollowRequest['after'];
  #pending = nothingPending;
  #frameAsked = false;
  #running: AbortController | null = null;

  constructor(options: ChangeFeedOptions) {
    this.#options = options;
  }

  start(): void {
    this.#options.connection.subscribe((state) => {
      this.#running?.abort();
      this.#running = state === 'open' ? new AbortController() : null;
      if (this.#running !== null) void this.#run(this.#running.signal);
    });
  }

  async #run(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      try {
        await this.#follow(signal);
      } catch {
        // A broken link aborts the signal; anything else is tried again.
      }
      if (!signal.aborted) await new Promise((resolve) => setTimeout(resolve, askAgainMs));
    }
  }

  async #follow(signal: AbortSignal): Promise<void> {
    const after = this.#position;
    const batches = await this.#options.follow(after === undefined ? {} : { after }, { signal });
    // Only now: what happens after the pages are read is certain to come over the feed.
    if (after === undefined) this.#options.reload();
    for await (const batch of batches) {
      if (signal.aborted) return;
      this.#take(batch);
    }
  }

  #take(batch: ChangeBatch): void {
    const restarted = this.#position !== undefined && this.#position.epoch !== batch.epoch;
    this.#position = { epoch: batch.epoch, number: batch.number };
    this.#pending = withBatch(this.#pending, batch);
    if (batch.resync || restarted) this.#options.reload();
    if (this.#frameAsked) return;
    this.#frameAsked = true;
    this.#options.nextFrame(() => this.#flush());
  }

  #flush(): void {
    const { byThing, ledger } = this.#pending;
    this.#frameAsked = false;
    this.#pending = nothingPending;
    if (ledger !== null) this.#options.apply([...byThing.values()], ledger);
  }
}
