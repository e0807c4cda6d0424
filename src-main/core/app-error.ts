import type { ErrorCode, FieldIssue } from '#shared/contract/errors.ts';
import { errorText, fieldName, notFoundText } from '#shared/labels/errors.ts';
import type { ListenProblem } from '#shared/schemas/problem.ts';

interface ErrorDetails {
  /** How to fix it, as a short sentence. */
  readonly fix?: string | undefined;
  /** The invalid fields. Only for `bad_request`. */
  readonly issues?: readonly FieldIssue[] | undefined;
  /** Shown by the endpoint that could not start. */
  readonly problem?: ListenProblem | undefined;
}

/** An expected error, returned to the caller as it is. */
export class AppError extends Error {
  readonly code: ErrorCode;
  readonly field: string | undefined;
  readonly fix: string | undefined;
  readonly issues: readonly FieldIssue[];
  readonly problem: ListenProblem | undefined;

  constructor(code: ErrorCode, message: string, { fix, issues = [], problem }: ErrorDetails = {}) {
    super(message);
    this.name = 'AppError';
    this.code = code;
    this.fix = fix ?? issues[0]?.fix;
    this.issues = issues;
    this.problem = problem;
    this.field = issues[0] && fieldName(issues[0].path);
  }
}

export const notFound = (noun: string): AppError => new AppError('not_found', notFoundText(noun));

export const fieldError = (path: FieldIssue['path'], message: string, fix?: string): AppError =>
  new AppError('bad_request', message, { issues: [{ path, message, ...(fix && { fix }) }] });

export const fieldErrors = (issues: readonly FieldIssue[]): AppError =>
  new AppError('bad_request', issues.map(errorText).join(' '), { issues });
