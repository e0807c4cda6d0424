import { type ReactNode, type Ref, useEffect, useImperativeHandle, useRef } from 'react';
import { cx } from './cx.ts';

export interface ScrollRegionProps {
  /** Accessible name. */
  label: string;
  children: ReactNode;
  className?: string | undefined;
  ref?: Ref<HTMLElement> | undefined;
}

/** A named scroll area. Focusable only if it overflows, so short texts add no tab stop. */
export function ScrollRegion({ label, children, className, ref }: ScrollRegionProps) {
  const region = useRef<HTMLElement>(null);
  useImperativeHandle<HTMLElement | null, HTMLElement | null>(ref, () => region.current);

  useEffect(() => {
    const element = region.current;
    if (!element) return;
    const update = () => {
      const scrolls =
        element.scrollHeight > element.clientHeight || element.scrollWidth > element.clientWidth;
      element.tabIndex = scrolls ? 0 : -1;
    };
    const observer = new ResizeObserver(update);
    observer.observe(element);
    for (const child of element.children) observer.observe(child);
    return () => observer.disconnect();
  });

  return (
    // Contains absolutely positioned hidden inputs and texts, which
    // would otherwise make the whole page scroll.
    <section ref={region} tabIndex={-1} aria-label={label} className={cx('relative', className)}>
      {children}
    </section>
  );
}
