import { useCommands } from '#renderer/keyboard/commands.ts';
import { openComparison, type SideRef, sameSide } from './compare-route.ts';
import { type Marked, toggleMark, useMarked } from './marked-store.ts';

export const compareShortcuts = { previous: 'd', mark: 'm', marked: 'Shift+D' } as const;

interface Comparable {
  /** What is looked at. */
  readonly shown: Marked;
  /** What it is held against first: the attempt before it, or the one it was made from. */
  readonly previous: SideRef | null;
  readonly previousTitle: string;
}

interface Comparing {
  readonly isMarked: boolean;
  readonly mark: () => void;
  readonly comparePrevious: () => void;
}

/** Comparing what is looked at: with the one before, or with what was marked. */
export function useCompareCommands({ shown, previous, previousTitle }: Comparable): Comparing {
  const marked = useMarked((state) => state.marked);
  const isMarked = marked !== null && sameSide(marked.ref, shown.ref);
  const mark = (): void => toggleMark(shown);
  const comparePrevious = (): void => {
    if (previous !== null) openComparison({ before: previous, after: shown.ref });
  };
  useCommands([
    {
      id: 'compare.previous',
      title: previousTitle,
      section: 'Compare',
      shortcut: compareShortcuts.previous,
      enabled: () => previous !== null,
      run: comparePrevious,
    },
    {
      id: 'compare.mark',
      title: isMarked ? 'Take the mark for comparison away' : 'Mark this for comparison',
      section: 'Compare',
      shortcut: compareShortcuts.mark,
      run: mark,
    },
    {
      id: 'compare.marked',
      title: 'Compare with what is marked',
      section: 'Compare',
      shortcut: compareShortcuts.marked,
      enabled: () => marked !== null && !isMarked,
      run: () => {
        if (marked !== null) openComparison({ before: marked.ref, after: shown.ref });
      },
    },
  ]);
  return { isMarked, mark, comparePrevious };
}
