/** From whatever a call threw to the sentence the user reads. */
import { ORPCError } from '@orpc/client';
import { z } from 'zod';
import { FieldIssue } from '#shared/contract/errors.ts';
import { ConnectionProblem } from './connection.ts';

const unexpected = 'Something unexpected went wrong. The log of the program says more.';
const AppError = z.object({ issues: z.array(FieldIssue) });

/** The fields that were refused, with the sentence for each; empty when it was not about fields. */
export function fieldIssuesOf(error: unknown): readonly FieldIssue[] {
  if (!(error instanceof ORPCError) || error.code !== 'BAD_REQUEST') return [];
  const refusal = AppError.safeParse(error.data);
  return refusal.success ? refusal.data.issues : [];
}

export function errorSentence(error: unknown): string {
  if (error instanceof ConnectionProblem) return error.message;
  if (!(error instanceof ORPCError)) return unexpected;
  const [issue] = fieldIssuesOf(error);
  if (issue !== undefined) return issue.message;
  // What is not declared in the contract has no sentence meant for the user.
  return error.code === 'INTERNAL_SERVER_ERROR' ? unexpected : error.message;
}

/** The core was reached and has said no: asking again comes to the same. */
export function isAnswer(error: unknown): boolean {
  return error instanceof ORPCError;
}

export function isNotFound(error: unknown): boolean {
  return error instanceof ORPCError && error.code === 'NOT_FOUND';
}
