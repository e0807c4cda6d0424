/** Queues messages, and delivers them in batches, one batch at a time (D40, D43). */

import { type Connection, deliver, type Outcome } from './deliver.ts';
import { ClosedError, combined, type DeliveryError, QueueFullError } from './errors.ts';
import { byteLength, maxBatchMessages, maxRequestBytes } from './limits.ts';
import { log } from './log.ts';
import type { MessageText } from './message.ts';
import type { TimeLimit } from './options.ts';
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
  /** Called when a batch is delivered or given up, in the order of the flushes. Returns errors that nothing reported. */
  readonly finished: (messages: readonly string[], outcome: Outcome) => readonly DeliveryError[];
}

/** Ends the attempts of a batch, and its request in flight. */
interface Batch {
  readonly attempts: AbortController;
  readonly request: AbortController;
}

/** Writes the request body around messages in JSON. */
export function writeBody(messages: readonly string[], envelope: object): string {
  const fields = JSON.stringify(envelope).slice(1, -1);
  return `{"batch":[${messages.join(',')}]${fields === '' ? '' : ','}${fields}}`;
}

export class Outbox {
  readonly #options: OutboxOptions;
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
  /** Batches that are queued or in flight, oldest first. */
  #batches: readonly Batch[] = [];
  #unreported: readonly DeliveryError[] = [];

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

  /**
   * Sends the queued messages; resolves when every message is delivered or given up, which they are at
   * the end of the time limit (D68). Rejects with losses that nothing reported.
   */
  async flush({ timeoutMs }: TimeLimit = {}): Promise<void> {
    this.#flush();
    const batches = this.#batches;
    const giveUp = () => {
      for (const { attempts, request } of batches) {
        attempts.abort();
        request.abort();
      }
    };
    const timer = timeoutMs === undefined ? undefined : setTimeout(giveUp, timeoutMs);
    await this.#tail;
    clearTimeout(timer);
    const lost = combined(this.#unreported);
    this.#unreported = [];
    if (lost !== null) throw lost;
  }

  /** Flushes, and accepts no more messages. */
  close(limit: TimeLimit): Promise<void> {
    this.#isClosed = true;
    return this.flush(limit);
  }

  /** Closes without further attempts; only the request in flight is finished. */
  abandon(): Promise<void> {
    this.#isClosed = true;
    this.#flush();
    for (const { attempts } of this.#batches) attempts.abort();
    return this.flush();
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
    const batch = { attempts: new AbortController(), request: new AbortController() };
    this.#batches = [...this.#batches, batch];
    this.#tail = this.#tail.then(() => this.#deliver(messages, batch));
  }

  async #deliver(messages: readonly string[], batch: Batch): Promise<void> {
    const { writeKey, fetch, envelope, finished } = this.#options;
    const batchId = randomUuid();
    const connection = {
      writeKey,
      fetch,
      endpoint: () => this.#settings.endpoint,
      signal: batch.attempts.signal,
      requestSignal: batch.request.signal,
    };
    const outcome = await deliver(connection, () => writeBody(messages, envelope(batchId)));
    this.#pendingCount -= messages.length;
    this.#batches = this.#batches.filter((other) => other !== batch);
    this.#unreported = [...this.#unreported, ...finished(messages, outcome)];
  }
}
