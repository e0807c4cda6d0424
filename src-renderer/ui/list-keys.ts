import type { KeyboardEvent } from 'react';
import { isUsableShortcut } from '#renderer/kit/keyboard/shortcut.ts';

/** The index a key moves to; undefined for other keys. */
export function indexAfterKey(
  key: string,
  index: number,
  count: number,
  pageRows: number,
): number | undefined {
  if (count === 0 || !isUsableShortcut(key)) return undefined;
  const target = targetOf(key, index, count, pageRows);
  return target === undefined ? undefined : Math.min(count - 1, Math.max(0, target));
}

function targetOf(key: string, index: number, count: number, pageRows: number) {
  switch (key) {
    case 'ArrowDown':
    case 'j':
      return index + 1;
    case 'ArrowUp':
    case 'k':
      return index < 0 ? 0 : index - 1;
    case 'PageDown':
      return index + pageRows;
    case 'PageUp':
      return index - pageRows;
    case 'Home':
      return 0;
    case 'End':
      return count - 1;
    default:
      return undefined;
  }
}

/** Ctrl and Command combinations are shortcuts; a switch would toggle on Ctrl+Enter. */
export function leaveShortcuts(
  event: KeyboardEvent & { readonly preventBaseUIHandler: () => void },
): void {
  if (event.ctrlKey || event.metaKey) event.preventBaseUIHandler();
}
