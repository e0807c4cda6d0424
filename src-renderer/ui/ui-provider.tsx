import { Tooltip } from '@base-ui/react/tooltip';
import { type ReactNode, useEffect } from 'react';
import { ToastProvider } from './toast.tsx';

/** Long enough not to open while the pointer passes. */
const TOOLTIP_DELAY_MS = 450;

/** Context for the UI primitives. */
export function UiProvider({ children }: { children: ReactNode }) {
  useWholeOnHover();
  return (
    <Tooltip.Provider delay={TOOLTIP_DELAY_MS}>
      <ToastProvider>{children}</ToastProvider>
    </Tooltip.Provider>
  );
}

const isCut = (element: HTMLElement): boolean =>
  element.scrollWidth > element.clientWidth &&
  getComputedStyle(element).textOverflow === 'ellipsis';

/** The truncated element under the pointer that has no title. */
function cutUnder(target: EventTarget | null): HTMLElement | null {
  const within = target instanceof Element ? target.closest<HTMLElement>('.truncate') : null;
  return within === null || within.closest('[title]') !== null || !isCut(within) ? null : within;
}

function showWhole({ target }: MouseEvent): void {
  const cut = cutUnder(target);
  if (cut === null) return;
  cut.title = cut.textContent;
  // Removed afterwards, since the text may change.
  cut.addEventListener('mouseleave', () => cut.removeAttribute('title'), { once: true });
}

/** Shows any truncated text in full on hover. */
function useWholeOnHover(): void {
  useEffect(() => {
    document.addEventListener('mouseover', showWhole);
    return () => document.removeEventListener('mouseover', showWhole);
  }, []);
}
