import { type RefObject, useLayoutEffect, useState } from 'react';

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
