/** Converts errors of the core and of schemas to contract errors. */

import { ORPCError, os, ValidationError } from '@orpc/server';
import type { z } from 'zod';
import { AppError, diskCodeOf } from '#main/kit/app-error.ts';
import type { Log } from '#main/kit/ports.ts';
import { errorText, fieldName, firstIssues, unexpectedError } from '#shared/kit/error-text.ts';
import { fieldIssues } from '#shared/kit/issue-text.ts';
import { isValueNestedTooDeep, nestedTooDeep } from '#shared/kit/nesting.ts';
import {
  type ErrorBody,
  type ErrorCode,
  type ErrorData,
  errorStatuses,
  type FieldIssue,
} from '#shared/kit/operation-errors.ts';

/** JSON can only contain a field's name or index. */
const pathOf = (path: readonly unknown[] | undefined): FieldIssue['path'] =>
  (path ?? []).map((part) => {
    const key = typeof part === 'object' && part !== null && 'key' in part ? part.key : part;
    return typeof key === 'number' ? key : String(key);
  });

const contractError = (code: ErrorCode, message: string, data: ErrorData) =>
  new ORPCError<string, ErrorData>(code, {
    status: errorStatuses[code],
    message,
    data,
    defined: true,
  });

const issueText = (issue: FieldIssue): string =>
  issue.path.length === 0 ? errorText(issue) : `${fieldName(issue.path)}: ${errorText(issue)}`;

/** Creates the error for invalid fields. */
export function badRequest(issues: readonly FieldIssue[]): ORPCError<string, ErrorData> {
  const [first] = issues;
  const isOne = issues.length === 1;
  const message = isOne && first ? first.message : issues.map(issueText).join(' ');
  return contractError('bad_request', message, {
    ...(first && first.path.length > 0 && { field: fieldName(first.path) }),
    ...(isOne && first?.fix !== undefined && { fix: first.fix }),
    issues: [...issues],
  });
}

const isData = (data: unknown): data is ErrorData => typeof data === 'object' && data !== null;

/** The body of an error response in REST. The library's own codes are in upper case. */
export const errorBody = ({ code, message, data }: ORPCError<string, unknown>): ErrorBody => ({
  code: code.toLowerCase(),
  message,
  ...(isData(data) ? data : {}),
});

export function toContractError(error: unknown, log: Log): ORPCError<string, unknown> {
  if (error instanceof AppError) {
    const { code, message, fix, issues } = error;
    return issues.length > 0
      ? badRequest(issues)
      : contractError(code, message, fix === undefined ? {} : { fix });
  }
  // The server library has its own AbortError.
  if (error instanceof Error && error.name === 'AbortError')
    return new ORPCError('client_closed_request', {
      status: 499,
      message: 'The client closed the request.',
    });
  if (error instanceof ORPCError) {
    if (error.code === 'BAD_REQUEST' && error.cause instanceof ValidationError)
      return badRequest(
        // All schemas of the contract are zod's.
        firstIssues((error.cause.issues as readonly z.core.$ZodIssue[]).flatMap(fieldIssues)).map(
          ({ path, message }) => ({ path: pathOf(path), message }),
        ),
      );
    if (error.status < 500) return error;
  }
  const code = diskCodeOf(error);
  if (code !== null) {
    log.error("Can't write to the data folder.", { error });
    return contractError('unavailable', `Can't store the change (${code}).`, {
      fix: 'Check free disk space and write permissions, then try again.',
    });
  }
  log.error('Unexpected error in an operation.', { error });
  const { message, fix } = unexpectedError;
  return new ORPCError('internal_server_error', { status: 500, message, data: { fix } });
}

/** Converts errors of a stream, which occur after the operation has responded. */
export async function* contractStream<Item>(
  log: Log,
  stream: AsyncIterable<Item>,
): AsyncGenerator<Item, void, void> {
  try {
    yield* stream;
  } catch (error) {
    throw toContractError(error, log);
  }
}

/** The outermost middleware. Converts all errors to contract errors. */
export const contractErrors = (log: Log) =>
  os.middleware(async ({ next }, input) => {
    // Validating and serializing deeper values would overflow the stack.
    if (isValueNestedTooDeep(input)) throw badRequest([{ path: [], message: nestedTooDeep }]);
    try {
      return await next();
    } catch (error) {
      throw toContractError(error, log);
    }
  });
