import { errorText, fieldName, notFoundText } from '#shared/kit/error-text.ts';
import type { ErrorCode, FieldIssue } from '#shared/kit/operation-errors.ts';
import type { ListenProblem } from '#shared/kit/problem.ts';

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

/** Throws an AppError if there are problems. */
export function checkIssues(issues: readonly FieldIssue[]): void {
  const [first, second] = issues;
  if (first === undefined) return;
  throw second === undefined
    ? fieldError(first.path, first.message, first.fix)
    : fieldErrors(issues);
}

/** Codes of SQLite, including extended ones, and of the sync after a commit. */
const diskCodes = /^(SQLITE_(FULL|IOERR|READONLY|BUSY)|ENOSPC$|EDQUOT$|EIO$|EROFS$)/;

/** The code of such an error; null for any other. */
export function diskCodeOf(error: unknown): string | null {
  const code =
    typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : '';
  return diskCodes.test(code) ? code : null;
}
