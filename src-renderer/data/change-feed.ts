/** Follows the core's changes for as long as the page lives, across broken links and restarts. */
import type { Change, ChangeBatch, FollowRequest } from '#shared/schemas/change.ts';
import type { ConnectionState } from './connection.ts';
import { nothingPending, type Standing, withBatch } from './pending-changes.ts';

/** Before asking again when the core has ended the feed although the link stands. */
const askAgainMs = 1_000;

export interface ChangeFeedOptions {
  readonly connection: { subscribe(listener: (state: ConnectionState) => void): () => void };
  /** The batches end, or fail, with the link they come over. */
  readonly follow: (request: FollowRequest) => Promise<AsyncIterable<ChangeBatch>>;
  /** Takes what has changed; called once per frame at most. */
  readonly apply: (changes: readonly Change[], standing: Standing) => void;
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
  /** Counts the links: what still comes over an earlier one is not taken. */
  #link = 0;

  constructor(options: ChangeFeedOptions) {
    this.#options = options;
  }

  start(): void {
    this.#options.connection.subscribe((state) => {
      this.#link += 1;
      if (state === 'open') void this.#run(this.#link);
    });
  }

  async #run(link: number): Promise<void> {
    while (link === this.#link) {
      try {
        await this.#follow(link);
      } catch {
        // The link broke, which its state tells; or else it is asked again.
      }
      if (link === this.#link) await new Promise((resolve) => setTimeout(resolve, askAgainMs));
    }
  }

  async #follow(link: number): Promise<void> {
    const after = this.#position;
    const batches = await this.#options.follow(after === undefined ? {} : { after });
    // Only now: what happens after the pages are read is certain to come over the feed.
    if (after === undefined) this.#options.reload();
    for await (const batch of batches) {
      if (link !== this.#link) return;
      this.#take(batch);
    }
  }

  #take(batch: ChangeBatch): void {
    const restarted = this.#position !== undefined && this.#position.epoch !== batch.epoch;
    this.#position = { epoch: batch.epoch, number: batch.number };
    this.#pending = withBatch(this.#pending, batch, Date.now());
    if (batch.resync || restarted) this.#options.reload();
    if (this.#frameAsked) return;
    this.#frameAsked = true;
    this.#options.nextFrame(() => this.#flush());
  }

  #flush(): void {
    const { byThing, standing } = this.#pending;
    this.#frameAsked = false;
    this.#pending = nothingPending;
    if (standing !== null) this.#options.apply([...byThing.values()], standing);
  }
}
