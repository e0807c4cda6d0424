import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type JsonDifference,
  jsonDifferences,
  meaningOf,
  orderedJson,
  pathText,
  readJson,
  type Spelling,
  spellingsOf,
} from '#renderer/places/deliveries/compare/body-differences.ts';
import { numberMeaning } from '#shared/kit/exact-json.ts';

type Json = ReturnType<typeof JSON.parse>;

function read(text: string) {
  const json = readJson(text);
  if (json === null) throw new Error(`Not read: ${text}`);
  return json;
}

const differences = (before: string, after: string): readonly JsonDifference[] =>
  jsonDifferences(read(before), read(after));
const reported = (before: string, after: string): readonly string[] =>
  differences(before, after).map(({ kind, path }) => `${kind} ${path}`);
const spellings: (before: string, after: string) => readonly Spelling[] = spellingsOf;

/** Few names and values, so that two values often share some. */
const value: fc.Arbitrary<Json> = fc.letrec<{ value: Json; object: Json }>((tie) => ({
  value: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    fc.constantFrom(null, true, false, 0, 1, 2.5, -3, '', 'a', 'é"\\\n', '1'),
    fc.array(tie('value'), { maxLength: 3 }),
    tie('object'),
  ),
  object: fc.dictionary(fc.constantFrom('a', 'b', 'c d', '__proto__x', '0'), tie('value'), {
    maxKeys: 4,
    noNullPrototype: true,
  }),
})).object;

/**
 * The same value in other bytes: shuffled, spaced, with other spellings of numbers and characters.
 */
function respelled(json: Json, random: () => number): string {
  const gap = () => [' ', '\n', '', ''][Math.floor(random() * 4)] ?? '';
  const text = (plain: string) =>
    JSON.stringify(plain).replaceAll('a', random() < 0.5 ? 'a' : '\\u0061');
  if (typeof json === 'string') return text(json);
  if (typeof json === 'number')
    return random() < 0.5 ? String(json) : `${json}${Number.isInteger(json) ? '.0' : ''}e0`;
  if (json === null || typeof json !== 'object') return String(json);
  if (Array.isArray(json))
    return `[${gap()}${json.map((item) => respelled(item, random)).join(`${gap()},${gap()}`)}]`;
  const members = Object.entries(json).map(
    ([name, member]) => `${text(name)}${gap()}:${gap()}${respelled(member, random)}`,
  );
  if (random() < 0.5) members.reverse();
  return `{${members.join(`,${gap()}`)}${gap()}}`;
}

/** The first value with the reported changes applied. */
function applied(before: Json, found: readonly JsonDifference[]): Json {
  const result = structuredClone(before);
  // In arrays, the last item is removed first.
  for (const { kind, steps, after } of found.toReversed()) {
    const last = steps.at(-1) ?? '';
    const holder = steps.slice(0, -1).reduce((at, step) => at[step], result);
    if (kind !== 'removed') holder[last] = JSON.parse(after ?? '');
    else if (Array.isArray(holder)) holder.length = Math.min(holder.length, Number(last));
    else delete holder[last];
  }
  return result;
}

const at = (json: Json, steps: readonly (string | number)[]): Json =>
  steps.reduce<Json>((inner, step) => inner?.[step], json);

