/** Patterns match in linear time, and what the engine can't run is an error where it is written (D62). */
import { RE2JS, RE2Set } from 're2js';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { ruleFor } from '#main/mocks/decide.ts';
import { BodyPattern, bodyProblem } from '#shared/kit/body-pattern.ts';
import { matchesPattern, patternBudget, patternProblem } from '#shared/kit/linear-pattern.ts';

describe('a pattern', () => {
  const spaces = `${' '.repeat(100_000)}x`;
  const letters = `${'a'.repeat(100_000)}!`;

  it.each([
    ['\\s+$', spaces, false],
    ['(a+)+$', letters, false],
    ['(a|aa)+$', letters, false],
    ['(x+x+)+y', 'x'.repeat(100_000), false],
    ['^(\\w+\\s?)*$', letters, false],
    ['^o-\\d+$', 'o-17', true],
    ['^o-\\d+$', 'o-17\n', false],
    ['\\p{Lu}é(?<digit>[0-9])', 'ÀÉé7', true],
    ['.{2}', '💡', false],
    ['', '', true],
  ])('returns where other engines would backtrack for minutes: %s', (pattern, text, matches) => {
    expect(patternProblem(pattern)).toBeNull();
    expect(matchesPattern(pattern, text, patternBudget())).toBe(matches);
  });

  it.each([
    ...['(?=a)b', '(?<!a)b', '(a)\\1', '(?<n>a)\\k<n>', '[', 'a{1001}', '\\u0041', '*'],
    ...['a'.repeat(1_001), 'a{1000}b{1000}c{1000}', '((a{10}){10}b{10}){20}', '(\\Q(\\E){900}'],
    `(${'a'.repeat(400)}){10}`,
    // Ranges and properties of which the engine folds each character.
    `(?i)[${'\u0100-\u{10fff0}'.repeat(6)}]`,
    `(?i)[[:alpha:]${'\u0100-\u{10fff0}'.repeat(6)}]`,
    `(?i)[[:^alpha:]${'a-\\x{10fff0}'.repeat(6)}]`,
    `(${'ab'.repeat(400)}[[:alpha:](]){100}`,
    ...['(?i)[\\p{L}\\PN\\p{Lu}\\p{M}\\x{100}-\\x{fff}]', `(?s-i:(?i)${'\\p{L}'.repeat(6)})`],
    '\\p{L}'.repeat(120),
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

  it.each([
    '(?i)^[a-z\\d._%+-]+@[a-z\\x{e0}-\\x{ff}-]+$',
    '(?i)\\p{Lu}[^\\p{L}]',
    '(?i)[[:alpha:]é-ü]+[[:^digit:]_]',
    '(?i)^größe-\\d+-[a-z]+-\\d+-é-\\w-\\W-[^a]$',
  ])('may ignore case with a few properties and wide ranges: %s', (pattern) =>
    expect(patternProblem(pattern)).toBeNull(),
  );

  it('is read once, however often it is checked', () => {
    const read = vi.spyOn(RE2Set.prototype, 'add');
    onTestFinished(() => read.mockRestore());
    for (let index = 0; index < 3; index++)
      expect(BodyPattern.safeParse({ a: { $match: 'read once' } }).success).toBe(true);
    expect(read).toHaveBeenCalledTimes(1);
  });

  it('is undecided for a text that is too long for it, unless something else differs', () => {
    const pattern = BodyPattern.parse({ id: 1, text: { $match: '(a.{0,400}){1,2}[cd]' } });
    const text = 'ab'.repeat(1_000_000);
    expect(bodyProblem(pattern, { id: 1, text })).toMatchObject({ isUndecided: true });
    expect(bodyProblem(pattern, { id: 2, text })).toMatchObject({ isUndecided: false });
    expect(bodyProblem(pattern, { id: 1, text: 'ac' })).toBeNull();
  });

  describe('among many', () => {
    const pattern = '(a.{0,400}){1,2}[cd]';
    const fields = ['a', 'b', 'c', 'd', 'e'];
    const bodyOf = (length: number) =>
      Object.fromEntries(fields.map((field) => [field, 'ab'.repeat(length)]));
    const rules = Array.from({ length: 100 }, (_, index) => ({
      match: Object.fromEntries(fields.map((field) => [field, { $match: `${pattern}|${index}` }])),
      times: 1,
    }));
    const countSteps = () => {
      const spy = vi.spyOn(RE2JS.prototype, 'test');
      onTestFinished(() => spy.mockRestore());
      return () =>
        spy.mock.calls.reduce(
          (sum, [text], index) =>
            sum + ((spy.mock.contexts as RE2JS[])[index]?.programSize() ?? 0) * text.length,
          0,
        );
    };

    it('takes no more steps for one request than a single one may', () => {
      const steps = countSteps();
      const bytes = Buffer.from(JSON.stringify(bodyOf(300)));
      const mock = { rules } as unknown as Parameters<typeof ruleFor>[0];
      expect(ruleFor(mock, { bytes, byteLength: bytes.length, contentType: '' }, [])).toMatch(
        /^Rule \d+ can't be checked: body.a is too long for its pattern/,
      );
      expect(steps()).toBeGreaterThan(0);
      expect(steps()).toBeLessThanOrEqual(3_000_000);
    });

    it('is not matched after a difference', () => {
      const steps = countSteps();
      expect(bodyProblem({ id: 1, ...rules[0]?.match }, { id: 2, ...bodyOf(10) })).not.toBeNull();
      expect(steps()).toBe(0);
    });
  });
});

describe('a difference', () => {
  it('is not written for rules that decide', () => {
    const mock = {
      rules: [{ a: 1 }, { a: { $match: 'x' } }, { a: { $any: 'number' } }, { b: [2] }].map(
        (match) => ({ match, times: 1 }),
      ),
    } as unknown as Parameters<typeof ruleFor>[0];
    const bytes = Buffer.from(JSON.stringify({ a: ['y'], b: [{}] }));
    const write = vi.spyOn(JSON, 'stringify');
    onTestFinished(() => write.mockRestore());
    expect(ruleFor(mock, { bytes, byteLength: bytes.length, contentType: '' }, [])).toBeNull();
    expect(write).not.toHaveBeenCalled();
  });

  it('is shown in one short line, however large and nested the value is', () => {
    const nested = JSON.parse(`${'['.repeat(100_000)}${']'.repeat(100_000)}`);
    for (const found of [nested, { a: nested }, 'x'.repeat(1_000_000), Array(100_000).fill({})])
      expect(bodyProblem({ a: 1 }, { a: found })?.text((value) => value).length).toBeLessThan(200);
  });
});
