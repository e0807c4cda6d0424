import { type AriaAttributes, type MouseEvent, memo, type ReactNode } from 'react';
import { cx } from './cx.ts';

interface HeadProps<Row> {
  columns: readonly VirtualListColumn<Row>[];
  tracks: string;
}

const cells = 'grid items-center gap-2.25 px-3';

/** Visual only: a row is announced as one sentence. */
export function VirtualListHead<Row>({
  columns,
  tracks,
  end,
}: HeadProps<Row> & {
  /** Pixels reserved at the row's end for the scrollbar. */
  end: number;
}) {
  return (
    <div
      aria-hidden="true"
      className={cx(
        cells,
        'h-6.5 flex-none overflow-hidden border-b border-line bg-bg-1 text-label text-fg-3',
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
  top: number;
  height: number;
  /** What it is in its list. */
  place: { role: 'option' | 'treeitem' } & AriaAttributes;
  selected: boolean;
  /** Where the keys are. */
  current: boolean;
  onPress: (event: MouseEvent) => void;
  onOpen: (() => void) | undefined;
}

export function VirtualListRow<Row>(props: RowProps<Row>) {
  const { row, columns, tracks, selected, current } = props;
  return (
    // biome-ignore lint/a11y: its place has a role
    <div
      id={props.id}
      {...props.place}
      aria-selected={selected}
      tabIndex={-1}
      onMouseDown={(event) => {
        // The list keeps the focus, since rows may be scrolled away.
        event.preventDefault();
        props.onPress(event);
      }}
      onDoubleClick={props.onOpen}
      className={cx(
        cells,
        'absolute inset-x-0 border-b border-line/55 outline-none [contain:strict]',
        selected ? 'bg-accent-bg' : 'hover:bg-bg-2',
        current &&
          'shadow-[inset_2px_0_var(--accent)] outline-2 -outline-offset-2 outline-accent group-focus-visible/list:group-not-data-pressed/list:outline-solid',
      )}
      style={{ top: props.top, height: props.height, gridTemplateColumns: tracks }}
    >
      <VirtualListCells row={row} columns={columns as readonly VirtualListColumn<unknown>[]} />
    </div>
  );
}

/** A row that only moves isn't rerendered. */
export const VirtualListCells = memo(function Cells({
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
        // In words, hyphens would be as wide as digits.
        column.align === 'end' ? 'justify-end tabular-nums' : 'justify-start',
      )}
    >
      {column.cell(row)}
    </span>
  ));
});

/** Placeholder for a loading row. */
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
  /** Column name, even if `headingHidden`. */
  heading: string;
  headingHidden?: boolean | undefined;
  /** A CSS grid track: `66px`, `minmax(0,1fr)`. */
  width: string;
  align?: 'start' | 'end' | undefined;
  /** Hidden in lists narrower than this many pixels. */
  hideBelow?: number | undefined;
  /** Text and marks only: rows are options, which can't contain buttons. */
  cell: (row: Row) => ReactNode;
}
