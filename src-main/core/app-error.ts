import type { FieldIssue } from '#shared/contract/errors.ts';

/** An expected refusal of an operation: the sentence is shown to the user as it is. */
export class AppError extends Error {
  readonly code:
    | 'bad_request'
    | 'not_found'
    | 'conflict'
    | 'job_state'
    | 'unavailable'
    | 'too_many_subscribers';
  /** The fields at fault; empty unless the code is `bad_request`. */
  readonly issues: readonly FieldIssue[];

  constructor(code: AppError['code'], message: string, issues: readonly FieldIssue[] = []) {
    super(message);
    this.name = 'AppError';
    this.code = code;
    this.issues = issues;
  }
}

/** The refusal of one field. */
export const fieldError = (path: FieldIssue['path'], message: string): AppError =>
  new AppError('bad_request', message, [{ path, message }]);
