import { type RefObject, useLayoutEffect, useState } from 'react';

/** The width of an element's content; 0 before the first measurement. */
export function useElementWidth(element: RefObject<HTMLElement | null>): number {
  const [width, setWidth] = useState(0);
  useLayoutEffect(() => {
    if (!element.current) return;
    const observer = new ResizeObserver(([entry]) => setWidth(entry?.contentRect.width ?? 0));
    setWidth(element.current.getBoundingClientRect().width);
    observer.observe(element.current);
    return () => observer.disconnect();
  }, [element]);
  return width;
}
