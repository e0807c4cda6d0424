/** Sent and hashed bytes in aligned rows. Only the visible columns are in the document. */
import { ChevronsRight } from 'lucide-react';
import { type PointerEvent, useId, useMemo, useRef, useState } from 'react';
import { ActionButton, useActions } from '#renderer/kit/actions/actions.tsx';
import { cx } from '#renderer/ui/cx.ts';
import { useElementWidth } from '#renderer/ui/use-element-width.ts';
import { counted, formatCount } from '#shared/kit/format.ts';
import {
  type AlignedCell,
  type Alignment,
  cellAt,
  changeText,
} from '#shared/signatures/alignment.ts';

const cellPx = 15;

/** For screen readers. */
const maxListed = 50;

interface ByteRibbonsProps {
  readonly sent: Uint8Array;
  readonly hashed: Uint8Array;
  readonly alignment: Alignment;
  /** Shows a single row: what was hashed isn't known. */
  readonly isSentOnly?: boolean;
  /** Without overview, differences in words and keys. */
  readonly isShort?: boolean;
  /** Whether a later copy was accepted. */
  readonly isFixed?: boolean;
}

/** The first visible column, and the chosen change. */
function useView({ alignment: { starts, columns } }: ByteRibbonsProps, visible: number) {
  const [panned, setPanned] = useState<number | null>(null);
  const [chosen, setChosen] = useState(0);
  const last = Math.max(0, columns - visible);
  const clamped = (column: number): number => Math.max(0, Math.min(last, Math.round(column)));
  const current = Math.min(chosen, starts.length - 1);
  /** A change with what is before it. */
  const around = (change: number): number => {
    const start = starts[change] ?? 0;
    return clamped(start < visible * 0.75 ? 0 : start - visible / 4);
  };
  const first = panned === null ? around(current) : clamped(panned);
  return {
    first,
    current,
    pan: (column: number) => setPanned(clamped(column)),
    choose(change: number) {
      setChosen(change);
      const start = starts[change] ?? 0;
      const isVisible = start >= first && start < first + visible - 2;
      setPanned(isVisible ? first : around(change));
    },
  };
}

export function ByteRibbons(props: ByteRibbonsProps) {
  const { sent, hashed, alignment, isShort = false, isSentOnly = false, isFixed = false } = props;
  const { changes, columns, starts } = alignment;
  const track = useRef<HTMLDivElement>(null);
  const width = useElementWidth(track);
  const visible = Math.max(1, Math.floor(width / cellPx));
  const { first, current, pan, choose } = useView(props, visible);
  const hasNext = !isShort && changes.length > 1;
  const [next] = useActions('Signature', [
    {
      id: 'signature.next_difference',
      title: 'Next difference',
      label: `Next of ${formatCount(changes.length)}`,
      icon: ChevronsRight,
      shortcut: 'n',
      isShown: hasNext,
      run: () => choose((current + 1) % changes.length),
    },
  ]);
  const cells = Array.from(
    { length: Math.max(0, Math.min(visible, columns - first)) },
    (_, index) => cellAt(alignment, first + index),
  );
  const change = changes[current];
  const boxed = (starts[current] ?? -1) - first;
  const isBoxed = change !== undefined && boxed >= 0 && boxed < visible && !isFixed;
  const boxCells = Math.max(
    1,
    cells.filter((cell) => cell.change !== null && cell.change === current).length,
  );
  const text = change && changeText(sent, hashed, change);
  return (
    <div className="grid grid-cols-[74px_minmax(0,1fr)] gap-y-2">
      {!isShort && columns > visible && (
        <Overview alignment={alignment} first={first} visible={visible} width={width} onPan={pan} />
      )}
      <div className="grid content-start gap-2 text-small">
        <Label name="Sent" bytes={sent} isShort={isShort} />
        {!isSentOnly && <Label name="Hashed" bytes={hashed} isShort={isShort} />}
        {!isSentOnly && !isShort && <span className="leading-5 font-semibold">Difference</span>}
      </div>
      <div
        ref={track}
        aria-hidden="true"
        className="relative grid min-w-0 content-start gap-2 overflow-clip [overflow-clip-margin:3px]"
        onWheel={({ deltaX, shiftKey, deltaY }) => {
          const delta = shiftKey ? deltaY : deltaX;
          if (delta !== 0) pan(first + delta / cellPx);
        }}
      >
        <Row cells={cells} side="sent" bytes={sent} />
        {!isSentOnly && <Row cells={cells} side="hashed" bytes={hashed} />}
        {!isSentOnly && !isShort && <DifferenceRow cells={cells} />}
        {isBoxed && (
          <span
            className="pointer-events-none absolute -inset-y-0.5 rounded-chip border-2 border-bad"
            style={{ left: boxed * cellPx - 2, width: boxCells * cellPx + 3 }}
          />
        )}
        {isFixed && <FixedRows sent={sent} first={first} visible={visible} isShort={isShort} />}
      </div>
      {!isShort && !isSentOnly && changes.length > 0 && (
        <div className="col-start-2 flex min-h-6 items-center gap-3 text-small">
          <p
            role="status"
            className={cx('min-w-0 flex-1 font-semibold', isFixed ? 'text-ok' : 'text-bad')}
            style={{ paddingLeft: isBoxed && !isFixed ? Math.min(boxed * cellPx, width * 0.3) : 0 }}
          >
            {isFixed ? 'Fixed: a later copy was accepted' : text}
          </p>
          {hasNext && !isFixed && (
            <ActionButton action={next} variant="quiet" className="-my-1 h-6 font-normal" />
          )}
        </div>
      )}
      <DifferenceList sent={sent} hashed={hashed} alignment={alignment} />
    </div>
  );
}

