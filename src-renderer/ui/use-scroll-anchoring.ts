import { type RefObject, useLayoutEffect, useRef } from 'react';

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
