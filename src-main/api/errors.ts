/** Turns refusals of the core and of the schemas into the errors of the contract. */
import { ORPCError, os, ValidationError } from '@orpc/server';
import { AppError } from '#core/app-error.ts';
import type { Log } from '#core/ports.ts';
import type { FieldIssue } from '#shared/contract/errors.ts';
import { isValueNestedTooDeep, nestedTooDeep } from '#shared/lib/nesting.ts';

const contractCodes = {
  bad_request: 'BAD_REQUEST',
  not_found: 'NOT_FOUND',
  conflict: 'CONFLICT',
  job_state: 'job_state',
  unavailable: 'UNAVAILABLE',
  too_many_subscribers: 'too_many_subscribers',
} as const;

const statuses = {
  bad_request: 400,
  not_found: 404,
  conflict: 409,
  job_state: 409,
  unavailable: 503,
  too_many_subscribers: 429,
} as const;

/** Only a field's name or position can be in JSON. */
const pathOf = (path: readonly unknown[] | undefined): FieldIssue['path'] =>
  (path ?? []).map((part) => {
    const key = typeof part === 'object' && part !== null && 'key' in part ? part.key : part;
    return typeof key === 'number' ? key : String(key);
  });

/** A field as a reader of a file names it: `destinations[0].webhooks[1].url`. */
export const fieldName = (path: FieldIssue['path']): string =>
  path.reduce<string>(
    (name, part) =>
      typeof part === 'number' ? `${name}[${part}]` : name === '' ? part : `${name}.${part}`,
    '',
  );

const sentence = (issues: readonly FieldIssue[]): string =>
  issues
    .map(({ path, message }) => (path.length === 0 ? message : `${fieldName(path)}: ${message}`))
    .join(' ');

/** What the contract answers when fields are refused. */
export const badRequest = (issues: readonly FieldIssue[]) =>
  new ORPCError('BAD_REQUEST', {
    status: 400,
    message: sentence(issues),
    data: { issues },
    defined: true,
  });

/** Of SQLite, which extends its codes, and of the sync that follows a commit. */
const diskCodes = /^(SQLITE_(FULL|IOERR|READONLY|BUSY)|ENOSPC$|EDQUOT$|EIO$|EROFS$)/;

export function toContractError(error: unknown, log: Log): ORPCError<string, unknown> {
  if (error instanceof AppError)
    return error.code === 'bad_request'
      ? badRequest(error.issues)
      : new ORPCError(contractCodes[error.code], {
          status: statuses[error.code],
          message: error.message,
          defined: true,
        });
  if (error instanceof DOMException && error.name === 'AbortError')
    return new ORPCError('CLIENT_CLOSED_REQUEST', {
      status: 499,
      message: 'Nobody waits for the answer any more.',
    });
  if (error instanceof ORPCError) {
    if (error.code === 'BAD_REQUEST' && error.cause instanceof ValidationError)
      return badRequest(
        error.cause.issues.map(({ path, message }) => ({ path: pathOf(path), message })),
      );
    if (error.status < 500) return error;
  }
  const code =
    typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : '';
  if (diskCodes.test(code)) {
    log.error('The data folder could not be written.', { error });
    return new ORPCError('UNAVAILABLE', {
      status: 503,
      message: `The change could not be stored (${code}): see that the disk has space and can be written, then try again.`,
      defined: true,
    });
  }
  log.error('An operation met an unexpected error.', { error });
  return new ORPCError('INTERNAL_SERVER_ERROR', {
    status: 500,
    message: 'Unexpected error: see the log.',
  });
}

/** The same for a stream, whose errors come after the operation has answered. */
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

/** The outermost middleware: whatever is thrown below leaves as an error of the contract. */
export const contractErrors = (log: Log) =>
  os.middleware(async ({ next }, input) => {
    // Validating and serializing anything nested deeper would overflow the stack.
    if (isValueNestedTooDeep(input)) throw badRequest([{ path: [], message: nestedTooDeep }]);
    try {
      return await next();
    } catch (error) {
      throw toContractError(error, log);
    }
  });
