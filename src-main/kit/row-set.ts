/** A set of row numbers, stored as bits in blocks. A million rows take about 125 KB. */

const blockRows = 4_096;

export interface RowSet {
  /** Returns whether the row was new. */
  add(row: number): boolean;
  has(row: number): boolean;
  readonly size: number;
}

export function createRowSet(): RowSet {
  const blocks = new Map<number, Uint8Array>();
  let size = 0;

  const placeOf = (row: number) => {
    const within = row % blockRows;
    return { block: (row - within) / blockRows, byte: within >> 3, bit: 1 << (within & 7) };
  };

  return {
    add(row) {
      const { block, byte, bit } = placeOf(row);
      const bytes = blocks.get(block) ?? new Uint8Array(blockRows / 8);
      blocks.set(block, bytes);
      const before = bytes[byte] ?? 0;
      if ((before & bit) !== 0) return false;
      bytes[byte] = before | bit;
      size += 1;
      return true;
    },
    has(row) {
      const { block, byte, bit } = placeOf(row);
      return ((blocks.get(block)?.[byte] ?? 0) & bit) !== 0;
    },
    get size() {
      return size;
    },
  };
}
