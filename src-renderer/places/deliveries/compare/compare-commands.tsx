import { GitCompareArrows } from 'lucide-react';
import { useActions } from '#renderer/kit/actions/actions.tsx';
import { openComparison, type SideRef } from './compare-route.ts';

interface Comparable {
  /** The item in the detail pane. */
  readonly shown: SideRef;
  /** Compared with it: the previous attempt, or the attempt a copy was made from. */
  readonly previous: SideRef | null;
  readonly title: string;
  readonly label: string;
  /** Whether there may be a previous one. */
  readonly hasPrevious?: boolean;
}

/** Compares with the previous attempt, or the one a copy was made from. */
export function useCompareActions({ shown, previous, title, label, hasPrevious }: Comparable) {
  return useActions('Compare', [
    {
      id: 'compare.previous',
      title,
      label,
      shortcut: 'd',
      icon: GitCompareArrows,
      menu: 'compare',
      isShown: hasPrevious,
      problem: previous === null ? 'Nothing to compare with' : undefined,
      run: () => {
        if (previous !== null) openComparison({ before: previous, after: shown });
      },
    },
  ]);
}
