import { ORPCError } from '@orpc/client';
import { describe, expect, it } from 'vitest';
import { ConnectionProblem } from '#renderer/kit/data/connection.ts';
import { errorSentence, fieldIssuesOf, isNotFound } from '#renderer/kit/data/error-sentence.ts';
import { FileProblem } from '#shared/kit/transfer.ts';

describe('the message of an error', () => {
  it('comes from the core', () => {
    const error = new ORPCError('conflict', { message: 'This delivery is being sent just now.' });
    expect(errorSentence(error)).toBe('This delivery is being sent just now.');
  });

  it('names the first invalid field', () => {
    const issues = [{ path: ['name'], message: 'Name is empty. Enter at least one character.' }];
    const error = new ORPCError('bad_request', { message: 'Refused.', data: { issues } });
    expect(errorSentence(error)).toBe('Name is empty. Enter at least one character.');
    expect(fieldIssuesOf(error)).toEqual(issues);
  });

  it('hides the message of an unexpected error', () => {
    const inside = new ORPCError('internal_server_error', { message: 'SQLITE_CORRUPT at …' });
    for (const error of [inside, new TypeError('x is undefined'), 'text', undefined])
      expect(errorSentence(error)).toMatch(/^Unexpected error/);
  });

  it('distinguishes a missing value from an invalid one', () => {
    expect(isNotFound(new ORPCError('not_found'))).toBe(true);
    expect(isNotFound(new ConnectionProblem())).toBe(false);
    expect(errorSentence(new ConnectionProblem())).toMatch(/Reconnecting/);
    expect(errorSentence(new FileProblem('Choose it again.'))).toBe('Choose it again.');
  });

  it('has no fields if the error has another form', () => {
    expect(fieldIssuesOf(new ORPCError('bad_request', { data: 'odd' }))).toEqual([]);
  });
});
