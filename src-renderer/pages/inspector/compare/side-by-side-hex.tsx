import { useVirtualizer } from '@tanstack/react-virtual';
import { useLayoutEffect, useMemo, useRef } from 'react';
import { cx } from '#renderer/ui/cx.ts';
import { ScrollRegion } from '#renderer/ui/scroll-region.tsx';
import { useElementWidth } from '#renderer/ui/use-element-width.ts';

interface SideBySideHexProps {
  readonly before: Uint8Array;
  readonly after: Uint8Array;
  /** The offset shown first. */
  readonly firstOffset: number;
  readonly label: string;
}

const linePx = 19;
/** Width of the offset, byte pairs and characters of both sides at 12 px, by bytes per row. */
const widths: readonly [number, number][] = [
  [16, 1_040],
  [8, 580],
];
const fewest = 4;

/** Both byte arrays at the same offset with differences marked; only visible rows are drawn. */
export function SideBySideHex({ before, after, firstOffset, label }: SideBySideHexProps) {
  const scroller = useRef<HTMLElement>(null);
  const width = useElementWidth(scroller);
  const perRow = widths.find(([, needed]) => width >= needed)?.[0] ?? fewest;
  const longer = Math.max(before.length, after.length);
  const virtualizer = useVirtualizer({
    count: Math.ceil(longer / perRow),
    getScrollElement: () => scroller.current,
    estimateSize: () => linePx,
    overscan: 20,
  });
  const firstRow = Math.floor(firstOffset / perRow);
  useLayoutEffect(() => {
    scroller.current?.scrollTo({ top: Math.max(0, firstRow - 2) * linePx });
  }, [firstRow]);
  return (
    <ScrollRegion
      ref={scroller}
      label={label}
      className="bytes max-h-[320px] overflow-auto px-3 py-2 leading-4.75 tabular-nums -outline-offset-2"
    >
      <div className="relative" style={{ height: virtualizer.getTotalSize() }}>
        {virtualizer.getVirtualItems().map((item) => (
          <Row
            key={item.key}
            before={before}
            after={after}
            from={item.index * perRow}
            perRow={perRow}
            top={item.start}
          />
        ))}
      </div>
    </ScrollRegion>
  );
}

interface RowProps {
  readonly before: Uint8Array;
  readonly after: Uint8Array;
  readonly from: number;
  readonly perRow: number;
  readonly top: number;
}

function Row({ before, after, from, perRow, top }: RowProps) {
  const cells = useMemo(() => hexCells(before, after, from, perRow), [before, after, from, perRow]);
  return (
    <div className="absolute flex gap-4 whitespace-pre" style={{ top, height: linePx }}>
      <span className="text-fg-3 select-none">{from.toString(16).padStart(6, '0')}</span>
      <Side cells={cells.before} look="bg-bad-bg font-bold text-bad" />
      <Side cells={cells.after} look="bg-ok-bg font-bold text-ok" />
    </div>
  );
}

function Side({ cells, look }: { cells: readonly HexCell[]; look: string }) {
  return (
    <span className="flex gap-2.5">
      <span>
        {cells.map(({ offset, pair, differs }) => (
          <span key={offset} className={cx(differs && look)}>{`${pair} `}</span>
        ))}
      </span>
      <span className="text-fg-2">
        {cells.map(({ offset, sign, differs }) => (
          <span key={offset} className={cx(differs && look)}>
            {sign}
          </span>
        ))}
      </span>
    </span>
  );
}

/** One row of two hex dumps at the same offset. Pure. */
interface HexCell {
  readonly offset: number;
  /** Two digits; spaces after the end. */
  readonly pair: string;
  /** The printable ASCII characters. */
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

function hexCells(before: Uint8Array, after: Uint8Array, from: number, count: number): HexCells {
  const offsets = Array.from({ length: count }, (_, index) => from + index);
  const cells = (bytes: Uint8Array, otherBytes: Uint8Array) =>
    offsets.map((offset) => cellOf(offset, bytes[offset], bytes[offset] !== otherBytes[offset]));
  return { before: cells(before, after), after: cells(after, before) };
}
