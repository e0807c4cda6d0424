import { defaultRangeExtractor, useVirtualizer } from '@tanstack/react-virtual';
import {
  type KeyboardEvent,
  type ReactNode,
  type Ref,
  useId,
  useImperativeHandle,
  useMemo,
  useRef,
} from 'react';
import { cx } from './cx.ts';
import { indexAfterKey } from './list-keys.ts';
import { useScrollbarWidth } from './use-scrollbar-width.ts';
import { useSteadyScroll } from './use-steady-scroll.ts';
import { VirtualListHead, VirtualListRow } from './virtual-list-row.tsx';

export interface VirtualListColumn<Row> {
  id: string;
  /** Names the column, also where `headingHidden` keeps it from being drawn. */
  heading: string;
  headingHidden?: boolean | undefined;
  /** A track of CSS grid: `66px`, `minmax(0,1fr)`. */
  width: string;
  align?: 'start' | 'end' | undefined;
  /** Words and marks only: rows are options, which may hold no buttons. */
  cell: (row: Row) => ReactNode;
}

export interface VirtualListHandle {
  focus: () => void;
  /** Selects the row that many steps away, as j and k do: for shortcuts pressed elsewhere. */
  move: (steps: number) => void;
  scrollToTop: () => void;
}

export interface VirtualListProps<Row> {
  /** Its name, read aloud. */
  label: string;
  rows: readonly Row[];
  rowKey: (row: Row) => string;
  columns: readonly VirtualListColumn<Row>[];
  selectedKey: string | null;
  onSelect: (row: Row, by: 'pointer' | 'keyboard') => void;
  /** Enter, or a double click. */
  onOpen?: ((row: Row) => void) | undefined;
  /** Follow the newest row (the first). Anyone who moves by hand leaves: `onLeaveLive`. */
  live?: boolean | undefined;
  onLeaveLive?: (() => void) | undefined;
  /** The last loaded rows come into view: time to load the next page. */
  onNearEnd?: (() => void) | undefined;
  /** Rows that there are in all, loaded or not. */
  totalCount?: number | undefined;
  rowHeight?: number | undefined;
  /** The row as a sentence, where its cells read one after the other make none. */
  rowLabel?: ((row: Row) => string) | undefined;
  ref?: Ref<VirtualListHandle> | undefined;
}

/** About a second of quick scrolling before an unloaded end is reached. */
const NEAR_END_ROWS = 40;

/**
 * A list of any length, of which only what is visible exists. One tab stop: the list has the
 * focus, and j, k, arrows, Page Up and Down, Home and End move the selection.
 */
export function VirtualList<Row>({
  label,
  rows,
  rowKey,
  columns,
  selectedKey,
  onSelect,
  onOpen,
  live = false,
  onLeaveLive,
  onNearEnd,
  totalCount,
  rowHeight = 33,
  rowLabel,
  ref,
}: VirtualListProps<Row>) {
  const id = useId();
  const scroller = useRef<HTMLDivElement>(null);
  const scrollbarWidth = useScrollbarWidth(scroller);
  const selectedIndex = useMemo(
    () => (selectedKey === null ? -1 : rows.findIndex((row) => rowKey(row) === selectedKey)),
    [rows, rowKey, selectedKey],
  );
  const headed = columns.some((column) => !column.headingHidden);
  const virtualizer = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    getItemKey: (index) => keyAt(rows, index, rowKey),
    overscan: 10,
    // The selected row always exists, because aria-activedescendant names it.
    rangeExtractor: (range) => {
      const drawn = defaultRangeExtractor(range);
      const extra = selectedIndex >= 0 && !drawn.includes(selectedIndex);
      return extra ? [...drawn, selectedIndex].sort((a, b) => a - b) : drawn;
    },
  });
  const noteScroll = useSteadyScroll({ scroller, rows, rowKey, rowHeight, live });

  const select = (index: number) => {
    const row = rows[index];
    if (row === undefined) return;
    onLeaveLive?.();
    onSelect(row, 'keyboard');
    virtualizer.scrollToIndex(index, { align: 'auto' });
  };

  useImperativeHandle(ref, () => ({
    focus: () => scroller.current?.focus(),
    move: (steps) =>
      select(Math.min(rows.length - 1, Math.max(0, selectedIndex < 0 ? 0 : selectedIndex + steps))),
    scrollToTop: () => scroller.current?.scrollTo({ top: 0 }),
  }));

  const onKeyDown = (event: KeyboardEvent) => {
    delete scroller.current?.dataset.pressed;
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const selected = rows[selectedIndex];
    if (event.key === 'Enter' && event.target === scroller.current && selected && onOpen) {
      event.preventDefault();
      onOpen(selected);
      return;
    }
    const pageRows = Math.floor((scroller.current?.clientHeight ?? 0) / rowHeight) || 1;
    const next = indexAfterKey(event.key, selectedIndex, rows.length, pageRows);
    if (next === undefined) return;
    event.preventDefault();
    select(next);
  };

  const onScroll = () => {
    if (noteScroll()) onLeaveLive?.();
    const element = scroller.current;
    if (!element || !onNearEnd) return;
    // Measured here, since the virtualizer may hear of this scroll only later.
    const lastRow = (element.scrollTop + element.clientHeight) / rowHeight;
    if (lastRow >= rows.length - NEAR_END_ROWS) onNearEnd();
  };

  const tracks = columns.map((column) => column.width).join(' ');
  const drawnRows = virtualizer.getVirtualItems();
  const selectedDrawn = drawnRows.some((item) => item.index === selectedIndex);
  return (
    <div className="flex h-full min-h-0 flex-col">
      {headed && <VirtualListHead columns={columns} tracks={tracks} end={scrollbarWidth} />}
      <div
        ref={scroller}
        role="listbox"
        // Unlike in a list of choices, letters here are commands.
        data-shortcuts=""
        aria-label={label}
        aria-activedescendant={selectedDrawn ? `${id}-${selectedKey}` : undefined}
        // Focus is what makes the list usable by keyboard; its rows are reached through it.
        tabIndex={0}
        onKeyDown={onKeyDown}
        onBlur={() => delete scroller.current?.dataset.pressed}
        onScroll={onScroll}
        className={cx(
          'relative min-h-0 flex-1 overflow-x-hidden overflow-y-auto outline-offset-[-2px]',
          '[overflow-anchor:none] data-pressed:outline-none',
        )}
      >
        <div
          role="presentation"
          className="relative"
          style={{ height: virtualizer.getTotalSize() }}
        >
          {drawnRows.map((item) => {
            const row = rows[item.index];
            if (row === undefined) return null;
            const selected = item.index === selectedIndex;
            return (
              <VirtualListRow
                key={item.key}
                id={`${id}-${item.key}`}
                row={row}
                columns={columns}
                tracks={tracks}
                top={item.start}
                height={rowHeight}
                label={rowLabel?.(row)}
                place={item.index + 1}
                ofAll={totalCount ?? rows.length}
                selected={selected}
                onPress={() => {
                  press(scroller.current);
                  onLeaveLive?.();
                  onSelect(row, 'pointer');
                }}
                onOpen={onOpen && (() => onOpen(row))}
              />
            );
          })}
        </div>
      </div>
    </div>
  );
}

/** The focus that a script moves counts as the keyboard's, which is shown; this one was a pointer's. */
function press(list: HTMLElement | null): void {
  if (list === null) return;
  list.dataset.pressed = '';
  list.focus({ preventScroll: true });
}

function keyAt<Row>(rows: readonly Row[], index: number, rowKey: (row: Row) => string) {
  const row = rows[index];
  return row === undefined ? index : rowKey(row);
}
