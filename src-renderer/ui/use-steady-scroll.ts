import { type RefObject, useLayoutEffect, useRef } from 'react';

interface SteadyScroll<Row> {
  scroller: RefObject<HTMLElement | null>;
  rows: readonly Row[];
  rowKey: (row: Row) => string;
  rowHeight: number;
  /** Follow the newest row, which is the first one. */
  live: boolean;
}

/** The top of the list counts as reached within this many pixels (zoomed screens round). */
const AT_TOP_PX = 2;

/**
 * Keeps what is being read where it is when rows arrive above it; while live, keeps the top in
 * view instead. Returns what to call on every scroll: it tells whether someone left the top.
 */
export function useSteadyScroll<Row>(options: SteadyScroll<Row>): () => boolean {
  const { scroller, rows, rowKey, rowHeight, live } = options;
  const anchor = useRef<{ key: string; index: number } | undefined>(undefined);
  const keyOf = useRef(rowKey);
  keyOf.current = rowKey;

  useLayoutEffect(() => {
    const element = scroller.current;
    if (!element) return;
    if (live) {
      element.scrollTop = 0;
    } else if (anchor.current) {
      const { key, index } = anchor.current;
      const now = findFrom(rows, index, (row) => keyOf.current(row) === key);
      if (now >= 0 && now !== index) element.scrollTop += (now - index) * rowHeight;
    }
    anchor.current = anchorAt(rows, element.scrollTop, rowHeight, keyOf.current);
  }, [rows, live, rowHeight, scroller]);

  return () => {
    const element = scroller.current;
    if (!element) return false;
    anchor.current = anchorAt(rows, element.scrollTop, rowHeight, rowKey);
    return live && element.scrollTop > AT_TOP_PX;
  };
}

function anchorAt<Row>(
  rows: readonly Row[],
  scrollTop: number,
  rowHeight: number,
  rowKey: (row: Row) => string,
) {
  const index = Math.floor(scrollTop / rowHeight);
  const row = rows[index];
  return row === undefined ? undefined : { key: rowKey(row), index };
}

/** Rows arrive above far more often than they leave, so the search goes on from where it was. */
function findFrom<Row>(rows: readonly Row[], from: number, matches: (row: Row) => boolean): number {
  const after = rows.slice(from).findIndex(matches);
  return after >= 0 ? from + after : rows.slice(0, from).findIndex(matches);
}
