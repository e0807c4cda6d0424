/** The errors a user of the library can meet, and what each of them tells. */

/** A field of a record, or an option, is not as it must be; thrown at once, nothing was queued. */
export class FieldError extends TypeError {
  /** The field's name as the caller wrote it, such as `userId`. */
  readonly field: string;

  constructor(field: string, message: string, cause?: unknown) {
    super(message, { cause });
    this.name = 'FieldError';
    this.field = field;
  }
}

/** So many messages wait to be delivered that no more are taken (D43). */
export class QueueFullError extends Error {
  readonly limit: number;

  constructor(limit: number) {
    super(
      `${limit.toLocaleString('en')} messages wait to be delivered: await flush(), or call less often.`,
    );
    this.name = 'QueueFullError';
    this.limit = limit;
  }
}

/** The client was closed. */
export class ClosedError extends Error {
  constructor() {
    super('The client is closed: create another one.');
    this.name = 'ClosedError';
  }
}

/** Messages were given up: handed to `onError` with those messages, never thrown. */
export class DeliveryError extends Error {
  /** HTTP status of the last answer; null when there was none. */
  readonly status: number | null;
  /** How often it was tried. */
  readonly attempts: number;

  constructor(message: string, status: number | null, attempts: number, cause?: unknown) {
    super(message, { cause });
    this.name = 'DeliveryError';
    this.status = status;
    this.attempts = attempts;
  }
}
