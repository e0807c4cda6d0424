import type { IngestCode } from '#shared/schemas/message.ts';

/** Why a message or request is rejected (D6). */
export interface Invalid {
  readonly code: IngestCode;
  /** Names the field and the fix. */
  readonly message: string;
}

/** Thrown and caught within validation, so that the rules stay simple. */
export class InvalidMessage extends Error {
  readonly invalid: Invalid;

  constructor(code: IngestCode, message: string) {
    super(message);
    this.invalid = { code, message };
  }
}
