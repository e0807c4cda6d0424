/** Errors of tools: a code, a message and, if known, the field and the fix, as over REST. */
import { ORPCError } from '@orpc/client';
import { errorText, fieldName, unexpectedError } from '#shared/kit/error-text.ts';
import { type ErrorBody, ErrorData, type FieldIssue } from '#shared/kit/operation-errors.ts';

export class ToolError extends Error {
  override readonly name = 'ToolError';
  readonly code: string;
  readonly fix: string | undefined;

  constructor(code: string, message: string, fix?: string, cause?: unknown) {
    super(message, { cause });
    this.code = code;
    this.fix = fix;
  }
}

export const stopped = (): ToolError =>
  new ToolError('run_stopped', 'The run ended without a report.', 'Run it again.');

const issueText = (issue: FieldIssue): string =>
  issue.path.length === 0 ? errorText(issue) : `${fieldName(issue.path)}: ${errorText(issue)}`;

/** The error for an invalid input. */
export function invalidInput(issues: readonly FieldIssue[]): ErrorBody {
  const [first] = issues;
  const only = issues.length === 1 ? first : undefined;
  return {
    code: 'bad_request',
    message: only?.message ?? issues.map(issueText).join(' '),
    field: first && first.path.length > 0 ? fieldName(first.path) : undefined,
    fix: only?.fix,
  };
}

/** Contract errors keep their code; others are unexpected. */
export function toolErrorOf(error: unknown): ErrorBody {
  if (error instanceof ToolError)
    return { code: error.code, message: error.message, fix: error.fix };
  // The link wraps errors of the connection.
  if (error instanceof Error && error.cause instanceof ToolError) return toolErrorOf(error.cause);
  if (error instanceof ORPCError) {
    const { field, fix } = ErrorData.safeParse(error.data).data ?? {};
    return { code: error.code.toLowerCase(), message: error.message, field, fix };
  }
  const message = error instanceof Error ? error.message : String(error);
  return { code: 'internal_error', message: `${unexpectedError.message} ${message}` };
}
