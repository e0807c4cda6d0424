import type { RefObject } from 'react';
import type { Command } from '#renderer/keyboard/commands.ts';
import type { VirtualListHandle } from '#renderer/ui/virtual-list.tsx';
import { openRow } from '../use-inspector-view.ts';

/** The keys of a list, for when the focus is elsewhere; in the list itself they are its own. */
export function listCommands(list: RefObject<VirtualListHandle | null>): readonly Command[] {
  const move = (id: string, title: string, shortcut: readonly string[], steps: number) => ({
    id,
    title,
    section: 'List',
    shortcut,
    run: () => {
      list.current?.focus();
      list.current?.move(steps);
    },
  });
  return [
    move('list.next', 'Next row', ['j', 'ArrowDown'], 1),
    move('list.previous', 'Previous row', ['k', 'ArrowUp'], -1),
    move('list.first', 'First row', ['Home'], Number.NEGATIVE_INFINITY),
    move('list.last', 'Last row', ['End'], Number.POSITIVE_INFINITY),
    {
      id: 'list.close',
      title: 'Close the detail',
      section: 'List',
      shortcut: 'Escape',
      run: () => {
        openRow(null);
        list.current?.focus();
      },
    },
  ];
}
