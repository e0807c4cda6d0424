/** The fields of a form are those of the standard (WHATWG URL 5.1), read in linear time (D62). */
import { expect, it } from 'vitest';
import { formFields } from '#shared/kit/form-fields.ts';
import { seededFraction } from '#shared/kit/seeded-fraction.ts';

const parts = [
  'a',
  '=',
  '&',
  '+',
  '%',
  '%41',
  '%2b',
  '%C3',
  '%a9',
  '%EF%BB%BF',
  '%26',
  '%3D',
  '%zz',
];
const allParts = [
  ...parts,
  '%F0%9F',
  '%92%A1',
  '%ff',
  '\u00e9',
  '\ufeff',
  '\u{1f4a1}',
  '\ud83d',
  '?',
  '',
];

const textOf = (seed: number): string =>
  Array.from(
    { length: 12 },
    (_, index) => allParts[Math.floor(seededFraction(seed, index) * allParts.length)],
  ).join('');

/** Byte by byte, as written in the standard. URLSearchParams of Node differs for invalid UTF-8. */
function decoded(text: string): string {
  const bytes = Buffer.from(text.replaceAll('+', ' '));
  const found: number[] = [];
  for (let at = 0; at < bytes.length; at += 1) {
    const [, hex] = /^%([\da-fA-F]{2})/.exec(bytes.toString('latin1', at, at + 3)) ?? [];
    found.push(hex === undefined ? (bytes[at] ?? 0) : Number.parseInt(hex, 16));
    if (hex !== undefined) at += 2;
  }
  return new TextDecoder('utf-8', { ignoreBOM: true }).decode(Uint8Array.from(found));
}

const fieldsOf = (text: string) =>
  text
    .split('&')
    .filter((field) => field !== '')
    .map((field) => {
      const [name = '', ...values] = field.split('=');
      return [decoded(name), decoded(values.join('='))];
    });

it('are read as the standard says', () => {
  for (let seed = 0; seed < 5_000; seed += 1) {
    const text = textOf(seed);
    expect(formFields(text), text).toEqual(fieldsOf(text));
  }
});

it.each([
  ['a&', 'a', ''],
  ['=&', '', ''],
  ['%41=%ff&', 'A', '\ufffd'],
])('are read from a long form: %s', (part, name, value) => {
  const fields = formFields(part.repeat(300_000));
  expect(fields).toHaveLength(300_000);
  expect(fields.at(-1)).toEqual([name, value]);
});

it('may be one long text', () => {
  expect(formFields('%41'.repeat(170_000))[0]?.[0]).toHaveLength(170_000);
  expect(formFields('%'.repeat(512_000))[0]?.[0]).toHaveLength(512_000);
  expect(formFields('&'.repeat(512_000))).toEqual([]);
});
