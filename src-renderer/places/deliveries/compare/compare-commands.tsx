import { GitCompareArrows, Pin, X } from 'lucide-react';
import { create } from 'zustand';
import { useActions } from '#renderer/kit/actions/actions.tsx';
import { isEnabled, runCommand, useCommandStore } from '#renderer/kit/keyboard/commands.ts';
import { Button, IconButton } from '#renderer/ui/button.tsx';
import { openComparison, type SideRef, sameSide } from './compare-route.ts';

interface Comparable {
  /** The item in the detail pane. */
  readonly shown: Marked;
  /** Compared by default: the previous attempt, or the attempt a copy was made from. */
  readonly previous: SideRef | null;
  readonly previousTitle: string;
  readonly previousLabel: string;
  /** Whether there may be a previous one. */
  readonly hasPrevious?: boolean;
}

/** Compares with the previous attempt or with a marked one. */
export function useCompareActions(comparable: Comparable) {
  const { shown, previous, previousTitle, previousLabel, hasPrevious } = comparable;
  const marked = useMarked((state) => state.marked);
  const isMarked = marked !== null && sameSide(marked.ref, shown.ref);
  return useActions('Compare', [
    {
      id: 'compare.previous',
      title: previousTitle,
      label: previousLabel,
      shortcut: 'd',
      icon: GitCompareArrows,
      menu: 'compare',
      isShown: hasPrevious,
      problem: previous === null ? 'Nothing to compare with' : undefined,
      run: () => {
        if (previous !== null) openComparison({ before: previous, after: shown.ref });
      },
    },
    {
      id: 'compare.mark',
      title: isMarked ? 'Unmark for comparison' : 'Mark for comparison',
      shortcut: 'm',
      icon: Pin,
      menu: 'compare',
      run: () => toggleMark(shown),
    },
    {
      id: 'compare.marked',
      title: 'Compare with marked',
      shortcut: markedShortcut,
      isShown: marked !== null && !isMarked,
      run: () => {
        if (marked !== null) openComparison({ before: marked.ref, after: shown.ref });
      },
    },
  ]);
}

const markedShortcut = 'Shift+D';

// What is marked for comparison; kept across pages.

interface Marked {
  readonly ref: SideRef;
  /** Name in the bar, such as "Order Completed, attempt 3". */
  readonly name: string;
}

export const useMarked = create<{ readonly marked: Marked | null }>()(() => ({ marked: null }));

function unmark(): void {
  useMarked.setState({ marked: null });
}

/** Marks it, or unmarks it if it is marked already. */
function toggleMark(side: Marked): void {
  const { marked } = useMarked.getState();
  if (marked !== null && sameSide(marked.ref, side.ref)) unmark();
  else useMarked.setState({ marked: side });
}

/** Bar under the list that shows what is marked for comparison. */
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
      className="flex h-header flex-none items-center gap-2 border-t border-line bg-accent-bg pr-1.5 pl-3 text-small"
    >
      <Pin className="icon-small text-accent" strokeWidth={1.5} aria-hidden="true" />
      <span role="status" className="min-w-0 flex-1 truncate">
        Marked: {marked.name}
      </span>
      <Button
        icon={GitCompareArrows}
        shortcut={markedShortcut}
        className="h-6.5"
        disabledReason={canCompare ? undefined : 'Open another delivery'}
        onClick={() => runCommand('compare.marked')}
      >
        Compare
      </Button>
      <IconButton size="small" icon={X} label="Unmark" onClick={unmark} />
    </section>
  );
}
