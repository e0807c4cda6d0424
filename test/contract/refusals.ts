import { ORPCError } from '@orpc/client';
import { expect } from 'vitest';

type Code = 'BAD_REQUEST' | 'NOT_FOUND' | 'CONFLICT' | 'UNAVAILABLE' | 'job_state';

const statuses: Readonly<Record<Code, number>> = {
  BAD_REQUEST: 400,
  NOT_FOUND: 404,
  CONFLICT: 409,
  UNAVAILABLE: 503,
  job_state: 409,
};

/** Expects the error of the contract: code, status and a sentence for the user. */
export async function expectRefusal(
  call: Promise<unknown>,
  code: Code,
  sentence: string,
): Promise<ORPCError<string, unknown>> {
  const error = await call.then(
    () => null,
    (cause: unknown) => cause,
  );
  if (!(error instanceof ORPCError)) throw new Error('It was not refused.', { cause: error });
  expect(error).toMatchObject({ code, status: statuses[code], defined: true });
  expect(error.message).toContain(sentence);
  return error;
}

/** Expects a refused field: its path in the input, and the sentence that names it. */
export async function expectRefusedField(
  call: Promise<unknown>,
  path: readonly (string | number)[],
  sentence: string,
): Promise<void> {
  const { data } = await expectRefusal(call, 'BAD_REQUEST', sentence);
  expect(data).toMatchObject({
    issues: expect.arrayContaining([{ path, message: expect.stringContaining(sentence) }]),
  });
}
