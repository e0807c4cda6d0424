import { useEffect, useRef } from 'react';
import { hasGoneOn } from '#renderer/stores/route-store.ts';

/** The content as a whole is where the focus goes when there is nothing better. */
export function isFocusLost(): boolean {
  const { activeElement } = document;
  return activeElement === document.body || activeElement?.tagName === 'MAIN';
}

/**
 * When it appears, or `change` is another one, and what had the focus is gone: takes it. Not as the
 * page is loaded, since nobody has asked for the focus then.
 */
export function useFocusWhenLost(focus: () => void, change?: unknown): void {
  const latest = useRef(focus);
  latest.current = focus;
  useEffect(() => {
    // Named here so that a change looks again.
    void change;
    const look = (): void => {
      if (hasGoneOn() && isFocusLost()) latest.current();
    };
    look();
    // The palette that led here closes just afterwards, and only then is the focus lost.
    const frame = requestAnimationFrame(look);
    return () => cancelAnimationFrame(frame);
  }, [change]);
}
