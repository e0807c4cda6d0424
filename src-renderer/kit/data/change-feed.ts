/** Follows the core's changes for the life of the page, across broken links and restarts. */
import type { Change, ChangeBatch, ChangesRequest } from '#shared/changes.ts';
import type { ClockState } from '#shared/clock/clock.ts';
import type { Ledger } from '#shared/deliveries/ledger.ts';
import type { ConnectionState } from './connection.ts';

/** Wait before resubscribing if the core ends the feed on an open link. */
const resubscribeDelayMs = 1_000;

/** Sent with every batch. */
export interface FeedStatus {
  readonly ledger: Ledger;
  readonly clock: ClockState;
  /** Local time of arrival; the clock has advanced since. */
  readonly receivedAt: number;
}

export interface ChangeFeedOptions {
  readonly connection: { subscribe(listener: (state: ConnectionState) => void): () => void };
  /** Batches end or fail with their link. */
  readonly follow: (request: ChangesRequest) => Promise<AsyncIterable<ChangeBatch>>;
  /** Called once changes arrive, so that data read from now on stays current. */
  readonly onFollowing: () => void;
  /** Applies changes; called at most once per frame. */
  readonly apply: (changes: readonly Change[], status: FeedStatus) => void;
  /** Called after missed changes: loaded data may be stale. */
  readonly reload: () => void;
  /** Runs the function before the next frame. */
  readonly nextFrame: (run: () => void) => void;
}

export class ChangeFeed {
  readonly #options: ChangeFeedOptions;
  #position: ChangesRequest['after'];
  #changes: Change[] = [];
  #status: FeedStatus | null = null;
  /** Counts links, to ignore batches of earlier ones. */
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
        // A broken link is reported by its state; otherwise resubscribe.
      }
      if (link === this.#link)
        await new Promise((resolve) => setTimeout(resolve, resubscribeDelayMs));
    }
  }

  async #follow(link: number): Promise<void> {
    const after = this.#position;
    const batches = await this.#options.follow(after === undefined ? {} : { after });
    // Data read before the first change may be older than it.
    if (after === undefined) this.#options.reload();
    this.#options.onFollowing();
    for await (const batch of batches) {
      if (link !== this.#link) return;
      this.#accept(batch);
    }
  }

  #accept(batch: ChangeBatch): void {
    const restarted = this.#position !== undefined && this.#position.epoch !== batch.epoch;
    this.#position = { epoch: batch.epoch, number: batch.number };
    if (batch.resync || restarted) this.#options.reload();
    const isFrameRequested = this.#status !== null;
    this.#changes.push(...batch.changes);
    this.#status = { ledger: batch.ledger, clock: batch.clock, receivedAt: Date.now() };
    if (!isFrameRequested) this.#options.nextFrame(() => this.#flush());
  }

  #flush(): void {
    const [changes, status] = [this.#changes, this.#status];
    this.#changes = [];
    this.#status = null;
    if (status !== null) this.#options.apply(changes, status);
  }
}
