import type { KeyboardEvent } from 'react';

/** Keys with Control or Command are shortcuts: a switch would take Ctrl+Enter for Enter, and flip. */
export function leaveShortcuts(
  event: KeyboardEvent & { readonly preventBaseUIHandler: () => void },
): void {
  if (event.ctrlKey || event.metaKey) event.preventBaseUIHandler();
}
