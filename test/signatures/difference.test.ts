import { expect, it } from 'vitest';
import { unsigned } from '#main/signatures/difference.ts';
import { Difference, type SignatureCause } from '#shared/signatures/signature.ts';

const causeOf = (of: Difference['of']): SignatureCause => ({
  ...{ code: 'x', message: 'm', fix: 'f', fixCode: null, language: null, alternatives: [] },
  difference: { of, expected: 'expected value', found: 'found value', offset: 1 },
});

const hidden = ['content', 'secret', 'digest', 'header'] as const;

it.each(hidden)('an operation that only reads shows no %s', (of) => {
  expect(unsigned(causeOf(of)).difference).toEqual({
    ...{ of, expected: '[redacted]', found: '[redacted]', offset: null },
  });
});

it.each(Difference.shape.of.exclude(hidden).options)('it shows the difference of the %s', (of) => {
  expect(unsigned(causeOf(of))).toEqual(causeOf(of));
});
