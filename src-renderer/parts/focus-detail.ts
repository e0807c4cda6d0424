/** Marks what the detail pane shows, so that the keyboard can go there. */
export const detailMark = { tabIndex: -1, 'data-detail': '' } as const;

/** Marks the pane beside the list of a place, for the same. */
export const paneMark = { tabIndex: -1, 'data-pane': '' } as const;

export function focusPane(): void {
  document.querySelector<HTMLElement>('[data-pane]')?.focus();
}

/** From the list into what it has opened: there, Page Down and Space scroll, and Tab goes on. */
export function focusDetail(): void {
  document.querySelector<HTMLElement>('[data-detail]')?.focus();
}
