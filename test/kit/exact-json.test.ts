import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { containsExactNumber, ExactNumber, parseExact } from '#shared/kit/exact-json.ts';

const written = (json: string) => JSON.stringify(parseExact(json));

describe('a number that a double cannot represent', () => {
  it.each([
    '12345678901234567890',
    '-9007199254740993',
    '{"a":[1,{"b":9007199254740993}]}',
    '1e400',
    '[-1E999]',
    '1e-400',
    `{"a":-0.${'0'.repeat(400)}1}`,
    '[1000000000000000000000]',
    '123456789012345678e0',
    '[1.2345678901234567891e25]',
  ])('keeps its digits: %s', (json) => {
    expect(written(json)).toBe(json);
    expect(containsExactNumber(json)).toBe(true);
  });

  it.each([
    '9007199254740991',
    '9007199254740992',
    '100000000000000000000',
    '1e308',
    '1e21',
    '0e-400',
    '-0',
    '0.12345678901234567890',
    '1.0',
    '"12345678901234567890"',
    '{"12345678901234567890":"a, 1e400"}',
    'null',
  ])(
    'is distinguished from other numbers, which are serialized as by JSON.stringify: %s',
    (json) => {
      expect(written(json)).toBe(JSON.stringify(JSON.parse(json)));
      expect(containsExactNumber(json)).toBe(false);
    },
  );

  it('is found anywhere in JSON', () => {
    const digits = fc.bigInt({ min: 2n ** 53n + 1n, max: 10n ** 40n });
    fc.assert(
      fc.property(digits, fc.jsonValue(), fc.boolean(), (given, other, isNegative) => {
        const number = `${isNegative ? '-' : ''}${given}`;
        const rest = JSON.stringify(JSON.parse(JSON.stringify(other)));
        for (const json of [`[${rest},${number}]`, `{"a":${number},"b":${rest}}`, number])
          expect(written(json)).toBe(json);
      }),
    );
  });

  // Quadratic time would take minutes, far more than the test timeout.
  it.each([
    ['zeros in the middle', `1.${'0'.repeat(500_000)}1e20`],
    ['zeros at the end', `9007199254740993${'0'.repeat(200)}.${'0'.repeat(500_000)}`],
    ['a long exponent', `1e-${'9'.repeat(500_000)}`],
    ['a long exponent of zeros', `1e${'0'.repeat(500_000)}25`],
  ])('is parsed in linear time: %s', (_, literal) => {
    expect(typeof written(`[${literal}]`)).toBe('string');
  });

  it('must be a JSON number', () => {
    for (const text of ['', '1 ', '"a"', '01', '{}', 'NaN', '1,2'])
      expect(() => new ExactNumber(text)).toThrow(TypeError);
  });
});

it('throws a SyntaxError for invalid JSON', () => {
  for (const text of ['', '{', '[12345678901234567890', '12345678901234567890x'])
    expect(() => parseExact(text)).toThrow(SyntaxError);
});
