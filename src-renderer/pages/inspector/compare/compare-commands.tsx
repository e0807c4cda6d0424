import { GitCompareArrows, Pin, X } from 'lucide-react';
import { create } from 'zustand';
import {
  isEnabled,
  runCommand,
  useCommandStore,
  useCommands,
} from '#renderer/keyboard/commands.ts';
import { Button, IconButton } from '#renderer/ui/button.tsx';
import { openComparison, type SideRef, sameSide } from './compare-route.ts';

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

// What was marked to be compared with something else; kept while moving from page to page.

interface Marked {
  readonly ref: SideRef;
  /** What it is called in the bar: "Order Completed, attempt 3". */
  readonly name: string;
}

export const useMarked = create<{ readonly marked: Marked | null }>()(() => ({ marked: null }));

function unmark(): void {
  useMarked.setState({ marked: null });
}

/** Marks it; what is marked already is unmarked. */
function toggleMark(one: Marked): void {
  const { marked } = useMarked.getState();
  if (marked !== null && sameSide(marked.ref, one.ref)) unmark();
  else useMarked.setState({ marked: one });
}

/** What is marked for comparison, under the list, until something is compared with it. */
export function MarkedBar() {
  const marked = useMarked((state) => state.marked);
  const canCompare = useCommandStore(({ commands }) => {
    const command = commands.findLast(({ id }) => id === 'compare.marked');
    return command !== undefined && isEnabled(command);
  });
  if (marked === null) return null;
  return (
    <section
      aria-label="Marked for comparison"
      className="flex h-[38px] flex-none items-center gap-2 border-t border-line bg-accent-bg pr-1.5 pl-3 text-small"
    >
      <Pin className="icon-small text-accent" strokeWidth={1.5} aria-hidden="true" />
      <span role="status" className="min-w-0 flex-1 truncate">
        Marked: {marked.name}
      </span>
      <Button
        icon={GitCompareArrows}
        shortcut={compareShortcuts.marked}
        className="h-[26px]"
        disabledReason={canCompare ? undefined : 'Open another one to compare it with'}
        onClick={() => runCommand('compare.marked')}
      >
        Compare
      </Button>
      <IconButton size="small" icon={X} label="Take the mark away" onClick={unmark} />
    </section>
  );
}
