/** Patterns match in linear time, and what the engine can't run is an error where it is written (D62). */
import { RE2JS } from 're2js';
import { describe, expect, it } from 'vitest';
import { bodyProblem } from '#shared/lib/body-pattern.ts';
import { matchesPattern, patternProblem } from '#shared/lib/linear-pattern.ts';
import { BodyPattern } from '#shared/schemas/scenario/body-pattern.ts';

describe('a pattern', () => {
  const spaces = `${' '.repeat(200_000)}x`;
  const letters = `${'a'.repeat(200_000)}!`;

  it.each([
    ['\\s+$', spaces, false],
    ['(a+)+$', letters, false],
    ['(a|aa)+$', letters, false],
    ['(x+x+)+y', 'x'.repeat(200_000), false],
    ['^(\\w+\\s?)*$', letters, false],
    ['^o-\\d+$', 'o-17', true],
    ['^o-\\d+$', 'o-17\n', false],
    ['\\p{Lu}é(?<digit>[0-9])', 'ÀÉé7', true],
    ['.{2}', '💡', false],
    ['', '', true],
  ])('returns where other engines would backtrack for minutes: %s', (pattern, text, matches) => {
    expect(patternProblem(pattern)).toBeNull();
    expect(matchesPattern(pattern, text)).toBe(matches);
  });

  it.each([
    ...['(?=a)b', '(?<!a)b', '(a)\\1', '(?<n>a)\\k<n>', '[', 'a{1001}', '\\u0041', '*'],
    ...['a'.repeat(1_001), 'a{1000}b{1000}c{1000}', '((a{10}){10}b{10}){20}', '(\\Q(\\E){900}'],
    `(${'a'.repeat(400)}){10}`,
  ])('is an error at its place if it cannot run: %s', (pattern) => {
    expect(patternProblem(pattern)).not.toBeNull();
    const { error } = BodyPattern.safeParse({ a: [{ b: { $match: pattern } }] });
    expect(error?.issues.map(({ path }) => path)).toEqual([['a', 0, 'b', '$match']]);
  });

  it.each([
    ...[
      '(a{1,9}b?){9}',
      '(?:x|[a-z\\]]{2,}|\\(){20}',
      '((((a?){3}){3}){3}){3}',
      '\\p{L}{1000}',
      '(?:a?){300}',
    ],
    ...['^(ab|cd*)+?$', '[[:alpha:]]{30}(b{5}){5}', '(|a){100}'],
  ])('never needs more instructions than counted: %s', (pattern) => {
    expect(patternProblem(pattern)).toBeNull();
    expect(RE2JS.compile(pattern).programSize()).toBeLessThanOrEqual(2_000);
  });

  it('is undecided for a text that is too long for it, unless something else differs', () => {
    const pattern = BodyPattern.parse({ id: 1, text: { $match: '(a.{0,400}){1,2}[cd]' } });
    const text = 'ab'.repeat(1_000_000);
    expect(bodyProblem(pattern, { id: 1, text })).toMatchObject({ isUndecided: true });
    expect(bodyProblem(pattern, { id: 2, text })).toMatchObject({ isUndecided: false });
    expect(bodyProblem(pattern, { id: 1, text: 'ac' })).toBeNull();
  });
});

describe('a difference', () => {
  it('is shown in one short line, however large and nested the value is', () => {
    const nested = JSON.parse(`${'['.repeat(100_000)}${']'.repeat(100_000)}`);
    for (const found of [nested, { a: nested }, 'x'.repeat(1_000_000), Array(100_000).fill({})])
      expect(bodyProblem({ a: 1 }, { a: found })?.text.length).toBeLessThan(200);
  });
});
