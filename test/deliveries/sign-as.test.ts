import fc from 'fast-check';
import { expect, it } from 'vitest';
import { withOneByteChanged } from '#main/deliveries/sign-as.ts';

const bytes = fc.uint8Array({ minLength: 1, maxLength: 200 });

function differences(a: Uint8Array, b: Uint8Array): number {
  expect(b.length).toBe(a.length);
  return a.filter((byte, index) => byte !== b[index]).length;
}

it('exactly one byte of the body is changed', () => {
  fc.assert(
    fc.property(bytes, (body) => {
      const before = Uint8Array.from(body);
      expect(differences(body, withOneByteChanged(body))).toBe(1);
      expect(body).toEqual(before);
    }),
  );
});

it('a JSON body with a digit stays valid JSON', () => {
  fc.assert(
    fc.property(fc.json(), fc.integer(), (json, digits) => {
      const body = Buffer.from(`{"a":${json},"n":${digits}}`);
      const changed = Buffer.from(withOneByteChanged(body));
      expect(() => JSON.parse(changed.toString())).not.toThrow();
      expect(differences(body, changed)).toBe(1);
    }),
  );
});

it('without a digit the last letter changes case, and without a letter one bit flips', () => {
  const text = (body: string) => Buffer.from(withOneByteChanged(Buffer.from(body))).toString();
  expect(text('{"a":"bz!"}')).toBe('{"a":"bZ!"}');
  expect(text('{"a":9}')).toBe('{"a":0}');
  expect(text('[]')).toBe('[\\');
});
