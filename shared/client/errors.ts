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

/** Messages were given up. Passed to `onError` with the messages, never thrown. */
export class DeliveryError extends Error {
  /** HTTP status of the last response; null if there was none. */
  readonly status: number | null;
  readonly attempts: number;

  constructor(message: string, status: number | null, attempts: number, cause?: unknown) {
    super(message, { cause });
    this.name = 'DeliveryError';
    this.status = status;
    this.attempts = attempts;
  }
}
