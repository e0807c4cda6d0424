import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compareBytes } from '#renderer/places/deliveries/compare/body-differences.ts';
import { compareHeaders } from '#renderer/places/deliveries/compare/header-differences.ts';
import type { HeaderLines } from '#shared/ingestion/message.ts';

const headers: fc.Arbitrary<HeaderLines> = fc.array(
  fc.tuple(fc.constantFrom('A', 'a', 'B', 'X-C'), fc.constantFrom('1', '2')),
  { maxLength: 5 },
);

const valuesOf = (lines: HeaderLines, name: string): readonly string[] =>
  lines
    .filter(([lineName]) => lineName.toLowerCase() === name.toLowerCase())
    .map(([, value]) => value);

describe('the differences between headers', () => {
  it('are classified: added, removed, changed, and the same name in other letter case', () => {
    const { differences, same, reordered } = compareHeaders(
      [
        ['Host', 'x'],
        ['X-Env', 'one'],
        ['X-Old', ''],
        ['content-type', 'json'],
      ],
      [
        ['Host', 'x'],
        ['Content-Type', 'json'],
        ['X-Env', 'two'],
        ['X-New', '1'],
      ],
    );
    expect(differences.map(({ kind, name }) => `${kind} ${name}`)).toEqual([
      'changed X-Env',
      'removed X-Old',
      'respelled Content-Type',
      'added X-New',
    ]);
    expect(same).toEqual([['Host', 'x']]);
    expect(reordered).toBe(true);
  });

  it('are empty only if the headers are equal', () => {
    fc.assert(
      fc.property(headers, headers, (before, after) => {
        const { differences, reordered } = compareHeaders(before, after);
        const nothing = differences.length === 0 && !reordered;
        expect(nothing).toBe(JSON.stringify(before) === JSON.stringify(after));
      }),
    );
  });

  it('are real, and unreported headers have equal values', () => {
    fc.assert(
      fc.property(headers, headers, (before, after) => {
        const { differences, same } = compareHeaders(before, after);
        for (const difference of differences) {
          expect(difference.before).not.toEqual(difference.after);
          if (difference.kind === 'respelled') continue;
          expect(difference.before).toEqual(valuesOf(before, difference.name));
          expect(difference.after).toEqual(valuesOf(after, difference.name));
        }
        for (const [name] of same) expect(valuesOf(before, name)).toEqual(valuesOf(after, name));
      }),
    );
  });
});

describe('the differences between bytes', () => {
  it('start at the first byte that differs, or where the shorter one ends', () => {
    fc.assert(
      fc.property(fc.uint8Array({ max: 2 }), fc.uint8Array({ max: 2 }), (before, after) => {
        const { firstOffset, lengths } = compareBytes(before, after);
        expect(lengths).toEqual([before.length, after.length]);
        const common = firstOffset ?? before.length;
        expect(before.subarray(0, common)).toEqual(after.subarray(0, common));
        if (firstOffset === null) expect(after.length).toBe(before.length);
        else expect(before[firstOffset]).not.toBe(after[firstOffset]);
      }),
    );
  });
});