describe('the differences between two JSON texts', () => {
  it('name changed, added and removed members by their path', () => {
    const before = '{"a":1,"context":{"ip":"x","library":{"name":"n"}},"messageId":"m"}';
    const after = '{"version":1,"a":2,"context":{"ip":"x","library":{"name":"n","v":1}}}';
    expect(reported(before, after)).toEqual([
      'changed a',
      'added version',
      'added context.library.v',
      'removed messageId',
    ]);
  });

  it('list array elements by index', () => {
    expect(reported('{"p":[{"sku":1},2]}', '{"p":[{"sku":3},2,4]}')).toEqual([
      'changed p[0].sku',
      'added p[2]',
    ]);
  });

  it('keep numbers as written', () => {
    expect(differences('{"a":1.50}', '{"a":[1.0, 2]}')[0]).toMatchObject({
      before: '1.50',
      after: '[1.0,2]',
    });
  });

  it('distinguish numbers that a double cannot represent, and a number from its text', () => {
    expect(reported('{"a":9007199254740993}', '{"a":9007199254740992}')).toEqual(['changed a']);
    expect(reported('{"a":0.1}', '{"a":0.1000000000000000055}')).toEqual(['changed a']);
    expect(reported('{"a":1}', '{"a":"1"}')).toEqual(['changed a']);
  });

  it('quote names that look like paths', () => {
    expect(differences('{}', '{"Previous ID":1}')[0]?.path).toBe('["Previous ID"]');
    expect(pathText(['a', 0, 'b c', 'd'])).toBe('a[0]["b c"].d');
  });

  it('are empty for the same value, with any order of members, spaces and escapes', () => {
    fc.assert(
      fc.property(
        value,
        fc.noShrink(fc.infiniteStream(fc.double({ min: 0, max: 0.999, noNaN: true }))),
        (json, stream) => {
          const random = () => stream.next().value as number;
          const other = respelled(json, random);
          expect(JSON.parse(other)).toEqual(json);
          expect(differences(JSON.stringify(json), other)).toEqual([]);
          expect(spellings(JSON.stringify(json), other).length > 0).toBe(
            other.trim() !== JSON.stringify(json),
          );
        },
      ),
    );
  });

  it('are complete: applied to the first text they give the second, and each is a real difference', () => {
    fc.assert(
      fc.property(value, value, (before, after) => {
        const found = differences(JSON.stringify(before), JSON.stringify(after));
        expect(applied(before, found)).toEqual(after);
        for (const { steps } of found) expect(at(before, steps)).not.toEqual(at(after, steps));
      }),
    );
  });
});

describe('texts with the same value in other bytes', () => {
  it.each<[string, string, Spelling[]]>([
    ['{"a":1,"b":2}', '{"b":2,"a":1}', ['order']],
    ['{"a":1}', '{ "a": 1 }', ['spacing']],
    ['[1, 2,3]', '[1,2, 3]', ['spacing']],
    ['{"a":100}', '{"a":1.0e2}', ['numbers']],
    ['{"a":"é/"}', '{"a":"\\u00e9\\/"}', ['escapes']],
    ['{"a":1}', '{"\\u0061":1}', ['escapes']],
    ['{"a":1}', '{"a":2,"a":1}', ['repeated']],
    ['{"a":1,"a":3}', '{"a":2,"a":3}', ['repeated']],
    ['{"a":1,"b":2,"a":3}', '{"a":1,"a":3,"b":2}', ['order']],
    ['{"2":1,"1":1}', '{"1":1,"2":1}', ['order']],
    ['{"a":1,"b":[2]}', '{"b":[2.0],\n"a":1}', ['order', 'numbers', 'spacing']],
    ['{"a":1}', '{"a":1}', []],
  ])('%s and %s differ in %j', (before, after, expected) => {
    expect(reported(before, after)).toEqual([]);
    expect(spellings(before, after)).toEqual(expected);
  });

  it.each([
    ['1', '1.000'],
    ['-0', '0'],
    ['1e2', '100'],
    ['0.00120', '12E-4'],
  ])('%s is %s', (one, other) => expect(numberMeaning(one)).toBe(numberMeaning(other)));

  it('differ if the sign or exponent differs', () => {
    const meanings = ['1', '-1', '10', '0.1', '1e99'].map(numberMeaning);
    expect(new Set(meanings).size).toBe(5);
  });
});

describe('texts that are not JSON', () => {
  it.each([
    ['[1]', '{}'],
    ['{"a":', '{}'],
    ['12', '12'],
    [`${'['.repeat(100_000)}${']'.repeat(100_000)}`, '[]'],
  ])('are compared as bytes', (before, after) => {
    expect(meaningOf(before, after)).toEqual({ kind: 'unreadable' });
  });

  it('a million characters are compared without a noticeable delay', () => {
    const list = (last: number) =>
      JSON.stringify(
        Array.from({ length: 40_000 }, (_, i) => ({ id: i, name: `n ${i}` })).concat([
          { id: last, name: 'x' },
        ]),
      );
    expect(reported(list(1), list(2))).toEqual(['changed [40000].id']);
  });
});

describe('JSON in the order of keys', () => {
  it('keeps numbers as spelled, and text that is not JSON', () => {
    expect(orderedJson('{"b":[1.0,{"d":1,"c":12345678901234567890}],"a":null}')).toBe(
      '{\n  "a": null,\n  "b": [\n    1.0,\n    {\n      "c": 12345678901234567890,\n      "d": 1\n    }\n  ]\n}',
    );
    expect(orderedJson('plain')).toBe('plain');
    expect(orderedJson('{"__proto__":{"b":1,"a":2}}')).toContain('"__proto__": {\n    "a": 2');
  });
});
