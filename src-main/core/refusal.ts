import type { FieldIssue } from '#shared/contract/errors.ts';

/** An expected refusal of an operation: the sentence is shown to the user as it is. */
export class Refusal extends Error {
  readonly code: 'bad_request' | 'not_found' | 'conflict' | 'unavailable' | 'too_many_subscribers';
  /** The fields at fault; empty unless the code is `bad_request`. */
  readonly issues: readonly FieldIssue[];

  constructor(code: Refusal['code'], message: string, issues: readonly FieldIssue[] = []) {
    super(message);
    this.name = 'Refusal';
    this.code = code;
    this.issues = issues;
  }
}

/** The refusal of one field. */
export const refusedField = (path: FieldIssue['path'], message: string): Refusal =>
  new Refusal('bad_request', message, [{ path, message }]);