interface LabelProps {
  readonly name: string;
  readonly bytes: Uint8Array;
  readonly isShort: boolean;
}

const Label = ({ name, bytes, isShort }: LabelProps) => (
  <span className="grid h-7.5 content-center leading-[15px]">
    <span className="font-semibold">{name}</span>
    {!isShort && (
      <span className="truncate text-label text-fg-3">{counted(bytes.length, 'byte')}</span>
    )}
  </span>
);

const character = (byte: number): string =>
  byte >= 32 && byte < 127 ? String.fromCharCode(byte) : '·';

/** A bracket at the bottom, which the bundled fonts lack. */
const spaceMark = <span className="inline-block h-1 w-1.75 border border-t-0 border-current" />;

interface RowProps {
  readonly cells: readonly AlignedCell[];
  readonly side: 'sent' | 'hashed';
  readonly bytes: Uint8Array;
}

function Row({ cells, side, bytes }: RowProps) {
  return (
    <div className="flex h-7.5">
      {cells.map((cell, index) => {
        const at = cell[side];
        const isWrong = side === 'hashed' && cell.change !== null;
        return at === null ? (
          // biome-ignore lint/suspicious/noArrayIndexKey: columns have no other identity
          <span key={index} className="byte-cell border border-dashed border-line-2" />
        ) : (
          <ByteCell
            // biome-ignore lint/suspicious/noArrayIndexKey: columns have no other identity
            key={index}
            byte={bytes[at] ?? 0}
            tone={isWrong ? 'bad' : side === 'sent' ? 'ok' : 'plain'}
          />
        );
      })}
    </div>
  );
}

const cellTones = {
  ok: 'bg-ok-bg',
  bad: 'bg-bad-bg text-bad font-bold shadow-[inset_0_0_0_1px_var(--bad)]',
  plain: 'bg-bg-2',
} as const;

function ByteCell({ byte, tone }: { byte: number; tone: keyof typeof cellTones }) {
  return (
    <span className={cx('byte-cell', cellTones[tone])}>
      <span>{byte === 32 ? spaceMark : character(byte)}</span>
      <span className={tone === 'bad' ? undefined : 'text-fg-2'}>
        {byte.toString(16).padStart(2, '0')}
      </span>
    </span>
  );
}

const signOf = ({ sent, hashed }: AlignedCell): string =>
  sent === null ? '+' : hashed === null ? '−' : '×';

function DifferenceRow({ cells }: { cells: readonly AlignedCell[] }) {
  return (
    <div className="flex h-5 items-center">
      {cells.map((cell, index) => (
        <span
          // biome-ignore lint/suspicious/noArrayIndexKey: columns have no other identity
          key={index}
          className={cx(
            'mr-px w-3.5 flex-none rounded-mark text-center font-mono text-label leading-5',
            cell.change === null ? 'text-line-2' : 'bg-bad font-bold text-bg-1',
          )}
        >
          {cell.change === null ? '-' : signOf(cell)}
        </span>
      ))}
    </div>
  );
}

