/** Follows the core's changes for as long as the page lives, across broken links and restarts. */
import type { Change, ChangeBatch, FollowRequest } from '#shared/schemas/change.ts';
import type { ClockState } from '#shared/schemas/clock.ts';
import type { Ledger } from '#shared/schemas/ledger.ts';
import type { ConnectionState } from './connection.ts';

/** Before asking again when the core has ended the feed although the link stands. */
const askAgainMs = 1_000;

/** What every batch tells beside the changes. */
export interface Standing {
  readonly ledger: Ledger;
  readonly clock: ClockState;
  /** This machine's time when it came: the clock has gone on since. */
  readonly receivedAt: number;
}

export interface ChangeFeedOptions {
  readonly connection: { subscribe(listener: (state: ConnectionState) => void): () => void };
  /** The batches end, or fail, with the link they come over. */
  readonly follow: (request: FollowRequest) => Promise<AsyncIterable<ChangeBatch>>;
  /** Changes come from here on: what is read now is kept current. */
  readonly onFollowing: () => void;
  /** Takes what has changed; called once per frame at most. */
  readonly apply: (changes: readonly Change[], standing: Standing) => void;
  /** Changes were missed: what was read before is no longer certain. */
  readonly reload: () => void;
  /** Runs the function before the next picture is drawn. */
  readonly nextFrame: (run: () => void) => void;
}

export class ChangeFeed {
  readonly #options: ChangeFeedOptions;
  #position: FollowRequest['after'];
  #changes: Change[] = [];
  #standing: Standing | null = null;
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
    // What was read before the first change is told may be older than it.
    if (after === undefined) this.#options.reload();
    this.#options.onFollowing();
    for await (const batch of batches) {
      if (link !== this.#link) return;
      this.#take(batch);
    }
  }

  #take(batch: ChangeBatch): void {
    const restarted = this.#position !== undefined && this.#position.epoch !== batch.epoch;
    this.#position = { epoch: batch.epoch, number: batch.number };
    if (batch.resync || restarted) this.#options.reload();
    const isAsked = this.#standing !== null;
    this.#changes.push(...batch.changes);
    this.#standing = { ledger: batch.ledger, clock: batch.clock, receivedAt: Date.now() };
    if (!isAsked) this.#options.nextFrame(() => this.#flush());
  }

  #flush(): void {
    const [changes, standing] = [this.#changes, this.#standing];
    this.#changes = [];
    this.#standing = null;
    if (standing !== null) this.#options.apply(changes, standing);
  }
}
