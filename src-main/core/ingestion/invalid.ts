import type { IngestCode } from '#shared/schemas/message.ts';

/** Why a message or request is refused at the door (D6). */
export interface Invalid {
  readonly code: IngestCode;
  /** A sentence that names the field and the fix. */
  readonly message: string;
}

/** Thrown within validation and caught at its edge, so that rules read as plain steps. */
export class InvalidMessage extends Error {
  readonly invalid: Invalid;

  constructor(code: IngestCode, message: string) {
    super(message);
    this.invalid = { code, message };
  }
}
