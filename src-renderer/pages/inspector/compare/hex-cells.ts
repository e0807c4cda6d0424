/** One row of two hex dumps at the same offset. Pure. */
export interface HexCell {
  readonly offset: number;
  /** Two digits; spaces behind the end. */
  readonly pair: string;
  /** What of it is ASCII. */
  readonly sign: string;
  readonly differs: boolean;
}

interface HexCells {
  readonly before: readonly HexCell[];
  readonly after: readonly HexCell[];
}

function cellOf(offset: number, byte: number | undefined, differs: boolean): HexCell {
  if (byte === undefined) return { offset, pair: '  ', sign: ' ', differs: false };
  const printable = byte >= 0x20 && byte < 0x7f;
  const sign = printable ? String.fromCharCode(byte) : '·';
  return { offset, pair: byte.toString(16).padStart(2, '0'), sign, differs };
}

export function hexCells(
  before: Uint8Array,
  after: Uint8Array,
  from: number,
  count: number,
): HexCells {
  const offsets = Array.from({ length: count }, (_, index) => from + index);
  const cells = (own: Uint8Array, other: Uint8Array) =>
    offsets.map((offset) => cellOf(offset, own[offset], own[offset] !== other[offset]));
  return { before: cells(before, after), after: cells(after, before) };
}
