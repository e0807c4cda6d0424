/** From whatever a call threw to the sentence the user reads. */
import { ORPCError } from '@orpc/client';
import { ErrorData, type FieldIssue } from '#shared/contract/errors.ts';
import { errorText } from '#shared/labels/errors.ts';
import { ConnectionProblem } from './connection.ts';

const unexpected = 'Something unexpected went wrong. The log of the program says more.';

const dataOf = (error: ORPCError<string, unknown>): ErrorData => {
  const data = ErrorData.safeParse(error.data);
  return data.success ? data.data : {};
};

/** The fields that were rejected, with the text for each; empty when it was not about fields. */
export function fieldIssuesOf(error: unknown): readonly FieldIssue[] {
  if (!(error instanceof ORPCError) || error.code !== 'bad_request') return [];
  const { issues = [] } = dataOf(error);
  return issues.map((issue) => ({ path: issue.path, message: errorText(issue) }));
}

export function errorSentence(error: unknown): string {
  if (error instanceof ConnectionProblem) return error.message;
  if (!(error instanceof ORPCError)) return unexpected;
  const [issue] = fieldIssuesOf(error);
  if (issue !== undefined) return issue.message;
  // What is not declared in the contract has no sentence meant for the user.
  return error.code === 'internal_server_error'
    ? unexpected
    : errorText({ message: error.message, fix: dataOf(error).fix });
}

/** The core was reached and has said no: asking again comes to the same. */
export function isAnswer(error: unknown): boolean {
  return error instanceof ORPCError;
}

export function isNotFound(error: unknown): boolean {
  return error instanceof ORPCError && error.code === 'not_found';
}
