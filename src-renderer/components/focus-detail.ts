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
