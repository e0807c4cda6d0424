import { type RefObject, useLayoutEffect, useState } from 'react';

/** The size of an element's content; 0 before the first measurement. */
export function useElementSize(element: RefObject<HTMLElement | null>): {
  readonly width: number;
  readonly height: number;
} {
  const [size, setSize] = useState({ width: 0, height: 0 });
  useLayoutEffect(() => {
    const { current } = element;
    if (current === null) return;
    const measure = (): void =>
      setSize((before) => {
        const { clientWidth: width, clientHeight: height } = current;
        return before.width === width && before.height === height ? before : { width, height };
      });
    const observer = new ResizeObserver(measure);
    measure();
    observer.observe(current);
    return () => observer.disconnect();
  }, [element]);
  return size;
}
