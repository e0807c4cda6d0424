import { type RefObject, useCallback, useLayoutEffect, useMemo, useState } from 'react';

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
