import {
  type KeyboardEvent,
  type Ref,
  useEffect,
  useId,
  useImperativeHandle,
  useMemo,
  useRef,
} from 'react';
import { flushSync } from 'react-dom';
import { cx } from './cx.ts';
import { indexAfterKey } from './list-keys.ts';
import { useElementWidth } from './use-element-width.ts';
import {
  UnloadedRow,
  type VirtualListColumn,
  VirtualListHead,
  VirtualListRow,
} from './virtual-list-row.tsx';
import {
  type RowRange,
  tallestElementPx,
  useRowRecycling,
  useScrollAnchoring,
  useScrollbarWidth,
  useVisibleRows,
} from './virtual-list-scrolling.ts';

export interface VirtualListHandle {
  focus: () => void;
  /** Selects the row that many steps away, as j and k do: for shortcuts pressed elsewhere. */
  move: (steps: number) => void;
  scrollToTop: () => void;
}

export interface VirtualListPlaces {
  /** Rows above the loaded ones. */
  before: number;
  /** Rows in all; room is kept for those that are not loaded. */
  count: number;
  /** The place of a row, loaded or not. */
  placeOf: (key: string) => number;
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
  /** Where the loaded rows stand in a list of which any part can be loaded; absent: from its top on. */
  places?: VirtualListPlaces | undefined;
  /** Which rows are in view, by their places from the top: time to load them, and those around them. */
  onView?: ((first: number, last: number) => void) | undefined;
  /** The last loaded rows come into view: time to load the next page. */
  onNearEnd?: (() => void) | undefined;
  /** Rows that there are in all, as read aloud. */
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
  columns: allColumns,
  selectedKey,
  onSelect,
  onOpen,
  live = false,
  onLeaveLive,
  places,
  onView,
  onNearEnd,
  totalCount,
  rowHeight = 33,
  rowLabel,
  ref,
}: VirtualListProps<Row>) {
  const id = useId();
  const scroller = useRef<HTMLDivElement>(null);
  const scrollbarWidth = useScrollbarWidth(scroller);
  const width = useElementWidth(scroller);
  const columns = useMemo(
    () => allColumns.filter(({ hideBelow = 0 }) => width === 0 || width >= hideBelow),
    [allColumns, width],
  );
  const rowsBefore = places?.before ?? 0;
  const count = Math.min(
    places?.count ?? rows.length,
    // Further down is beyond what a browser lays out.
    Math.floor(tallestElementPx() / rowHeight),
  );
  const selectedIndex = useMemo(() => {
    if (selectedKey === null) return -1;
    const loaded = rows.findIndex((row) => rowKey(row) === selectedKey);
    return loaded >= 0 ? rowsBefore + loaded : (places?.placeOf(selectedKey) ?? -1);
  }, [rows, rowsBefore, places, rowKey, selectedKey]);
  const headed = columns.some((column) => !column.headingHidden);
  const visible = useVisibleRows(scroller, rowHeight);
  const steady = useScrollAnchoring({
    scroller,
    rows,
    rowsBefore,
    rowCount: places?.count,
    rowKey,
    rowHeight,
    live,
    onMoved: visible.noteTop,
  });
  /** Chosen by a key before it was loaded: it is opened as soon as it is. */
  const wanted = useRef<number | undefined>(undefined);

  const scrollTo = (index: number) => {
    const element = scroller.current;
    if (element === null) return;
    const [top, end] = [index * rowHeight, (index + 1) * rowHeight - element.clientHeight];
    if (element.scrollTop > top) element.scrollTop = top;
    else if (element.scrollTop < end) element.scrollTop = end;
  };

  const select = (index: number) => {
    const row = rows[index - rowsBefore];
    onLeaveLive?.();
    wanted.current = row === undefined && index >= 0 && index < count ? index : undefined;
    if (row !== undefined) onSelect(row, 'keyboard');
    scrollTo(index);
  };

  useEffect(() => {
    const row = wanted.current === undefined ? undefined : rows[wanted.current - rowsBefore];
    if (row === undefined) return;
    wanted.current = undefined;
    onSelect(row, 'keyboard');
  }, [rows, rowsBefore, onSelect]);

  useEffect(() => {
    const first = Math.max(0, visible.range.first);
    if (visible.range.end > 0) onView?.(first, Math.min(count, visible.range.end) - 1);
  }, [visible.range, count, onView]);

  useImperativeHandle(ref, () => ({
    focus: () => scroller.current?.focus(),
    move: (steps) => {
      const from = wanted.current ?? selectedIndex;
      select(Math.min(count - 1, Math.max(0, from < 0 ? 0 : from + steps)));
    },
    scrollToTop: () => scroller.current?.scrollTo({ top: 0 }),
  }));

  const onKeyDown = (event: KeyboardEvent) => {
    delete scroller.current?.dataset.pressed;
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const selected = rows[selectedIndex - rowsBefore];
    if (event.key === 'Enter' && event.target === scroller.current && selected && onOpen) {
      event.preventDefault();
      onOpen(selected);
      return;
    }
    const pageRows = Math.floor((scroller.current?.clientHeight ?? 0) / rowHeight) || 1;
    const next = indexAfterKey(event.key, wanted.current ?? selectedIndex, count, pageRows);
    if (next === undefined) return;
    event.preventDefault();
    select(next);
  };

  const onScroll = () => {
    const element = scroller.current;
    if (!element) return;
    // Drawn within the frame that scrolls: a scrollbar that is dragged leaves no room for a later one.
    flushSync(() => visible.noteTop(element.scrollTop));
    if (steady.noteScroll()) onLeaveLive?.();
    if (!onNearEnd) return;
    const lastRow = (element.scrollTop + element.clientHeight) / rowHeight;
    if (lastRow >= rows.length - NEAR_END_ROWS) onNearEnd();
  };

  const tracks = columns.map((column) => column.width).join(' ');
  const { steps, origin } = steady;
  const range = { first: visible.range.first + steps, end: visible.range.end + steps };
  const drawn = drawnIndices(range, count, rowsBefore, rows.length, selectedIndex);
  const slots = useRowRecycling(
    drawn.flatMap((index) => {
      const row = rows[index - rowsBefore];
      return row === undefined ? [] : [rowKey(row)];
    }),
  );
  const selectedDrawn = drawn.includes(selectedIndex) && rows[selectedIndex - rowsBefore];
  return (
    <div className="relative flex h-full min-h-0 flex-col">
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
          'peer relative min-h-0 flex-1 overflow-x-hidden overflow-y-auto outline-offset-[-2px]',
          '[overflow-anchor:none] data-pressed:outline-none',
        )}
      >
        <div role="presentation" className="relative" style={{ height: count * rowHeight }}>
          {/* Rows stand in a window of their own: when others arrive above, it alone moves. */}
          <div
            role="presentation"
            className="absolute inset-x-0"
            style={{ top: origin * rowHeight }}
          >
            {drawn.map((index) => {
              const row = rows[index - rowsBefore];
              const top = (index - origin) * rowHeight;
              if (row === undefined)
                return <UnloadedRow key={`unloaded ${index}`} top={top} height={rowHeight} />;
              const key = rowKey(row);
              return (
                <VirtualListRow
                  key={slots.get(key)}
                  id={`${id}-${key}`}
                  row={row}
                  columns={columns}
                  tracks={tracks}
                  top={top}
                  height={rowHeight}
                  label={rowLabel?.(row)}
                  place={index + 1}
                  ofAll={totalCount ?? count}
                  selected={index === selectedIndex}
                  onPress={() => {
                    press(scroller.current);
                    wanted.current = undefined;
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
      {/* The band of the row that is chosen lies over the list's own outline. */}
      <span
        aria-hidden="true"
        className={cx(
          'pointer-events-none absolute inset-x-0 bottom-0 hidden outline-2 -outline-offset-2 outline-accent',
          'peer-focus-visible:block peer-data-pressed:hidden',
          headed ? 'top-[26px]' : 'top-0',
        )}
      />
    </div>
  );
}

/** The focus that a script moves counts as the keyboard's, which is shown; this one was a pointer's. */
function press(list: HTMLElement | null): void {
  if (list === null) return;
  list.dataset.pressed = '';
  list.focus({ preventScroll: true });
}

/** What is in view, and the selected row if it is loaded: aria-activedescendant names it. */
function drawnIndices(
  { first, end }: RowRange,
  count: number,
  rowsBefore: number,
  loaded: number,
  selected: number,
): readonly number[] {
  const last = Math.min(count, end);
  const drawn = Array.from({ length: Math.max(0, last - first) }, (_, n) => first + n);
  const isLoaded = selected >= rowsBefore && selected < rowsBefore + loaded;
  if (!isLoaded || (selected >= first && selected < last)) return drawn;
  return selected < first ? [selected, ...drawn] : [...drawn, selected];
}
