import { Tooltip } from '@base-ui/react/tooltip';
import { type ReactNode, useEffect } from 'react';
import { ToastProvider } from './toast.tsx';

/** Long enough not to open while the pointer passes. */
const TOOLTIP_DELAY_MS = 450;

/** Context for the UI primitives. */
export function UiProvider({ children }: { children: ReactNode }) {
  useFullTextOnHover();
  return (
    <Tooltip.Provider delay={TOOLTIP_DELAY_MS}>
      <ToastProvider>{children}</ToastProvider>
    </Tooltip.Provider>
  );
}

const isTruncated = (element: HTMLElement): boolean =>
  element.scrollWidth > element.clientWidth &&
  getComputedStyle(element).textOverflow === 'ellipsis';

/** The truncated element under the pointer that has no title. */
function truncatedElementAt(target: EventTarget | null): HTMLElement | null {
  const truncated = target instanceof Element ? target.closest<HTMLElement>('.truncate') : null;
  return truncated === null || truncated.closest('[title]') !== null || !isTruncated(truncated)
    ? null
    : truncated;
}

function showFullText({ target }: MouseEvent): void {
  const element = truncatedElementAt(target);
  if (element === null) return;
  element.title = element.textContent;
  // Removed afterwards, since the text may change.
  element.addEventListener('mouseleave', () => element.removeAttribute('title'), { once: true });
}

/** Shows any truncated text in full on hover. */
function useFullTextOnHover(): void {
  useEffect(() => {
    document.addEventListener('mouseover', showFullText);
    return () => document.removeEventListener('mouseover', showFullText);
  }, []);
}
