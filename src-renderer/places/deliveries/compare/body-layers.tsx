import { useVirtualizer } from '@tanstack/react-virtual';
import { useLayoutEffect, useMemo, useRef, useState } from 'react';
import { bytesOf } from '#renderer/requests/body-bytes.ts';
import { Card } from '#renderer/ui/card.tsx';
import { cx } from '#renderer/ui/cx.ts';
import { ScrollRegion } from '#renderer/ui/scroll-region.tsx';
import { Segmented } from '#renderer/ui/segmented.tsx';
import { TextDiff } from '#renderer/ui/text-diff.tsx';
import { useElementWidth } from '#renderer/ui/use-element-width.ts';
import type { Bytes } from '#shared/deliveries/delivery.ts';
import { formatCount } from '#shared/kit/format.ts';
import { visibleLines } from '#shared/kit/visible-text.ts';
import { type BodiesCompared, orderedJson } from './body-differences.ts';
import { spellingsText } from './comparison.ts';

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
function SideBySideHex({ before, after, firstOffset, label }: SideBySideHexProps) {
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

interface BodyLayersProps {
  readonly title: string;
  readonly before: Bytes;
  readonly after: Bytes;
  readonly compared: BodiesCompared;
}

/** Two bodies: the same bytes, or their differences as JSON, as text and as bytes. */
export function BodyLayers(props: BodyLayersProps) {
  const { title, before, after, compared } = props;
  const { firstOffset, lengths } = compared.bytes;
  if (firstOffset !== null) return <BodyDifferences {...props} firstOffset={firstOffset} />;
  return (
    <Card title={title} meta="identical" padded={false}>
      <p className="px-3 py-2.5 text-fg-2">
        {lengths[0] === 0 ? 'Both are empty' : `All ${formatCount(lengths[0])} bytes match`}
      </p>
      <CutOff before={before} after={after} />
    </Card>
  );
}

function CutOff({ before, after }: Pick<BodyLayersProps, 'before' | 'after'>) {
  if (!before.truncated && !after.truncated) return null;
  return (
    <p className="border-t border-line px-3 py-2 text-small text-fg-2">
      Truncated: compares only the stored parts.
    </p>
  );
}

type Look = 'json' | 'text' | 'bytes';

const lookLabels: Record<Look, string> = { json: 'JSON', text: 'Text', bytes: 'Bytes' };

/** How two bodies can be compared, the most informative way first. */
function looksOf(before: Bytes, after: Bytes, { meaning }: BodiesCompared): readonly Look[] {
  if (before.text === null || after.text === null) return ['bytes'];
  if (meaning.kind === 'unreadable') return ['text', 'bytes'];
  return meaning.kind === 'other' ? ['json', 'text', 'bytes'] : ['text', 'json', 'bytes'];
}

function BodyDifferences({
  title,
  before,
  after,
  compared,
  firstOffset,
}: BodyLayersProps & { readonly firstOffset: number }) {
  const looks = looksOf(before, after, compared);
  const [chosen, setChosen] = useState<Look | null>(null);
  const look = looks.find((offered) => offered === chosen) ?? looks[0] ?? 'bytes';
  const [from, to] = compared.bytes.lengths.map((length) => formatCount(length));
  const lengths = from === to ? `${from} bytes each` : `${from} and ${to} bytes`;
  return (
    <Card
      title={title}
      meta={`${lengths}, from offset ${formatCount(firstOffset)}`}
      padded={false}
      actions={
        looks.length > 1 && (
          <Segmented<Look>
            label={`${title} compared as`}
            size="small"
            value={look}
            onChange={setChosen}
            segments={(['json', 'text', 'bytes'] as const)
              .filter((value) => looks.includes(value))
              .map((value) => ({ value, label: lookLabels[value] }))}
          />
        )
      }
    >
      {compared.meaning.kind === 'same' && (
        <p className="border-b border-line px-3 py-2 text-fg-2">
          Same JSON, differs in {spellingsText(compared.meaning.spellings)}. Signatures differ too.
        </p>
      )}
      {look === 'bytes' ? (
        <Hex before={before} after={after} firstOffset={firstOffset} label={`${title}: bytes`} />
      ) : (
        <Texts title={title} before={before.text ?? ''} after={after.text ?? ''} look={look} />
      )}
      <CutOff before={before} after={after} />
    </Card>
  );
}

interface TextsProps {
  readonly title: string;
  readonly before: string;
  readonly after: string;
  readonly look: 'json' | 'text';
}

function Texts({ title, before, after, look }: TextsProps) {
  const isJson = look === 'json';
  const texts = useMemo(
    () => [before, after].map((text) => visibleLines(isJson ? orderedJson(text) : text)),
    [before, after, isJson],
  );
  return (
    <TextDiff
      before={texts[0] ?? ''}
      after={texts[1] ?? ''}
      label={`${title} as ${lookLabels[look]}`}
      isJson={isJson}
    />
  );
}

interface HexProps {
  readonly before: Bytes;
  readonly after: Bytes;
  readonly firstOffset: number;
  readonly label: string;
}

function Hex({ before, after, ...rest }: HexProps) {
  const bytes = useMemo(() => [bytesOf(before), bytesOf(after)] as const, [before, after]);
  return <SideBySideHex before={bytes[0]} after={bytes[1]} {...rest} />;
}
