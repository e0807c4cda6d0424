import { ORPCError } from '@orpc/client';
import { expect } from 'vitest';
import { errorText, fieldName } from '#shared/kit/error-text.ts';
import { type ErrorCode, type ErrorData, errorStatuses } from '#shared/kit/operation-errors.ts';

/** Expects an error of the contract: code, status and message. */
export async function expectError(
  call: Promise<unknown>,
  code: ErrorCode,
  sentence: string,
): Promise<ORPCError<string, unknown>> {
  const error = await call.then(
    () => null,
    (cause: unknown) => cause,
  );
  if (!(error instanceof ORPCError)) throw new Error('It was not refused.', { cause: error });
  expect(error).toMatchObject({ code, status: errorStatuses[code], defined: true });
  const { fix } = error.data as { fix?: string };
  expect(errorText({ message: error.message, fix })).toContain(sentence);
  return error;
}

/** Expects an invalid field: its path in the input, and its message. */
export async function expectFieldError(
  call: Promise<unknown>,
  path: readonly (string | number)[],
  sentence: string,
): Promise<void> {
  const error = await call.then(
    () => null,
    (cause: unknown) => cause,
  );
  if (!(error instanceof ORPCError)) throw new Error('It was not rejected.', { cause: error });
  expect(error).toMatchObject({ code: 'bad_request', status: 400, defined: true });
  const { field, issues = [] } = error.data as ErrorData;
  const found = issues.find((issue) => fieldName(issue.path) === fieldName(path));
  expect(found && errorText(found)).toContain(sentence);
  if (issues.length === 1) expect(field).toBe(fieldName(path));
}
