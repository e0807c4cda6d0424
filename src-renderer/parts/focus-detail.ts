/** Marks what the detail pane shows, so that the keyboard can go there. */
export const detailMark = { tabIndex: -1, 'data-detail': '' } as const;

/** From the list into what it has opened: there, Page Down and Space scroll, and Tab goes on. */
export function focusDetail(): void {
  document.querySelector<HTMLElement>('[data-detail]')?.focus();
}
