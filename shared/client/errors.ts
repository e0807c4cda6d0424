/** A field of a record, or an option, is invalid. Thrown by the call; nothing was queued. */
export class FieldError extends TypeError {
  /** The field's name as the caller wrote it, such as `userId`. */
  readonly field: string;

  constructor(field: string, message: string, cause?: unknown) {
    super(message, { cause });
    this.name = 'FieldError';
    this.field = field;
  }
}

/** The queue has reached `maxQueued` (D43). */
export class QueueFullError extends Error {
  readonly limit: number;

  constructor(limit: number) {
    super(
      `The queue is full: ${limit.toLocaleString('en')} messages. Await flush(), or call less often.`,
    );
    this.name = 'QueueFullError';
    this.limit = limit;
  }
}

/** The client was closed. */
export class ClosedError extends Error {
  constructor() {
    super('The client is closed. Create a new one.');
    this.name = 'ClosedError';
  }
}

/**
 * `rejected`: the endpoint rejected the messages. `attempts_used`: every attempt failed. `timeout`: the
 * time limit of `flush` or `close` expired; the messages may have arrived.
 */
export type DeliveryErrorCode = 'rejected' | 'attempts_used' | 'timeout';

interface DeliveryFacts {
  readonly code: DeliveryErrorCode;
  readonly count: number;
  readonly status: number | null;
  readonly attempts: number;
  readonly cause?: unknown;
}

/**
 * Messages were given up. Passed to `onError` with the messages; without `onError`, `flush` and `close`
 * reject with it.
 */
export class DeliveryError extends Error {
  readonly code: DeliveryErrorCode;
  /** Number of messages. */
  readonly count: number;
  /** HTTP status of the last response; null if there was none. */
  readonly status: number | null;
  readonly attempts: number;

  constructor(message: string, { code, count, status, attempts, cause }: DeliveryFacts) {
    super(message, { cause });
    this.name = 'DeliveryError';
    this.code = code;
    this.count = count;
    this.status = status;
    this.attempts = attempts;
  }
}

/** One error for all messages lost since the last flush. */
export function combined(errors: readonly DeliveryError[]): DeliveryError | null {
  const [first, ...others] = errors;
  if (first === undefined || others.length === 0) return first ?? null;
  const count = errors.reduce((sum, error) => sum + error.count, 0);
  return new DeliveryError(
    `${count.toLocaleString('en')} messages were not delivered. First reason: ${first.message}`,
    { code: first.code, count, status: first.status, attempts: first.attempts, cause: first },
  );
}
