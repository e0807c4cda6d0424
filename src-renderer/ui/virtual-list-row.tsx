import { memo, type ReactNode } from 'react';
import { cx } from './cx.ts';

interface HeadProps<Row> {
  columns: readonly VirtualListColumn<Row>[];
  tracks: string;
}

const cells = 'grid items-center gap-[9px] px-3';

/** For the eye only: a row is read aloud as one sentence. */
export function VirtualListHead<Row>({
  columns,
  tracks,
  end,
}: HeadProps<Row> & {
  /** Pixels that the rows leave free at their end, for the scrollbar. */
  end: number;
}) {
  return (
    <div
      aria-hidden="true"
      className={cx(
        cells,
        'h-[26px] flex-none overflow-hidden border-b border-line bg-bg-1 text-label text-fg-3',
      )}
      style={{ gridTemplateColumns: tracks, borderInlineEnd: `${end}px solid transparent` }}
    >
      {columns.map((column) => (
        <span key={column.id} className={cx('truncate', column.align === 'end' && 'text-right')}>
          {!column.headingHidden && column.heading}
        </span>
      ))}
    </div>
  );
}

interface RowProps<Row> extends HeadProps<Row> {
  id: string;
  row: Row;
  label: string | undefined;
  top: number;
  height: number;
  place: number;
  ofAll: number;
  selected: boolean;
  onPress: () => void;
  onOpen: (() => void) | undefined;
}

export function VirtualListRow<Row>(props: RowProps<Row>) {
  const { row, columns, tracks, selected } = props;
  return (
    <div
      id={props.id}
      role="option"
      aria-label={props.label}
      aria-posinset={props.place}
      aria-setsize={props.ofAll}
      aria-selected={selected}
      tabIndex={-1}
      onMouseDown={(event) => {
        // The list keeps the focus: a row may be scrolled out of existence.
        event.preventDefault();
        props.onPress();
      }}
      onDoubleClick={props.onOpen}
      className={cx(
        cells,
        'absolute inset-x-0 border-b border-line/55 tabular-nums outline-none [contain:strict]',
        selected ? 'bg-accent-bg shadow-[inset_2px_0_var(--accent)]' : 'hover:bg-bg-2',
      )}
      style={{ top: props.top, height: props.height, gridTemplateColumns: tracks }}
    >
      <Cells row={row} columns={columns as readonly VirtualListColumn<unknown>[]} />
    </div>
  );
}

/** Of a row that only moves, nothing is drawn anew. */
const Cells = memo(function Cells({
  row,
  columns,
}: {
  row: unknown;
  columns: readonly VirtualListColumn<unknown>[];
}) {
  return columns.map((column) => (
    <span
      key={column.id}
      className={cx(
        'flex min-w-0 items-center',
        column.align === 'end' ? 'justify-end' : 'justify-start',
      )}
    >
      {column.cell(row)}
    </span>
  ));
});

/** Keeps the place of a row that is on its way. */
export function UnloadedRow({ top, height }: { top: number; height: number }) {
  return (
    <div
      aria-hidden="true"
      data-unloaded=""
      className="absolute inset-x-0 flex items-center border-b border-line/55 px-3 [contain:strict]"
      style={{ top, height }}
    >
      <span className="h-2 w-2/5 rounded-chip bg-bg-3" />
    </div>
  );
}

export interface VirtualListColumn<Row> {
  id: string;
  /** Names the column, also where `headingHidden` keeps it from being drawn. */
  heading: string;
  headingHidden?: boolean | undefined;
  /** A track of CSS grid: `66px`, `minmax(0,1fr)`. */
  width: string;
  align?: 'start' | 'end' | undefined;
  /** Left out of a list that is narrower than this, in pixels: what matters more has the room. */
  hideBelow?: number | undefined;
  /** Words and marks only: rows are options, which may hold no buttons. */
  cell: (row: Row) => ReactNode;
}
