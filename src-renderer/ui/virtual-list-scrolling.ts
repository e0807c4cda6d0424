import { type RefObject, useCallback, useLayoutEffect, useMemo, useRef, useState } from 'react';

interface ScrollAnchorOptions<Row> {
  scroller: RefObject<HTMLElement | null>;
  rows: readonly Row[];
  /** Unloaded rows above. */
  rowsBefore: number;
  /** Total rows if known; then rows only ever arrive on top. */
  rowCount: number | undefined;
  rowKey: (row: Row) => string;
  rowHeight: number;
  /** Follows the newest row, which is the first. */
  live: boolean;
  /** Called when the scroll position was adjusted before drawing. */
  onMoved: (scrollTop: number) => void;
}

/** Within this many pixels the list counts as at its top (zoomed screens round). */
const AT_TOP_PX = 2;

/** The row at the top edge. */
interface Anchor {
  readonly key: string | undefined;
  readonly index: number;
  readonly rowCount: number | undefined;
}

interface ScrollAnchor {
  /** Rows that arrived above the view since the list was last positioned. */
  readonly steps: number;
  /** A row offset that neither scrolling nor arrivals change. */
  readonly origin: number;
  /** Call on every scroll; reports when the user left the top. */
  readonly noteScroll: () => boolean;
}

/** Keeps visible rows in place when rows arrive above; while live, stays at the top. */
export function useScrollAnchoring<Row>(options: ScrollAnchorOptions<Row>): ScrollAnchor {
  const { scroller, rows, rowsBefore, rowCount, rowKey, rowHeight, live, onMoved } = options;
  const anchor = useRef<Anchor | undefined>(undefined);
  const origin = useRef(0);
  const keyOf = useRef(rowKey);
  keyOf.current = rowKey;
  const steps = live || anchor.current === undefined ? 0 : rowsAddedAbove(anchor.current, options);

  useLayoutEffect(() => {
    const element = scroller.current;
    if (!element) return;
    // Reading a scroll position forces layout, so only if something must move.
    const moves = live ? anchor.current?.index !== 0 : steps !== 0;
    if (moves) {
      element.scrollTop = live ? 0 : element.scrollTop + steps * rowHeight;
      onMoved(element.scrollTop);
    }
    origin.current += steps;
    const index = moves ? Math.floor(element.scrollTop / rowHeight) : (anchor.current?.index ?? 0);
    const current = { rows, rowsBefore, rowCount, rowHeight, rowKey: keyOf.current };
    anchor.current = anchorAt(index, current);
  }, [rows, rowsBefore, rowCount, live, rowHeight, scroller, steps, onMoved]);

  const noteScroll = () => {
    const element = scroller.current;
    if (!element) return false;
    anchor.current = anchorAt(Math.floor(element.scrollTop / rowHeight), options);
    return live && element.scrollTop > AT_TOP_PX;
  };
  return { steps, origin: origin.current + steps, noteScroll };
}

type Rows<Row> = Pick<
  ScrollAnchorOptions<Row>,
  'rows' | 'rowsBefore' | 'rowCount' | 'rowHeight' | 'rowKey'
>;

function anchorAt<Row>(index: number, current: Rows<Row>): Anchor {
  const row = current.rows[index - current.rowsBefore];
  return { key: row && current.rowKey(row), index, rowCount: current.rowCount };
}

/** The anchor's index change. */
function rowsAddedAbove<Row>(anchor: Anchor, current: Rows<Row>): number {
  if (anchor.rowCount !== undefined && current.rowCount !== undefined)
    return current.rowCount - anchor.rowCount;
  if (anchor.key === undefined) return 0;
  const from = anchor.index - current.rowsBefore;
  const index = findFrom(
    current.rows,
    Math.max(0, from),
    (row) => current.rowKey(row) === anchor.key,
  );
  return index < 0 ? 0 : index - from;
}

/** Rows mostly arrive above, so the search starts at the old index. */
function findFrom<Row>(rows: readonly Row[], from: number, matches: (row: Row) => boolean): number {
  const after = rows.slice(from).findIndex(matches);
  return after >= 0 ? from + after : rows.slice(0, from).findIndex(matches);
}

