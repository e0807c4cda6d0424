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
import { type RowSelection, useRowSelection } from './list-selection.ts';
import { type MenuPoint, menuPoint } from './menu.tsx';
import { useElementWidth } from './use-element-width.ts';
import {
  UnloadedRow,
  type VirtualListColumn,
  VirtualListHead,
  VirtualListRow,
} from './virtual-list-row.tsx';
import {
  maxElementHeightPx,
  type RowRange,
  useRowRecycling,
  useScrollAnchoring,
  useScrollbarWidth,
  useVisibleRows,
} from './virtual-list-scrolling.ts';

export interface VirtualListHandle {
  /** Quietly: without a ring before the next key. */
  focus: (isQuiet?: boolean) => void;
  /** Selects the row that many steps away, for shortcuts outside the list. */
  move: (steps: number) => void;
  scrollToTop: () => void;
  /** Selects all loaded rows. */
  selectAll: () => void;
}

export interface VirtualListPositions {
  /** Unloaded rows above. */
  before: number;
  /** Total rows; room is reserved for unloaded ones. */
  count: number;
  /** Index of a row, loaded or not. */
  positionOf: (key: string) => number;
  /** Without the rows inside others: grows only when rows arrive on top. Absent if that's all rows. */
  outerCount?: number;
}

/** Rows that open: those inside follow the one that they belong to. */
export interface VirtualListTree<Row> {
  isInner: (row: Row) => boolean;
  /** Undefined if there is nothing inside. */
  isOpen: (row: Row) => boolean | undefined;
  setOpen: (row: Row, isOpen: boolean) => void;
}

export interface VirtualListProps<Row> {
  /** Accessible name. */
  label: string;
  rows: readonly Row[];
  rowKey: (row: Row) => string;
  columns: readonly VirtualListColumn<Row>[];
  selectedKey: string | null;
  onSelect: (row: Row, by: 'pointer' | 'keyboard') => void;
  /** Enter or double click. */
  onOpen?: ((row: Row) => void) | undefined;
  /** Follows the newest (first) row. Scrolling away calls `onLeaveLive`. */
  live?: boolean | undefined;
  onLeaveLive?: (() => void) | undefined;
  /** Position of the loaded rows if any part can be loaded; by default they start at the top. */
  positions?: VirtualListPositions | undefined;
  /** Called with the visible range, to load it. */
  onView?: ((first: number, last: number) => void) | undefined;
  /** Called near the last loaded row, to load the next page. */
  onNearEnd?: (() => void) | undefined;
  /** Total rows for screen readers. */
  totalCount?: number | undefined;
  rowHeight?: number | undefined;
  /** Makes the list a tree: arrow keys, and presses on what has `data-expander`, open and close rows. */
  tree?: VirtualListTree<Row> | undefined;
  /** A right click or Shift+F10 on a row, which is open then, unless it is one of several selected. */
  onMenu?: ((row: Row, at: MenuPoint) => void) | undefined;
  /** Makes several rows selectable. */
  selection?: RowSelection<Row> | undefined;
  ref?: Ref<VirtualListHandle> | undefined;
}

/** About a second of fast scrolling. */
const NEAR_END_ROWS = 40;

