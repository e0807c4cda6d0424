/** When a popup or panel goes that has the focus: to what had it before, else to the content. */
export function giveFocusBack(before: Element | null, closing: HTMLElement | null): void {
  // Whoever has gone elsewhere stays there.
  if (!closing?.contains(document.activeElement)) return;
  const isThere = before instanceof HTMLElement && before.isConnected && before !== document.body;
  // What goes with a tab that is left is inert, and takes no focus.
  const place =
    isThere && before.closest('[inert]') === null
      ? before
      : document.querySelector<HTMLElement>('main');
  place?.focus({ preventScroll: true });
}
