/** Bodies as the product sends them (D13): JSON.stringify of an object. */
import fc from 'fast-check';

/**
 * Characters that languages treat differently: HTML, slashes, quotes, controls, and text beyond
 * ASCII.
 */
const telling = fc.constantFrom(
  ...'<>&=+\'"`/\\#$@{}%? \n\r\t',
  '\u0001',
  '\u007f',
  '\u0085',
  '\u00a0',
  'é',
  'ß',
  'Ω',
  '日',
  '€',
  '\u2028',
  '\u2029',
  '😀',
  '𝒳',
);
const text = fc
  .array(fc.oneof(telling, fc.string({ minLength: 1, maxLength: 6 })), { maxLength: 6 })
  .map((parts) => parts.join(''));
/** PHP rejects a key that starts with NUL, and JavaScript an own key named __proto__. */
const key = text.filter((name) => name !== '__proto__');
const number = fc.oneof(
  fc.integer(),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
  fc.constantFrom(0, 1, -1, 39.95, 1e6, 1e7, 1e15, 1e16, 1e17, 1e20, 1e21, 1e-4, 1e-5, 1e-7),
);

const value: fc.Arbitrary<unknown> = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 3, withCrossShrink: true },
    text,
    number,
    fc.boolean(),
    fc.constant(null),
    fc.dictionary(key, tie('value'), { maxKeys: 4, noNullPrototype: true }),
    fc.array(tie('value'), { maxLength: 3 }),
  ),
})).value;

export const randomBody: fc.Arbitrary<string> = fc
  .record({
    version: fc.constant(1),
    type: fc.constantFrom('track', 'identify', 'page'),
    userId: text,
    properties: fc.dictionary(key, value, { maxKeys: 6, noNullPrototype: true }),
    timestamp: fc.constantFrom('2012-12-02T00:30:08.276Z', '2012-12-02T00:30:08.000Z'),
    context: fc.constant({}),
  })
  .map((message) => JSON.stringify(message));

/** Secrets with spaces at the ends, quotes and the like, which secret mistakes depend on. */
export const randomSecret: fc.Arbitrary<string> = fc.oneof(
  fc.string({ minLength: 2, maxLength: 40 }),
  fc.constantFrom('sekrét-🔑', 'c2VjcmV0', '0123456789abcdef', ' spaced ', 'a#b', 'pa$word'),
);
