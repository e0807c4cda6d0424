/** The alignment of sent and hashed bytes. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type Alignment,
  alignmentOf,
  cellAt,
  changesBetween,
  changesText,
  changeText,
} from '#shared/signatures/alignment.ts';

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);

const cellsOf = (alignment: Alignment) =>
  Array.from({ length: alignment.columns }, (_, column) => cellAt(alignment, column));

/** Both rows, with `·` for gaps. */
function rows(sent: string, hashed: string): readonly [string, string] {
  const cells = cellsOf(alignmentOf(bytes(sent), bytes(hashed)));
  const row = (text: string, side: 'sent' | 'hashed') =>
    cells.map((cell) => (cell[side] === null ? '·' : text[cell[side]])).join('');
  return [row(sent, 'sent'), row(hashed, 'hashed')];
}

describe('aligned bytes', () => {
  it.each([
    ['an inserted space', '{"a":1}', '{"a": 1}', '{"a":·1}', '{"a": 1}'],
    ['several of them', '[1,2,3]', '[1, 2, 3]', '[1,·2,·3]', '[1, 2, 3]'],
    ['removed bytes', 'a 1.0,b', 'a 1,b', 'a 1.0,b', 'a 1··,b'],
    ['a replaced byte', 'abcd', 'abXd', 'abcd', 'abXd'],
    ['nothing hashed', 'ab', '', 'ab', '··'],
    ['one more at the end', 'ab', 'ab\n', 'ab·', 'ab\n'],
  ])('of %s', (_, sent, hashed, sentRow, hashedRow) => {
    expect(rows(sent, hashed)).toEqual([sentRow, hashedRow]);
  });

  it('are joined where few are equal by chance', () => {
    expect(changesBetween(bytes('{"a":"\u00fc 1"}'), bytes('{"a":"\\u00fc 1"}'))).toEqual([
      { sentFrom: 6, sentTo: 8, hashedFrom: 6, hashedTo: 12 },
    ]);
    expect(changesBetween(bytes('abcdefgh.ijklmnop'), bytes('ABCDEFGH.IJKLMNOP'))).toHaveLength(1);
  });

  const someBytes = fc.array(fc.constantFrom(1, 2, 3), { maxLength: 60 });

  it('hold every byte once, and only equal bytes outside of changes', () => {
    fc.assert(
      fc.property(someBytes, someBytes, (a, b) => {
        const [sent, hashed] = [Uint8Array.from(a), Uint8Array.from(b)];
        const cells = cellsOf(alignmentOf(sent, hashed));
        expect(cells.flatMap((cell) => cell.sent ?? [])).toEqual(a.map((_, index) => index));
        expect(cells.flatMap((cell) => cell.hashed ?? [])).toEqual(b.map((_, index) => index));
        for (const cell of cells)
          if (cell.change === null) expect(sent[cell.sent ?? -1]).toBe(hashed[cell.hashed ?? -2]);
      }),
    );
  });

  it('of a large body are found piece by piece', () => {
    const value = Array.from({ length: 60_000 }, (_, index) => ({ id: index, name: `n${index}` }));
    const sent = JSON.stringify(value);
    const hashed = sent.replaceAll('":', '": ');
    const { changes, columns } = alignmentOf(bytes(sent), bytes(hashed));
    expect(sent.length).toBeGreaterThan(1_000_000);
    expect(changes).toHaveLength(120_000);
    expect(columns).toBe(hashed.length);
  });

  it('of a large body with nothing in common are one change or few', () => {
    const sent = new Uint8Array(1_000_000).fill(1);
    const hashed = new Uint8Array(1_200_000).fill(2);
    expect(changesBetween(sent, hashed)).toEqual([
      { sentFrom: 0, sentTo: 1_000_000, hashedFrom: 0, hashedTo: 1_200_000 },
    ]);
  });
});

describe('differences in words', () => {
  const [sent, hashed] = [bytes('{"version":1,"a":2}'), bytes('{"version": 1, "a": 2}')];
  const changes = changesBetween(sent, hashed);

  it('name the first byte of a change', () => {
    const [first] = changes;
    expect(first && changeText(sent, hashed, first)).toBe(
      'Byte 11: a space (20) was hashed where 1 (31) was sent',
    );
  });

  it('count what was added', () => {
    expect(changesText(hashed, changes)).toBe('3 spaces were added');
  });
});