interface FixedRowsProps {
  readonly sent: Uint8Array;
  readonly first: number;
  readonly visible: number;
  readonly isShort: boolean;
}

/** What was accepted covers the difference, from the left. */
function FixedRows({ sent, first, visible, isShort }: FixedRowsProps) {
  const from = Math.min(first, Math.max(0, sent.length - visible));
  const cells = Array.from({ length: Math.min(visible, sent.length - from) }, (_, index) => ({
    ...{ sent: from + index, hashed: from + index, change: null },
  }));
  return (
    <div className="absolute inset-0 grid animate-reveal content-start gap-2 bg-bg-1">
      <Row cells={cells} side="sent" bytes={sent} />
      <Row cells={cells} side="sent" bytes={sent} />
      {!isShort && <DifferenceRow cells={cells} />}
    </div>
  );
}

interface OverviewProps {
  readonly alignment: Alignment;
  readonly first: number;
  readonly visible: number;
  readonly width: number;
  readonly onPan: (first: number) => void;
}

/** All bytes, with a mark for each difference; it moves the visible window. */
function Overview({ alignment, first, visible, width, onPan }: OverviewProps) {
  const { starts, columns } = alignment;
  const labelId = useId();
  const scale = width / columns;
  const marks = useMemo(
    () =>
      [...new Set(starts.map((start) => Math.round(start * scale)))]
        .map((x) => `M${Math.min(x + 1, width - 1)} 4v8`)
        .join(''),
    [starts, scale, width],
  );
  const [from, windowPx] = [first * scale, Math.max(6, visible * scale)];
  const to = Math.min(width - 1, from + windowPx);
  const follow = ({ currentTarget, clientX, buttons, type, pointerId }: PointerEvent): void => {
    if (buttons !== 1) return;
    if (type === 'pointerdown') currentTarget.setPointerCapture(pointerId);
    const x = clientX - currentTarget.getBoundingClientRect().left;
    onPan(x / scale - visible / 2);
  };
  const steps: Readonly<Record<string, number>> = {
    ...{ ArrowLeft: -1, ArrowRight: 1, ArrowUp: -1, ArrowDown: 1 },
    ...{ PageUp: -visible, PageDown: visible, Home: -columns, End: columns },
  };
  return (
    <>
      <span id={labelId} className="text-label leading-4 text-fg-3">
        All bytes
      </span>
      <div
        role="slider"
        tabIndex={0}
        aria-labelledby={labelId}
        aria-valuemin={0}
        aria-valuemax={columns - visible}
        aria-valuenow={first}
        aria-valuetext={`From column ${formatCount(first)} of ${formatCount(columns)}`}
        className="h-8 min-w-0 cursor-pointer touch-none rounded-chip"
        onPointerDown={follow}
        onPointerMove={follow}
        onKeyDown={(event) => {
          const step = steps[event.key];
          if (step === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
          event.preventDefault();
          onPan(first + step * (event.shiftKey ? 8 : 1));
        }}
      >
        <svg width="100%" height={32} aria-hidden="true" className="block">
          <rect y={4} width="100%" height={8} rx={4} fill="var(--bg-3)" />
          <path d={marks} stroke="var(--bad)" strokeWidth={2} />
          <rect
            x={from + 0.75}
            y={1}
            width={Math.max(0, to - from)}
            height={14}
            rx={4}
            fill="none"
            stroke="var(--accent)"
            strokeWidth={1.5}
          />
          <path
            d={`M${from + 1} 15.5 1 32M${to} 15.5 ${width - 1} 32`}
            stroke="var(--accent)"
            strokeOpacity={0.35}
            fill="none"
          />
        </svg>
      </div>
    </>
  );
}

/** The text alternative. */
function DifferenceList({
  sent,
  hashed,
  alignment: { changes },
}: Pick<ByteRibbonsProps, 'sent' | 'hashed' | 'alignment'>) {
  if (changes.length === 0) return null;
  return (
    <ul aria-label="Differences" className="sr-only">
      {changes.slice(0, maxListed).map((change) => (
        <li key={change.sentFrom + change.hashedFrom}>{changeText(sent, hashed, change)}</li>
      ))}
      {changes.length > maxListed && (
        <li>{formatCount(changes.length - maxListed)} more differences</li>
      )}
    </ul>
  );
}