/**
 * A list of any length that draws only visible rows. One tab stop: the list has the focus; j, k,
 * arrows, Page Up/Down, Home and End move the selection.
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
  positions,
  onView,
  onNearEnd,
  totalCount,
  rowHeight = 33,
  tree,
  onMenu,
  selection,
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
  const rowsBefore = positions?.before ?? 0;
  const count = Math.min(
    positions?.count ?? rows.length,
    // Beyond what a browser lays out.
    Math.floor(maxElementHeightPx() / rowHeight),
  );
  const selectedIndex = useMemo(() => {
    if (selectedKey === null) return -1;
    const loaded = rows.findIndex((row) => rowKey(row) === selectedKey);
    return loaded >= 0 ? rowsBefore + loaded : (positions?.positionOf(selectedKey) ?? -1);
  }, [rows, rowsBefore, positions, rowKey, selectedKey]);
  const headed = columns.some((column) => !column.headingHidden);
  const visible = useVisibleRows(scroller, rowHeight);
  const anchoring = useScrollAnchoring({
    scroller,
    rows,
    rowsBefore,
    rowCount: positions?.outerCount ?? positions?.count,
    rowKey,
    rowHeight,
    live,
    onMoved: visible.noteTop,
  });
  const { steps, origin } = anchoring;
  /** Where the rows are now: the view follows those that arrive above only after it was drawn. */
  const range = useMemo(
    () => ({ first: visible.range.first + steps, end: visible.range.end + steps }),
    [visible.range, steps],
  );
  /** Selected by key before it loaded; opened once loaded. */
  const pendingIndex = useRef<number | undefined>(undefined);

  const scrollTo = (index: number) => {
    const element = scroller.current;
    if (element === null) return;
    const [top, end] = [index * rowHeight, (index + 1) * rowHeight - element.clientHeight];
    if (element.scrollTop > top) element.scrollTop = top;
    else if (element.scrollTop < end) element.scrollTop = end;
  };

  const selecting = useRowSelection({
    selection,
    rows: () => rows,
    keyOf: rowKey,
    openKey: selectedKey,
  });

  const select = (index: number, isRange = false) => {
    const row = rows[index - rowsBefore];
    onLeaveLive?.();
    if (!isRange) selecting.endRange();
    else if (row !== undefined) selecting.extendTo(row);
    pendingIndex.current = row === undefined && index >= 0 && index < count ? index : undefined;
    if (row !== undefined) onSelect(row, 'keyboard');
    scrollTo(index);
  };

  useEffect(() => {
    const row =
      pendingIndex.current === undefined ? undefined : rows[pendingIndex.current - rowsBefore];
    if (row === undefined) return;
    pendingIndex.current = undefined;
    onSelect(row, 'keyboard');
  }, [rows, rowsBefore, onSelect]);

  useEffect(() => {
    if (range.end > 0) onView?.(Math.max(0, range.first), Math.min(count, range.end) - 1);
  }, [range, count, onView]);

  useImperativeHandle(ref, () => ({
    focus: (isQuiet) => (isQuiet ? focusQuietly(scroller.current) : scroller.current?.focus()),
    move: (steps) => {
      const from = pendingIndex.current ?? selectedIndex;
      select(Math.min(count - 1, Math.max(0, from < 0 ? 0 : from + steps)));
    },
    scrollToTop: () => scroller.current?.scrollTo({ top: 0 }),
    selectAll: selecting.selectAll,
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
    if (event.key === ' ' && selected !== undefined && selection !== undefined) {
      event.preventDefault();
      selecting.toggle(selected);
      return;
    }
    if (tree !== undefined && selected !== undefined && turn(tree, selected, event.key)) {
      event.preventDefault();
      return;
    }
    const pageRows = Math.floor((scroller.current?.clientHeight ?? 0) / rowHeight) || 1;
    const next = indexAfterKey(event.key, pendingIndex.current ?? selectedIndex, count, pageRows);
    if (next === undefined) return;
    event.preventDefault();
    select(next, event.shiftKey && selection !== undefined);
  };

  /** Opens, closes, or goes to the row around; false for other keys. */
  const turn = (opened: VirtualListTree<Row>, row: Row, key: string): boolean => {
    if (key !== 'ArrowRight' && key !== 'ArrowLeft') return false;
    if (key === 'ArrowLeft' && opened.isInner(row)) {
      const outer = rows
        .slice(0, selectedIndex - rowsBefore)
        .findLastIndex((one) => !opened.isInner(one));
      select(rowsBefore + outer);
    } else if (opened.isOpen(row) === (key === 'ArrowLeft')) {
      onLeaveLive?.();
      opened.setOpen(row, key === 'ArrowRight');
    }
    return true;
  };

  const onScroll = () => {
    const element = scroller.current;
    if (!element) return;
    // Drawn inside the scroll frame: a dragged scrollbar leaves no room for a later one.
    flushSync(() => visible.noteTop(element.scrollTop));
    if (anchoring.noteScroll()) onLeaveLive?.();
    if (!onNearEnd) return;
    const lastRow = (element.scrollTop + element.clientHeight) / rowHeight;
    if (lastRow >= rows.length - NEAR_END_ROWS) onNearEnd();
  };

  const role = tree === undefined ? 'listbox' : 'tree';
  const tracks = columns.map((column) => column.width).join(' ');
  const indices = drawnIndices(range, count, rowsBefore, rows.length, selectedIndex);
  const slots = useRowRecycling(
    indices.flatMap((index) => {
      const row = rows[index - rowsBefore];
      return row === undefined ? [] : [rowKey(row)];
    }),
  );
  const selectedDrawn = indices.includes(selectedIndex) && rows[selectedIndex - rowsBefore];
  return (
    <div className="relative flex h-full min-h-0 flex-col">
      {headed && <VirtualListHead columns={columns} tracks={tracks} end={scrollbarWidth} />}
      {/* biome-ignore lint/a11y: a list or a tree */}
      <div
        ref={scroller}
        role={role}
        // Unlike in a select, letters are commands here.
        data-shortcuts=""
        aria-label={label}
        aria-multiselectable={selection !== undefined || undefined}
        aria-activedescendant={selectedDrawn ? `${id}-${selectedKey}` : undefined}
        // The list takes the focus; rows are reached through it.
        tabIndex={0}
        onKeyDown={onKeyDown}
        onContextMenu={(event) => {
          const at = menuPoint(event);
          const row = rows.find((one) => `${id}-${rowKey(one)}` === at?.rowId);
          if (at === null || row === undefined || onMenu === undefined) return;
          event.preventDefault();
          onMenu(row, at);
        }}
        onBlur={() => delete scroller.current?.dataset.pressed}
        onScroll={onScroll}
        className={cx(
          'peer group/list relative min-h-0 flex-1 overflow-x-hidden overflow-y-auto outline-none',
          '[overflow-anchor:none]',
        )}
      >
        <div role="presentation" className="relative" style={{ height: count * rowHeight }}>
          {/* Rows move as one block when others arrive above. */}
          <div
            role="presentation"
            className="absolute inset-x-0"
            style={{ top: origin * rowHeight }}
          >
            {indices.map((index) => {
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
                  place={
                    tree === undefined
                      ? {
                          role: 'option',
                          'aria-posinset': index + 1,
                          'aria-setsize': totalCount ?? count,
                        }
                      : {
                          role: 'treeitem',
                          'aria-level': tree.isInner(row) ? 2 : 1,
                          'aria-expanded': tree.isOpen(row),
                        }
                  }
                  selected={selecting.isSelected(row)}
                  current={index === selectedIndex}
                  onPress={(event) => {
                    focusQuietly(scroller.current);
                    pendingIndex.current = undefined;
                    onLeaveLive?.();
                    if ((event.target as Element).closest('[data-expander]') !== null)
                      tree?.setOpen(row, tree.isOpen(row) === false);
                    else {
                      selecting.press(row, event);
                      onSelect(row, 'pointer');
                    }
                  }}
                  onOpen={onOpen && (() => onOpen(row))}
                />
              );
            })}
          </div>
        </div>
      </div>
      {/* Without a selected row, which has its own ring. */}
      <span
        aria-hidden="true"
        className={cx(
          'pointer-events-none absolute inset-x-0 bottom-0 hidden outline-2 -outline-offset-2 outline-accent',
          !selectedDrawn && 'peer-focus-visible:block peer-data-pressed:hidden',
          headed ? 'top-6.5' : 'top-0',
        )}
      />
    </div>
  );
}

/** Scripted focus counts as keyboard focus, which shows a ring; this one didn't come from a key in the list. */
export function focusQuietly(list: HTMLElement | null): void {
  if (list === null) return;
  list.dataset.pressed = '';
  list.focus({ preventScroll: true });
}

/** The visible rows, plus the selected one if loaded: aria-activedescendant refers to it. */
function drawnIndices(
  { first, end }: RowRange,
  count: number,
  rowsBefore: number,
  loaded: number,
  selected: number,
): readonly number[] {
  const last = Math.min(count, end);
  const indices = Array.from({ length: Math.max(0, last - first) }, (_, n) => first + n);
  const isLoaded = selected >= rowsBefore && selected < rowsBefore + loaded;
  if (!isLoaded || (selected >= first && selected < last)) return indices;
  return selected < first ? [selected, ...indices] : [...indices, selected];
}
