import { type RefObject, useCallback, useLayoutEffect, useMemo, useRef, useState } from 'react';

interface ScrollAnchoring<Row> {
  scroller: RefObject<HTMLElement | null>;
  rows: readonly Row[];
  /** Rows above them that are not loaded. */
  rowsBefore: number;
  /** All rows, loaded or not, where they are known: then only ever more arrive, on top. */
  rowCount: number | undefined;
  rowKey: (row: Row) => string;
  rowHeight: number;
  /** Follow the newest row, which is the first one. */
  live: boolean;
  /** The scroll position was changed to this, before anything is drawn. */
  onMoved: (scrollTop: number) => void;
}

/** The top of the list counts as reached within this many pixels (zoomed screens round). */
const AT_TOP_PX = 2;

/** What stands at the upper edge. */
interface Anchor {
  readonly key: string | undefined;
  readonly index: number;
  readonly rowCount: number | undefined;
}

interface Steady {
  /** Rows that have come in above what is in view since the list was last scrolled to its place. */
  readonly steps: number;
  /** Where rows may be counted from so that neither scrolling nor what comes in moves them. */
  readonly origin: number;
  /** To be called on every scroll: tells whether someone left the top. */
  readonly noteScroll: () => boolean;
}

/**
 * Keeps what is being read where it is when rows arrive above it; while live, keeps the top in
 * view instead.
 */
export function useScrollAnchoring<Row>(options: ScrollAnchoring<Row>): Steady {
  const { scroller, rows, rowsBefore, rowCount, rowKey, rowHeight, live, onMoved } = options;
  const anchor = useRef<Anchor | undefined>(undefined);
  const origin = useRef(0);
  const keyOf = useRef(rowKey);
  keyOf.current = rowKey;
  const steps = live || anchor.current === undefined ? 0 : stepsDown(anchor.current, options);

  useLayoutEffect(() => {
    const element = scroller.current;
    if (!element) return;
    // Reading a position makes the browser lay everything out: only where there is something to move.
    const moves = live ? anchor.current?.index !== 0 : steps !== 0;
    if (moves) {
      element.scrollTop = live ? 0 : element.scrollTop + steps * rowHeight;
      onMoved(element.scrollTop);
    }
    origin.current += steps;
    const index = moves ? Math.floor(element.scrollTop / rowHeight) : (anchor.current?.index ?? 0);
    const now = { rows, rowsBefore, rowCount, rowHeight, rowKey: keyOf.current };
    anchor.current = anchorAt(index, now);
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
  ScrollAnchoring<Row>,
  'rows' | 'rowsBefore' | 'rowCount' | 'rowHeight' | 'rowKey'
>;

function anchorAt<Row>(index: number, now: Rows<Row>): Anchor {
  const row = now.rows[index - now.rowsBefore];
  return { key: row && now.rowKey(row), index, rowCount: now.rowCount };
}

/** How many rows further down the anchor is now. */
function stepsDown<Row>(anchor: Anchor, now: Rows<Row>): number {
  if (anchor.rowCount !== undefined && now.rowCount !== undefined)
    return now.rowCount - anchor.rowCount;
  if (anchor.key === undefined) return 0;
  const from = anchor.index - now.rowsBefore;
  const index = findFrom(now.rows, Math.max(0, from), (row) => now.rowKey(row) === anchor.key);
  return index < 0 ? 0 : index - from;
}

/** Rows arrive above far more often than they leave, so the search goes on from where it was. */
function findFrom<Row>(rows: readonly Row[], from: number, matches: (row: Row) => boolean): number {
  const after = rows.slice(from).findIndex(matches);
  return after >= 0 ? from + after : rows.slice(0, from).findIndex(matches);
}

type Slots = ReadonlyMap<string, number>;

/** What stays keeps its slot; what is new takes the slots that became free, in order. Pure. */
export function slotsFor(keys: readonly string[], before: Slots): Slots {
  const wanted = new Set(keys);
  const taken = new Set([...before].flatMap(([key, slot]) => (wanted.has(key) ? [slot] : [])));
  const slots = new Map<string, number>();
  let free = 0;
  for (const key of keys) {
    const kept = before.get(key);
    while (kept === undefined && taken.has(free)) free += 1;
    slots.set(key, kept ?? free);
    if (kept === undefined) taken.add(free);
  }
  return slots;
}

/**
 * Numbers for rows that are drawn, so that a row that has gone leaves its elements to one that has
 * come: to make elements anew is the larger part of what a list costs that changes in every frame.
 */
export function useRowRecycling(keys: readonly string[]): Slots {
  const latest = useRef<Slots>(new Map());
  const slots = slotsFor(keys, latest.current);
  useLayoutEffect(() => {
    latest.current = slots;
  });
  return slots;
}

/** How much of an element's width its scrollbar takes; 0 where there is none, or it lies above. */
export function useScrollbarWidth(scroller: RefObject<HTMLElement | null>): number {
  const [width, setWidth] = useState(0);
  useLayoutEffect(() => {
    const element = scroller.current;
    if (!element) return;
    // The content box becomes narrower as soon as there is a scrollbar.
    const observer = new ResizeObserver(() => setWidth(element.offsetWidth - element.clientWidth));
    observer.observe(element);
    return () => observer.disconnect();
  }, [scroller]);
  return width;
}

/** Rows drawn beyond each edge, so that a quick wheel meets no emptiness before the next picture. */
const overscanRows = 10;

export interface RowRange {
  readonly first: number;
  /** Exclusive. */
  readonly end: number;
}

/**
 * Which rows of one height are in view. Rows of one height need no measuring, which a list of a
 * million could not afford with every row that arrives.
 */
export function useVisibleRows(
  scroller: RefObject<HTMLElement | null>,
  rowHeight: number,
): {
  readonly range: RowRange;
  /** The list was scrolled to here, or back to where it was: what is in view is drawn anew. */
  readonly noteTop: (scrollTop: number) => void;
} {
  const [view, setView] = useState({ firstRow: 0, rowsInView: 0 });

  const noteTop = useCallback(
    (scrollTop: number): void =>
      setView((now) => ({ ...now, firstRow: Math.floor(scrollTop / rowHeight) })),
    [rowHeight],
  );

  useLayoutEffect(() => {
    const element = scroller.current;
    if (element === null) return;
    const measure = (): void => {
      const rowsInView = Math.ceil(element.clientHeight / rowHeight) + 1;
      setView((now) => (now.rowsInView === rowsInView ? now : { ...now, rowsInView }));
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

/** Browsers cut elements off beyond some height: Chromium at 33 million pixels, Firefox at 17. */
const tallestTriedPx = 40_000_000;
let tallestPx: number | undefined;

/** The tallest element that this browser lays out, in pixels. */
export function tallestElementPx(): number {
  if (tallestPx === undefined) {
    const probe = document.createElement('div');
    probe.style.cssText = `position:absolute;visibility:hidden;width:1px;height:${tallestTriedPx}px`;
    const frame = document.createElement('div');
    frame.style.cssText = 'position:absolute;overflow:hidden;width:1px;height:1px';
    frame.append(probe);
    document.body.append(frame);
    tallestPx = probe.getBoundingClientRect().height || tallestTriedPx;
    frame.remove();
  }
  return tallestPx;
}
