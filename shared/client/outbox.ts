/** Queues messages, and delivers them in batches, one batch at a time (D40, D43). */
import { byteLength } from './byte-length.ts';
import { type Connection, deliver, type Outcome } from './deliver.ts';
import { ClosedError, QueueFullError } from './errors.ts';
import { maxBatchMessages, maxRequestBytes } from './limits.ts';
import { log } from './log.ts';
import type { MessageText } from './message.ts';
import { randomUuid } from './random-uuid.ts';

export interface OutboxSettings {
  readonly endpoint: string;
  /** Messages in a full batch. */
  readonly batchCount: number;
  /** Maximum time between two flushes while messages are queued. */
  readonly flushAfterMs: number;
}

export interface OutboxOptions extends Pick<Connection, 'writeKey' | 'fetch'> {
  readonly settings: OutboxSettings;
  /** Maximum messages that are neither delivered nor given up. */
  readonly maxQueued: number;
  /** The other fields of a request, called for every attempt. The JSON always has the same length. */
  readonly envelope: (batchId: string) => object;
  /** Called when a batch is delivered or given up, in the order of the flushes. */
  readonly settled: (messages: readonly string[], outcome: Outcome) => void;
}

/** Writes the request body around messages in JSON. */
export function writeBody(messages: readonly string[], envelope: object): string {
  const fields = JSON.stringify(envelope).slice(1, -1);
  return `{"batch":[${messages.join(',')}]${fields === '' ? '' : ','}${fields}}`;
}

export class Outbox {
  readonly #options: OutboxOptions;
  readonly #abandoned = new AbortController();
  readonly #emptyBytes: number;
  #settings: OutboxSettings;
  #messages: string[] = [];
  #bytes: number;
  #pendingCount = 0;
  #lastFlushAt = performance.now();
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** Resolves with the last batch. Each batch waits for the previous one, to keep the order. */
  #tail = Promise.resolve();
  #isClosed = false;

  constructor(options: OutboxOptions) {
    this.#options = options;
    this.#settings = options.settings;
    this.#emptyBytes = byteLength(writeBody([], options.envelope(randomUuid())));
    this.#bytes = this.#emptyBytes;
  }

  /** Applies to queued messages too; a batch in flight retries at the new endpoint. */
  configure(settings: OutboxSettings): void {
    this.#settings = settings;
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#flushIfDue();
  }

  /** Queues a message. Throws when the outbox is full or closed. */
  push({ json, bytes }: MessageText): void {
    if (this.#isClosed) throw new ClosedError();
    if (this.#pendingCount >= this.#options.maxQueued)
      throw new QueueFullError(this.#options.maxQueued);
    const comma = this.#messages.length === 0 ? 0 : 1;
    if (comma === 1 && this.#bytes + comma + bytes > maxRequestBytes) this.#flush();
    this.#bytes += bytes + (this.#messages.length === 0 ? 0 : 1);
    this.#messages.push(json);
    this.#pendingCount += 1;
    this.#flushIfDue();
  }

  /** Sends the queued messages; resolves when every message is delivered or given up. */
  flush(): Promise<void> {
    this.#flush();
    return this.#tail;
  }

  /** Flushes, and accepts no more messages. */
  close(): Promise<void> {
    this.#isClosed = true;
    return this.flush();
  }

  /** Closes without further attempts; only the request in flight is finished. */
  abandon(): Promise<void> {
    this.#abandoned.abort();
    return this.close();
  }

  #flushIfDue(): void {
    const batchCount = Math.min(this.#settings.batchCount, maxBatchMessages);
    if (this.#messages.length >= batchCount) this.#flush();
    else if (this.#messages.length > 0) this.#timer ??= this.#flushLater();
  }

  #flushLater(): ReturnType<typeof setTimeout> {
    const dueAt = this.#lastFlushAt + this.#settings.flushAfterMs;
    return setTimeout(() => this.#flush(), Math.max(0, dueAt - performance.now()));
  }

  #flush(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#lastFlushAt = performance.now();
    if (this.#messages.length === 0) return;
    const messages = this.#messages;
    this.#messages = [];
    this.#bytes = this.#emptyBytes;
    log('flushing %d', messages.length);
    this.#tail = this.#tail.then(() => this.#deliver(messages));
  }

  async #deliver(messages: readonly string[]): Promise<void> {
    const { writeKey, fetch, envelope, settled } = this.#options;
    const batchId = randomUuid();
    const connection = {
      writeKey,
      fetch,
      endpoint: () => this.#settings.endpoint,
      signal: this.#abandoned.signal,
    };
    const outcome = await deliver(connection, () => writeBody(messages, envelope(batchId)));
    this.#pendingCount -= messages.length;
    settled(messages, outcome);
  }
}
