import { expect, it } from 'vitest';
import { holdsInexactNumber } from '#shared/lib/inexact-number.ts';

it.each([
  '12345678901234567890',
  '-9007199254740993',
  '{"a":[1,{"b":9007199254740993}]}',
  '1e400',
  '[-1E999]',
])('%s is not read as it is written', (json) => {
  expect(holdsInexactNumber(json)).toBe(true);
});

it.each([
  '9007199254740991',
  '9007199254740992',
  '100000000000000000000',
  '1e308',
  '0.12345678901234567890',
  '"12345678901234567890"',
  '{"12345678901234567890":"1e400"}',
  'null',
])('%s is', (json) => {
  expect(holdsInexactNumber(json)).toBe(false);
});
