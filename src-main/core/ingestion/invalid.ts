import type { IngestCode } from '#shared/schemas/message.ts';
import type { RejectionProblem } from '#shared/schemas/rejection.ts';

/** Why a message or request is rejected: the code of the response (D6), and the reason. */
export interface Invalid {
  readonly code: IngestCode;
  readonly problem: RejectionProblem;
}

/** Thrown and caught within validation, so that the rules stay simple. */
export class InvalidMessage extends Error {
  readonly invalid: Invalid;

  constructor(code: IngestCode, problem: RejectionProblem) {
    super(problem.code);
    this.invalid = { code, problem };
  }
}
