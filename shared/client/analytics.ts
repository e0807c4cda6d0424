import { platformFetch } from './deliver.ts';
import { library } from './library.ts';
import { log } from './log.ts';
import { writeMessage } from './message.ts';
import {
  checkWriteKey,
  type Options,
  readOptions,
  readTimeLimit,
  type TimeLimit,
} from './options.ts';
import { Outbox } from './outbox.ts';
import type { Alias, Group, Identify, Message, Page, Track } from './records.ts';
import { report } from './report.ts';

const outboxSettings = ({ size, endpoint, flushAt, flushAfter }: Required<Settings>) => ({
  endpoint,
  batchCount: Math.min(size, flushAt),
  flushAfterMs: flushAfter,
});

/** Time limit of `close` (D68). */
const defaultCloseMs = 30_000;

type Settings = Pick<Options, 'size' | 'endpoint' | 'flushAt' | 'flushAfter'>;

/**
 * Records events from server code. Calls queue in memory and return immediately; batches are sent in
 * the background (spec 1, 4.3).
 *
 * ```ts
 * const analytics = new Analytics('WRITE_KEY');
 * analytics.track({ userId: '019mr8mf4r', event: 'Order Completed' });
 * await analytics.close();
 * ```
 */
export class Analytics {
  readonly #outbox: Outbox;
  #options: ReturnType<typeof readOptions>;

  /** @throws {FieldError} that names an invalid write key or option. */
  constructor(writeKey: string, options: Options = {}) {
    const read = readOptions(options);
    this.#options = read;
    this.#outbox = new Outbox({
      writeKey: checkWriteKey(writeKey),
      fetch: read.fetch ?? platformFetch,
      settings: outboxSettings(read),
      maxQueued: read.maxQueued,
      envelope: (messageId) => ({
        sentAt: new Date().toISOString(),
        messageId,
        context: { library },
      }),
      finished: (messages, outcome) => report(read, messages, outcome),
    });
  }

  /** Messages queued before a flush. */
  get size(): number {
    return this.#options.size;
  }
  set size(size: number) {
    this.#change({ size });
  }

  /** Address of the service, without a path. */
  get endpoint(): string {
    return this.#options.endpoint;
  }
  set endpoint(endpoint: string) {
    this.#change({ endpoint });
  }

  /** Flush when this many messages are queued. */
  get flushAt(): number {
    return this.#options.flushAt;
  }
  set flushAt(flushAt: number) {
    this.#change({ flushAt });
  }

  /** Flush when this many milliseconds have passed since the last flush. */
  get flushAfter(): number {
    return this.#options.flushAfter;
  }
  set flushAfter(flushAfter: number) {
    this.#change({ flushAfter });
  }

  /**
   * Queues an identify message. All calls can throw a FieldError that names the invalid field of the
   * record, a QueueFullError or a ClosedError.
   */
  identify(record: Identify): void {
    this.#queue('identify', record);
  }

  /** Queues a track message. */
  track(record: Track): void {
    this.#queue('track', record);
  }

  /** Queues a page message. */
  page(record: Page): void {
    this.#queue('page', record);
  }

  /** Queues a group message. */
  group(record: Group): void {
    this.#queue('group', record);
  }

  /** Queues an alias message. */
  alias(record: Alias): void {
    this.#queue('alias', record);
  }

  /**
   * Sends all queued messages; resolves when each is delivered or given up. Those that are not delivered
   * within `timeoutMs` are given up; without it, there is no limit. Without `onError`, it rejects with a
   * DeliveryError if messages were given up.
   */
  async flush(limit: TimeLimit = {}): Promise<void> {
    await this.#outbox.flush(readTimeLimit('flush', limit));
  }

  /** Flushes within `timeoutMs`, 30 seconds by default, and accepts no more calls. */
  async close(limit: TimeLimit = {}): Promise<void> {
    await this.#outbox.close({ timeoutMs: defaultCloseMs, ...readTimeLimit('close', limit) });
  }

  #queue(type: Message['type'], record: unknown): void {
    const message = writeMessage(type, record);
    log('queued %s', type);
    this.#outbox.push(message);
  }

  #change(changed: Settings): void {
    this.#options = readOptions({ ...this.#options, ...changed });
    this.#outbox.configure(outboxSettings(this.#options));
  }
}
