/** Texts of others for which a pattern of the program would take quadratic time: minutes for each of these (D62). */

import type { Socket } from 'node:net';
import { describe, expect, it } from 'vitest';
import { filterResponseHeads } from '#core/http-client/response-heads.ts';
import type { ContentScheme } from '#core/routing/profile-signature.ts';
import { signaturesIn } from '#core/routing/received-signature.ts';
import { rewritingOf } from '#core/signatures/json/rewriting.ts';
import { idRanges } from '#scenarios/expect/report-text.ts';
import { durationPattern, parseDuration } from '#shared/lib/duration.ts';
import { visibleText } from '#shared/lib/visible-text.ts';
import { Duration } from '#shared/schemas/scenario/values.ts';

const length = 1_000_000;

it('spaces inside a text are kept, and those around it are marked', () => {
  const spaces = ' '.repeat(length);
  expect(visibleText(`a${spaces}b`)).toHaveLength(length + 2);
  expect(visibleText('  a ')).toBe('‹SP›‹SP›a‹SP›');
});

it('line breaks in JSON are not indentation', () => {
  const lines = '\n'.repeat(length);
  expect(rewritingOf('{"a":1}', `{"a":${lines}1}`)).not.toContain('indented');
  expect(rewritingOf('{"a":1}', '{\n  "a":1\n}')).toContain('indented');
});

it('digits in an ID are not a number unless they end it', () => {
  const id = `${'0'.repeat(length)}x`;
  expect(idRanges([id])).toBe(id);
  expect(idRanges(['o-1', 'o-2', 'o-4'])).toBe('o-1 to o-2, o-4');
});

describe('a header that follows a template', () => {
  const schemeOf = (value: string, entry = '{signature}') => ({
    ...{ kind: 'hmac', hash: 'sha256', header: 'X-S', content: '{body}', value, entry },
    ...{ separator: null, encoding: 'hex', keyForm: 'text', keyPrefix: '', batches: 'whole' },
  });
  const read = (template: string, value: string) =>
    signaturesIn(schemeOf(template) as ContentScheme, value);

  it.each([
    ['{signatures}', 'ab', ['ab']],
    ['t={timestamp},{signatures}', 't=1,v1=a,v1=b', ['v1=a,v1=b']],
    ['{signatures};{timestamp}', 'a;b;c', ['a']],
    ['sha1={signatures}', 'sha256=a', []],
    ['<{signatures}>', '<a><b>', ['a><b']],
    ['a{signatures}a', 'a', []],
    ['{timestamp}{signatures}', 'ab', ['ab']],
  ] as const)('is read as the shortest parts: %s, %s', (template, value, expected) => {
    expect(read(template, value)).toEqual(expected);
  });

  it('is divided once, not in all possible ways', () => {
    const template = `{signatures}${',{timestamp}'.repeat(9)}.`;
    expect(read(template, ','.repeat(length))).toEqual([]);
  });
});

describe('a duration', () => {
  it.each(['!', 's', '+1 s!'])('is no long text: spaces, %s', (end) => {
    const text = `${' '.repeat(length)}${end}`;
    expect(parseDuration(text)).toBeNull();
    expect(Duration.safeParse(text).error?.issues).toHaveLength(1);
    expect(durationPattern.test(text)).toBe(false);
  });

  it('may have spaces around it', () => {
    expect(['  + 1 min 30s ', ' 5 s'].map(parseDuration)).toEqual([90_000, 5_000]);
    expect(Duration.parse(' +30m')).toBe(1_800_000);
  });
});

describe('the head of a response', () => {
  const filtered = (text: string): string => {
    const socket = { read: () => Buffer.from(text) } as unknown as Socket;
    filterResponseHeads(socket);
    return String(socket.read());
  };
  const head = (lines: string) => `HTTP/1.1 200 OK\r\n${lines}\r\n\r\nhi`;

  it.each([
    ['an invalid length', `Content-Length:${' '.repeat(length)}x`],
    ['equal lengths', `Content-Length: 2\r\nContent-Length: 2\r\nX: ${'a'.repeat(16_384)}`],
  ])('is passed on as it is beyond the limit: %s', (_, lines) => {
    expect(filtered(head(lines)) === head(lines)).toBe(true);
  });

  it('has one length', () => {
    expect(filtered(head('content-length:\t2 , 2\r\nA: b\r\nContent-Length: 2'))).toBe(
      head('A: b\r\nContent-Length: 2'),
    );
  });
});
