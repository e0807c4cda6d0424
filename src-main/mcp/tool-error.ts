/** Errors of tools: a code, a message and, if known, the field and the fix, as over REST. */
import { ORPCError } from '@orpc/client';
import { type ErrorBody, ErrorData, type FieldIssue } from '#shared/contract/errors.ts';
import { errorText, fieldName, unexpectedError } from '#shared/labels/errors.ts';

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

const issueText = (issue: FieldIssue): string =>
  issue.path.length === 0 ? errorText(issue) : `${fieldName(issue.path)}: ${errorText(issue)}`;

/** The error for an invalid input. */
export function invalidInput(issues: readonly FieldIssue[]): ErrorBody {
  const [first] = issues;
  const isOne = issues.length === 1;
  return {
    code: 'bad_request',
    message: isOne && first ? first.message : issues.map(issueText).join(' '),
    ...(first && first.path.length > 0 && { field: fieldName(first.path) }),
    ...(isOne && first?.fix !== undefined && { fix: first.fix }),
  };
}

/** Contract errors keep their code; others are unexpected. */
export function toolErrorOf(error: unknown): ErrorBody {
  if (error instanceof ToolError)
    return {
      code: error.code,
      message: error.message,
      ...(error.fix !== undefined && { fix: error.fix }),
    };
  if (error instanceof ORPCError) {
    // The link wraps errors of the connection.
    if (error.cause instanceof ToolError) return toolErrorOf(error.cause);
    const { field, fix } = ErrorData.safeParse(error.data).data ?? {};
    return {
      code: error.code.toLowerCase(),
      message: error.message,
      ...(field !== undefined && { field }),
      ...(fix !== undefined && { fix }),
    };
  }
  if (error instanceof Error && error.cause instanceof ToolError) return toolErrorOf(error.cause);
  const message = error instanceof Error ? error.message : String(error);
  return { code: 'internal_error', message: `${unexpectedError.message} ${message}` };
}
