export interface HexRow {
  offset: string;
  hex: string;
  ascii: string;
}

const printable = (byte: number) => byte >= 0x20 && byte < 0x7f;

/** One line of a hex dump, the hex in groups of eight. */
export function hexRow(bytes: Uint8Array, row: number, perRow: number): HexRow {
  const start = row * perRow;
  const slice = bytes.subarray(start, start + perRow);
  const pairs = Array.from({ length: perRow }, (_, index) => {
    const byte = slice[index];
    const pair = byte === undefined ? '  ' : byte.toString(16).padStart(2, '0');
    return index > 0 && index % 8 === 0 ? ` ${pair}` : pair;
  });
  return {
    offset: start.toString(16).padStart(6, '0'),
    hex: pairs.join(' '),
    ascii: Array.from(slice, (byte) => (printable(byte) ? String.fromCharCode(byte) : '·')).join(
      '',
    ),
  };
}
