import { type RefObject, useEffect, useRef } from 'react';
import { hasNavigated } from '#renderer/kit/routing/route-store.ts';

/** Marks the content of the detail pane, to focus it. */
export const detailMark = { tabIndex: -1, 'data-detail': '' } as const;

/** Marks the place of a detail, also while it loads. */
export const detailPlaceholderMark = { tabIndex: -1, 'data-detail-place': '' } as const;

/** Marks the pane next to the list of a page, to focus it. */
export const paneMark = { tabIndex: -1, 'data-pane': '' } as const;

export function focusPane(): void {
  document.querySelector<HTMLElement>('[data-pane]')?.focus();
}

/** Moves the focus from the list to its detail, or to its place while it loads. */
export function focusDetail(): void {
  const placeholder = document.querySelector<HTMLElement>('[data-detail-place]');
  (document.querySelector<HTMLElement>('[data-detail]') ?? placeholder)?.focus();
}

/** Takes the focus from the place of the detail, if its code arrived after its data. */
export function useFocusFromPlaceholder(): void {
  useEffect(() => {
    if (document.activeElement?.matches('[data-detail-place]')) focusDetail();
  }, []);
}

/** Takes the focus from the element it replaces. */
export function useFocusOnMount<Part extends HTMLElement>(): RefObject<Part | null> {
  const ref = useRef<Part>(null);
  useEffect(() => ref.current?.focus(), []);
  return ref;
}

/** The content area is the fallback for the focus. */
export function isFocusLost(): boolean {
  const { activeElement } = document;
  return activeElement === document.body || activeElement?.tagName === 'MAIN';
}

/** A palette or menu only borrows the focus: it gives it back a few frames after it was closed. */
function isInOverlay(element: Element | null): boolean {
  return element !== null && element.closest('[data-base-ui-portal]') !== null;
}

/** An overlay that closes may give the focus to an element that is gone, and so to the content area. */
const framesUntilReturned = 12;

/** Takes a lost focus when it appears or `change` changes, but not on page load. */
export function useFocusWhenLost(focus: () => void, change?: unknown): void {
  const latest = useRef(focus);
  latest.current = focus;
  useEffect(() => {
    // Runs again when `change` changes.
    void change;
    const check = (): void => {
      if (hasNavigated() && isFocusLost()) latest.current();
    };
    let framesLeft = framesUntilReturned;
    const checkBehindOverlay = (): void => {
      if (!isInOverlay(document.activeElement)) {
        check();
        framesLeft -= 1;
      }
      if (framesLeft > 0) frame = requestAnimationFrame(checkBehindOverlay);
    };
    check();
    let frame = requestAnimationFrame(checkBehindOverlay);
    return () => cancelAnimationFrame(frame);
  }, [change]);
}

/** Focuses the pane if `change` removes what had the focus there; any other lost focus is the list's. */
export function useFocusPaneWhenLost(change: unknown): void {
  const wasInside = useRef(false);
  useEffect(() => {
    const note = ({ target }: FocusEvent): void => {
      if (target instanceof Element && !isInOverlay(target))
        wasInside.current = target.closest('[data-pane]') !== null;
    };
    document.addEventListener('focusin', note);
    return () => document.removeEventListener('focusin', note);
  }, []);
  useFocusWhenLost(() => {
    if (wasInside.current) focusPane();
  }, change);
}
