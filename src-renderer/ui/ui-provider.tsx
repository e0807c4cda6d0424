import { Tooltip } from '@base-ui/react/tooltip';
import { type ReactNode, useEffect } from 'react';
import { ToastProvider } from './toast.tsx';

/** Long enough that crossing the window with the pointer wakes nothing. */
const TOOLTIP_DELAY_MS = 450;

/** What the primitives need around them, once. */
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

/** The element under the pointer that is cut with an ellipsis and says nothing of its own on hover. */
function cutUnder(target: EventTarget | null): HTMLElement | null {
  const within = target instanceof Element ? target.closest<HTMLElement>('.truncate') : null;
  return within === null || within.closest('[title]') !== null || !isCut(within) ? null : within;
}

function showWhole({ target }: MouseEvent): void {
  const cut = cutUnder(target);
  if (cut === null) return;
  cut.title = cut.textContent;
  // Only meanwhile: the text may be another one when the pointer comes again.
  cut.addEventListener('mouseleave', () => cut.removeAttribute('title'), { once: true });
}

/** Whatever finds no room and ends in an ellipsis is told whole on hover, wherever it stands. */
function useWholeOnHover(): void {
  useEffect(() => {
    document.addEventListener('mouseover', showWhole);
    return () => document.removeEventListener('mouseover', showWhole);
  }, []);
}
