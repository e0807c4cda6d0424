/** Texts of others for which a pattern of the program would take quadratic time: minutes for each of these (D62). */
import { describe, expect, it } from 'vitest';
import type { ContentScheme } from '#core/routing/profile-signature.ts';
import { signaturesIn } from '#core/routing/received-signature.ts';
import { rewritingOf } from '#core/signatures/json/rewriting.ts';
import { idRanges } from '#scenarios/expect/report-text.ts';
import { visibleText } from '#shared/lib/visible-text.ts';

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
