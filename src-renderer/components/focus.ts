import { type RefObject, useEffect, useRef } from 'react';
import { hasGoneOn } from '#renderer/stores/route-store.ts';

/** Marks the content of the detail pane, to focus it. */
export const detailMark = { tabIndex: -1, 'data-detail': '' } as const;

/** Marks the place of a detail, also while it loads. */
export const detailPlaceMark = { tabIndex: -1, 'data-detail-place': '' } as const;

/** Marks the pane next to the list of a page, to focus it. */
export const paneMark = { tabIndex: -1, 'data-pane': '' } as const;

export function focusPane(): void {
  document.querySelector<HTMLElement>('[data-pane]')?.focus();
}

/** Moves the focus from the list to its detail, or to its place while it loads. */
export function focusDetail(): void {
  const place = document.querySelector<HTMLElement>('[data-detail-place]');
  (document.querySelector<HTMLElement>('[data-detail]') ?? place)?.focus();
}

/** Takes the focus from the place of the detail, if its code arrived after its data. */
export function useFocusFromPlace(): void {
  useEffect(() => {
    if (document.activeElement?.matches('[data-detail-place]')) focusDetail();
  }, []);
}

/** Takes the focus from the element it replaces. */
export function useFocusHere<Part extends HTMLElement>(): RefObject<Part | null> {
  const here = useRef<Part>(null);
  useEffect(() => here.current?.focus(), []);
  return here;
}

/** The content area is the fallback for the focus. */
export function isFocusLost(): boolean {
  const { activeElement } = document;
  return activeElement === document.body || activeElement?.tagName === 'MAIN';
}

/** Takes a lost focus when it appears or `change` changes, but not on page load. */
export function useFocusWhenLost(focus: () => void, change?: unknown): void {
  const latest = useRef(focus);
  latest.current = focus;
  useEffect(() => {
    // Runs again when `change` changes.
    void change;
    const look = (): void => {
      if (hasGoneOn() && isFocusLost()) latest.current();
    };
    look();
    // The palette closes after the navigation; only then is the focus lost.
    const frame = requestAnimationFrame(look);
    return () => cancelAnimationFrame(frame);
  }, [change]);
}
