import { GitCompareArrows, Pin, X } from 'lucide-react';
import { isEnabled, runCommand, useCommandStore } from '#renderer/keyboard/commands.ts';
import { Button, IconButton } from '#renderer/ui/button.tsx';
import { unmark, useMarked } from './marked-store.ts';
import { compareShortcuts } from './use-compare-commands.ts';

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
