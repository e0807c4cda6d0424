/** Messages on their way: gathered into batches, and delivered one batch after the other (D40, D43). */
import { byteLength } from './byte-length.ts';
import { type Door, deliver, type Outcome } from './deliver.ts';
import { ClosedError, QueueFullError } from './errors.ts';
import { maxBatchMessages, maxRequestBytes } from './limits.ts';
import { log } from './log.ts';
import type { MessageText } from './message.ts';
import { randomUuid } from './random-uuid.ts';

export interface OutboxSettings {
  readonly endpoint: string;
  /** Messages that make a batch full. */
  readonly batchCount: number;
  /** Longest time between two flushes while messages wait. */
  readonly flushAfterMs: number;
}

export interface OutboxOptions extends Pick<Door, 'writeKey' | 'fetch'> {
  readonly settings: OutboxSettings;
  /** Messages held at most, until they are delivered or given up. */
  readonly maxQueued: number;
  /** What a request says besides its batch, asked for at every attempt; always of one length. */
  readonly envelope: (batchId: string) => object;
  /** Told how a batch ended, in the order in which they were flushed. */
  readonly settled: (messages: readonly string[], outcome: Outcome) => void;
}

/** Writes a request around messages that are JSON already. */
export function writeBody(messages: readonly string[], envelope: object): string {
  const more = JSON.stringify(envelope).slice(1, -1);
  return `{"batch":[${messages.join(',')}]${more === '' ? '' : ','}${more}}`;
}

export class Outbox {
  readonly #options: OutboxOptions;
  readonly #giveUp = new AbortController();
  readonly #emptyBytes: number;
  #settings: OutboxSettings;
  #messages: string[] = [];
  #bytes: number;
  #held = 0;
  #lastFlushAt = performance.now();
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** Settles with the last batch; each waits for the one before, so that their order is kept. */
  #tail = Promise.resolve();
  #isClosed = false;

  constructor(options: OutboxOptions) {
    this.#options = options;
    this.#settings = options.settings;
    this.#emptyBytes = byteLength(writeBody([], options.envelope(randomUuid())));
    this.#bytes = this.#emptyBytes;
  }

  /** Takes effect at once, on what is queued too; a batch under way goes on at the new endpoint. */
  configure(settings: OutboxSettings): void {
    this.#settings = settings;
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#flushIfDue();
  }

  /** Queues a message. Throws when the outbox is full or closed. */
  push({ json, bytes }: MessageText): void {
    if (this.#isClosed) throw new ClosedError();
    if (this.#held >= this.#options.maxQueued) throw new QueueFullError(this.#options.maxQueued);
    const comma = this.#messages.length === 0 ? 0 : 1;
    if (comma === 1 && this.#bytes + comma + bytes > maxRequestBytes) this.#flush();
    this.#bytes += bytes + (this.#messages.length === 0 ? 0 : 1);
    this.#messages.push(json);
    this.#held += 1;
    this.#flushIfDue();
  }

  /** Sends what is queued; resolves when it, and all before it, is delivered or given up. */
  flush(): Promise<void> {
    this.#flush();
    return this.#tail;
  }

  /** As flush, and takes no more. */
  close(): Promise<void> {
    this.#isClosed = true;
    return this.flush();
  }

  /** As close, but tries nothing any more: only a request that is under way is waited for. */
  abandon(): Promise<void> {
    this.#giveUp.abort();
    return this.close();
  }

  #flushIfDue(): void {
    const full = Math.min(this.#settings.batchCount, maxBatchMessages);
    if (this.#messages.length >= full) this.#flush();
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
    const door = {
      writeKey,
      fetch,
      endpoint: () => this.#settings.endpoint,
      signal: this.#giveUp.signal,
    };
    const outcome = await deliver(door, () => writeBody(messages, envelope(batchId)));
    this.#held -= messages.length;
    settled(messages, outcome);
  }
}