type Slots = ReadonlyMap<string, number>;

/** Kept rows keep their slot; new rows take free slots in order. Pure. */
export function slotsFor(keys: readonly string[], before: Slots): Slots {
  const currentKeys = new Set(keys);
  const usedSlots = new Set(
    [...before].flatMap(([key, slot]) => (currentKeys.has(key) ? [slot] : [])),
  );
  const slots = new Map<string, number>();
  let free = 0;
  for (const key of keys) {
    const keptSlot = before.get(key);
    while (keptSlot === undefined && usedSlots.has(free)) free += 1;
    slots.set(key, keptSlot ?? free);
    if (keptSlot === undefined) usedSlots.add(free);
  }
  return slots;
}

/**
 * Slots for drawn rows, so elements are reused: creating elements is most of the cost of a list
 * that changes every frame.
 */
export function useRowRecycling(keys: readonly string[]): Slots {
  const latest = useRef<Slots>(new Map());
  const slots = slotsFor(keys, latest.current);
  useLayoutEffect(() => {
    latest.current = slots;
  });
  return slots;
}

/** The scrollbar's share of an element's width; 0 if it has none or it overlays. */
export function useScrollbarWidth(scroller: RefObject<HTMLElement | null>): number {
  const [width, setWidth] = useState(0);
  useLayoutEffect(() => {
    const element = scroller.current;
    if (!element) return;
    // The content box shrinks when a scrollbar appears.
    const observer = new ResizeObserver(() => setWidth(element.offsetWidth - element.clientWidth));
    observer.observe(element);
    return () => observer.disconnect();
  }, [scroller]);
  return width;
}

/** Rows drawn beyond each edge, so fast scrolling shows no gaps. */
const overscanRows = 10;

export interface RowRange {
  readonly first: number;
  /** Exclusive. */
  readonly end: number;
}

/**
 * The visible range of rows with equal height, which need no measuring even in a list of a million.
 */
export function useVisibleRows(
  scroller: RefObject<HTMLElement | null>,
  rowHeight: number,
): {
  readonly range: RowRange;
  /** Draws the visible range after a scroll. */
  readonly noteTop: (scrollTop: number) => void;
} {
  const [view, setView] = useState({ firstRow: 0, rowsInView: 0 });

  const noteTop = useCallback(
    (scrollTop: number): void =>
      setView((current) => ({ ...current, firstRow: Math.floor(scrollTop / rowHeight) })),
    [rowHeight],
  );

  useLayoutEffect(() => {
    const element = scroller.current;
    if (element === null) return;
    const measure = (): void => {
      const rowsInView = Math.ceil(element.clientHeight / rowHeight) + 1;
      setView((current) =>
        current.rowsInView === rowsInView ? current : { ...current, rowsInView },
      );
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, [scroller, rowHeight]);

  const { firstRow, rowsInView } = view;
  const range = useMemo(
    () => ({
      first: Math.max(0, firstRow - overscanRows),
      end: rowsInView === 0 ? 0 : firstRow + rowsInView + overscanRows,
    }),
    [firstRow, rowsInView],
  );
  return { range, noteTop };
}

/** Browsers clip tall elements: Chromium at 33 million pixels, Firefox at 17. */
const maxProbePx = 40_000_000;
let maxHeightPx: number | undefined;

/** The tallest element this browser lays out, in pixels. */
export function maxElementHeightPx(): number {
  if (maxHeightPx === undefined) {
    const probe = document.createElement('div');
    probe.style.cssText = `position:absolute;visibility:hidden;width:1px;height:${maxProbePx}px`;
    const frame = document.createElement('div');
    frame.style.cssText = 'position:absolute;overflow:hidden;width:1px;height:1px';
    frame.append(probe);
    document.body.append(frame);
    maxHeightPx = probe.getBoundingClientRect().height || maxProbePx;
    frame.remove();
  }
  return maxHeightPx;
}
