import { type RefObject, useEffect, useRef } from 'react';
import { hasGoneOn } from '#renderer/stores/route-store.ts';

/** Marks what the detail pane shows, so that the keyboard can go there. */
export const detailMark = { tabIndex: -1, 'data-detail': '' } as const;

/** Marks where a detail is shown, which keeps the place of one that is on its way. */
export const detailPlaceMark = { tabIndex: -1, 'data-detail-place': '' } as const;

/** Marks the pane beside the list of a place, for the same. */
export const paneMark = { tabIndex: -1, 'data-pane': '' } as const;

export function focusPane(): void {
  document.querySelector<HTMLElement>('[data-pane]')?.focus();
}

/**
 * From the list into what it has opened: there, Page Down and Space scroll, and Tab goes on. Where it
 * is not there yet, to its place, and from there to it.
 */
export function focusDetail(): void {
  const place = document.querySelector<HTMLElement>('[data-detail-place]');
  (document.querySelector<HTMLElement>('[data-detail]') ?? place)?.focus();
}

/** Takes the focus when it appears in the place of what had it. */
export function useFocusHere<Part extends HTMLElement>(): RefObject<Part | null> {
  const here = useRef<Part>(null);
  useEffect(() => here.current?.focus(), []);
  return here;
}

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
