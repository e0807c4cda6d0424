/** Every error of an operation becomes an error of the contract, with a message. */
import { call, implement, ORPCError } from '@orpc/server';
import { describe, expect, it } from 'vitest';
import { contractErrors } from '#main/hosts/api/errors.ts';
import { AppError } from '#main/kit/app-error.ts';
import { contract } from '#shared/contract.ts';
import { createRecordedLog } from '#test/support/recorded-log.ts';

async function thrown(error: unknown) {
  const { log, errors } = createRecordedLog();
  const operation = implement(contract.deliveries.retry)
    .use(contractErrors(log))
    .handler(() => {
      throw error;
    });
  const response = await call(operation, { id: 1 }).then(
    () => null,
    (cause: unknown) => cause,
  );
  if (!(response instanceof ORPCError)) throw new Error('Not an error of the contract.');
  return { response, logged: errors() };
}

describe('a disk that rejects a write', () => {
  it.each([
    'SQLITE_FULL',
    'SQLITE_IOERR_WRITE',
    'SQLITE_READONLY',
    'SQLITE_READONLY_DBMOVED',
    'SQLITE_BUSY',
    'ENOSPC',
    'EDQUOT',
    'EIO',
    'EROFS',
  ])('(%s) becomes unavailable with its cause, and is logged', async (code) => {
    const { response, logged } = await thrown(Object.assign(new Error('no'), { code }));
    expect(response).toMatchObject({ code: 'unavailable', status: 503, defined: true });
    expect(response.message).toContain(code);
    expect(logged).toHaveLength(1);
  });
});

describe('an AppError', () => {
  it.each([
    ['not_found', 'not_found', 404],
    ['conflict', 'conflict', 409],
    ['unavailable', 'unavailable', 503],
  ] as const)('(%s) keeps its message and is not logged', async (code, contractCode, status) => {
    const { response, logged } = await thrown(new AppError(code, 'A sentence.'));
    expect(response).toMatchObject({
      code: contractCode,
      status,
      message: 'A sentence.',
      defined: true,
    });
    expect(logged).toEqual([]);
  });
});

describe('an unexpected error', () => {
  it.each([new Error('secret detail'), 'a text', null, { code: 'SQLITE_CORRUPT' }])(
    '(%s) becomes internal_server_error, is logged, and hides its details',
    async (error) => {
      const { response, logged } = await thrown(error);
      expect(response).toMatchObject({
        code: 'internal_server_error',
        status: 500,
        message: 'Unexpected error.',
      });
      expect(JSON.stringify(response)).not.toContain('secret detail');
      expect(logged).toMatchObject([{ error }]);
    },
  );
});
