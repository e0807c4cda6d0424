import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { everything, type Filter } from '#shared/filter/filter.ts';
import { parseFilter } from '#shared/filter/parse.ts';
import { printFilter } from '#shared/filter/print.ts';
import { filters } from './generated-filters.ts';

function read(text: string): Filter {
  const parsed = parseFilter(text);
  if (!parsed.ok) throw new Error(`${text}: ${parsed.problem.message}`);
  return parsed.filter;
}

/** Any text, and especially the characters with a meaning in the filter language. */
const anyText = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 12 }),
  fc.string({ unit: fc.constantFrom(...'"\\()[]:=<>! .ao1-'), maxLength: 12 }),
  fc.constantFrom('or', 'NOT', 'and', 'true', 'null', '100', '-0', '007', '1e3', 'body.x', 'state'),
);

const key = fc
  .oneof(fc.string({ minLength: 1, maxLength: 8 }), fc.constantFrom('total', 'a b', '0', 'x.y'))
  .filter((text) => !/["\\]/.test(text) && text.length > 0);
const number = fc
  .oneof(fc.integer(), fc.double({ noNaN: true, noDefaultInfinity: true }))
  .map((one) => one + 0);

const anyFilter = filters({
  text: anyText,
  word: anyText.filter((one) => one !== ''),
  number,
  path: fc.array(fc.oneof(key, fc.nat(1_000)), { minLength: 1, maxLength: 4 }),
  bodyValue: fc.oneof(anyText, number, fc.boolean(), fc.constant(null)),
  headerName: fc
    .string({ unit: fc.constantFrom(...'abz-_1'), minLength: 1, maxLength: 8 })
    .filter((name) => name.trim() === name),
  ageMs: fc.nat(1_000_000_000),
  createdTime: fc.oneof(
    fc.integer({ min: 0, max: 4_000_000_000_000 }),
    fc.nat(4_000).map((hour) => hour * 3_600_000),
  ),
  originId: anyText.filter((one) => one !== ''),
});

describe('a filter', () => {
  it('is parsed back to the same filter after printing', () => {
    fc.assert(
      fc.property(anyFilter, (filter) => {
        expect(read(printFilter(filter))).toEqual(filter);
      }),
      { numRuns: 500 },
    );
  });

  it('is printed in the same form every time', () => {
    const pieces = fc.constantFrom(
      ...['state:waiting', 'not', 'or', 'and', '(', ')', 'NOT', 'status:500', 'age<90s', 'x'],
      ...['event:"a b"', '"or"', 'body.a."b c"[0]>=1e3', 'header[X-Env]=1', 'body.x=007'],
    );
    fc.assert(
      fc.property(fc.array(pieces, { maxLength: 12 }), (words) => {
        const parsed = parseFilter(words.join(' '));
        fc.pre(parsed.ok);
        const printed = printFilter(parsed.ok ? parsed.filter : everything);
        expect(read(printed)).toEqual(parsed.ok && parsed.filter);
        expect(printFilter(read(printed))).toBe(printed);
      }),
      { numRuns: 500 },
    );
  });

  it('fails to parse only with a position and a message', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          anyText,
          fc.array(anyText).map((all) => all.join(' ')),
        ),
        (text) => {
          const parsed = parseFilter(text);
          if (parsed.ok) return;
          const { start, end, message } = parsed.problem;
          expect(message).toMatch(/[.…]$/);
          expect(start).toBeGreaterThanOrEqual(0);
          expect(end).toBeGreaterThan(start);
          expect(end).toBeLessThanOrEqual(text.length);
        },
      ),
      { numRuns: 1_000 },
    );
  });

  it.each([
    ['type:track', 'type:track'],
    ['event:"Order Completed"', 'event:"Order Completed"'],
    ['status >=500', null],
    ['status>=500', 'status>=500'],
    ['status:500', 'status=500'],
    ['STATE:Waiting', 'state:waiting'],
    ['attempts>3', 'attempts>3'],
    ['url:https://example.com/hook?a=1', 'url:https://example.com/hook?a=1'],
    ['Endpoint="recovers"', 'endpoint=recovers'],
    ['endpoint:"a \\"b\\" \\\\c"', 'endpoint:"a \\"b\\" \\\\c"'],
    ['header[X-Env]=test', 'header[x-env]=test'],
    ['body.properties.total>100', 'body.properties.total>100'],
    ['body.properties."first name":"Ada L"', 'body.properties."first name":"Ada L"'],
    ['body.products[0].sku="100"', 'body.products[0].sku="100"'],
    ['user:ada age<600s', 'user:ada age<10m'],
    ['age>=2d', 'age>=48h'],
    ['created>=2026-11-20', 'created>=2026-11-20T00:00Z'],
    ['created<2026-11-20T16:04:30+01:00', 'created<2026-11-20T15:04:30Z'],
    ['source:Web destination:"Staging hooks"', 'source:Web destination:"Staging hooks"'],
    ['has:warning', 'has:warning'],
    ['not (a or b) and c', 'not (a or b) c'],
    ['a b or not c d', 'a b or not c d'],
    ['(a b) or (c)', 'a b or c'],
    ['((a or b))', 'a or b'],
    ['"state:waiting"', '"state:waiting"'],
    ['', ''],
  ])('%s is written %s', (text, printed) => {
    const parsed = parseFilter(text);
    expect(parsed.ok ? printFilter(parsed.filter) : null).toBe(printed);
  });
});
