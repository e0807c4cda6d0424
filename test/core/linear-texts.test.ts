/** Texts of others for which a pattern of the program would take quadratic time: minutes for each of these (D62). */
import { expect, it } from 'vitest';
import { rewritingOf } from '#core/signatures/json/rewriting.ts';
import { idRanges } from '#scenarios/expect/report-text.ts';
import { visibleText } from '#shared/lib/visible-text.ts';

const length = 1_000_000;

it('spaces are kept inside of a text, and marked around it', () => {
  const spaces = ' '.repeat(length);
  expect(visibleText(`a${spaces}b`)).toHaveLength(length + 2);
  expect(visibleText('  a ')).toBe('‹SP›‹SP›a‹SP›');
});

it('line breaks in JSON are no indentation', () => {
  const lines = '\n'.repeat(length);
  expect(rewritingOf('{"a":1}', `{"a":${lines}1}`)).not.toContain('indented');
  expect(rewritingOf('{"a":1}', '{\n  "a":1\n}')).toContain('indented');
});

it('digits in an ID are no number unless they end it', () => {
  const id = `${'0'.repeat(length)}x`;
  expect(idRanges([id])).toBe(id);
  expect(idRanges(['o-1', 'o-2', 'o-4'])).toBe('o-1 to o-2, o-4');
});
