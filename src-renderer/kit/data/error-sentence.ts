/** Error text for the user, from any thrown value. */
import { ORPCError } from '@orpc/client';
import { errorText } from '#shared/kit/error-text.ts';
import { ErrorData, type FieldIssue } from '#shared/kit/operation-errors.ts';
import { FileProblem } from '#shared/kit/transfer.ts';
import { ConnectionProblem } from './connection.ts';

const unexpected = 'Unexpected error. Check the log.';

const dataOf = (error: ORPCError<string, unknown>): ErrorData => {
  const data = ErrorData.safeParse(error.data);
  return data.success ? data.data : {};
};

/** Rejected fields and their messages; empty if the error is about no field. */
export function fieldIssuesOf(error: unknown): readonly FieldIssue[] {
  if (!(error instanceof ORPCError) || error.code !== 'bad_request') return [];
  const { issues = [] } = dataOf(error);
  return issues.map((issue) => ({ path: issue.path, message: errorText(issue) }));
}

export function errorSentence(error: unknown): string {
  if (error instanceof ConnectionProblem || error instanceof FileProblem) return error.message;
  if (!(error instanceof ORPCError)) return unexpected;
  const [issue] = fieldIssuesOf(error);
  if (issue !== undefined) return issue.message;
  // Undeclared errors have no text for users.
  return error.code === 'internal_server_error'
    ? unexpected
    : errorText({ message: error.message, fix: dataOf(error).fix });
}

/** The stable code of an error, such as `not_found`. */
export const errorCode = (error: unknown): string =>
  error instanceof ORPCError
    ? error.code
    : error instanceof ConnectionProblem
      ? 'no_connection'
      : 'unexpected';

/** False if the link broke. */
export const isFromCore = (error: unknown): boolean => error instanceof ORPCError;

export function isNotFound(error: unknown): boolean {
  return error instanceof ORPCError && error.code === 'not_found';
}
