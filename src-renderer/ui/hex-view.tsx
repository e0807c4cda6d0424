import { useVirtualizer } from '@tanstack/react-virtual';
import { useRef } from 'react';
import { ScrollRegion } from './scroll-region.tsx';
import { useElementWidth } from './use-element-width.ts';

interface HexViewProps {
  bytes: Uint8Array;
  /** Accessible name, such as "Bytes of the body". */
  label: string;
}

const LINE_PX = 19;
/** Width of the offset, sixteen pairs and sixteen characters at 12 px. */
const SIXTEEN_FIT_PX = 590;

/** A hex dump: offset, bytes, and ASCII. */
export function HexView({ bytes, label }: HexViewProps) {
  const scroller = useRef<HTMLElement>(null);
  const width = useElementWidth(scroller);
  const perRow = width >= SIXTEEN_FIT_PX ? 16 : 8;
  const virtualizer = useVirtualizer({
    count: Math.ceil(bytes.length / perRow),
    getScrollElement: () => scroller.current,
    estimateSize: () => LINE_PX,
    overscan: 30,
  });
  return (
    <ScrollRegion
      ref={scroller}
      label={label}
      className="bytes overflow-auto px-3 py-2 leading-4.75 tabular-nums -outline-offset-2 max-h-[480px]"
    >
      <div className="relative" style={{ height: virtualizer.getTotalSize() }}>
        {virtualizer.getVirtualItems().map((item) => {
          const row = hexRow(bytes, item.index, perRow);
          return (
            <div
              key={item.key}
              className="absolute flex gap-5 whitespace-pre"
              style={{ top: item.start, height: LINE_PX }}
            >
              <span className="text-fg-3 select-none">{row.offset}</span>
              <span>{row.hex}</span>
              <span className="text-ok">{row.ascii}</span>
            </div>
          );
        })}
      </div>
    </ScrollRegion>
  );
}

interface HexRow {
  offset: string;
  hex: string;
  ascii: string;
}

const printable = (byte: number) => byte >= 0x20 && byte < 0x7f;

/** One line of a hex dump, in groups of eight. */
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
