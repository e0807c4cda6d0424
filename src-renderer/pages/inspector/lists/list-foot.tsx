import { useDelayedTrue } from '#renderer/components/late-spinner.tsx';
import { Kbd } from '#renderer/ui/kbd.tsx';
import { type ListCounts, listCountLabels } from './list-count-labels.ts';

/** Most searches are over sooner. */
const patienceMs = 250;

interface ListFootProps {
  readonly counts: ListCounts;
  /** Whether more rows that match are being looked for. */
  readonly searching?: boolean;
  /** Whether `r` does something here. */
  readonly retry?: boolean;
}

/** The keys that work on the list, and how much of it is loaded. */
export function ListFoot({ counts, searching = false, retry = false }: ListFootProps) {
  const isSlow = useDelayedTrue(searching, patienceMs);
  return (
    <footer className="flex h-[30px] flex-none items-center gap-3.5 border-t border-line px-3 text-label whitespace-nowrap text-fg-3 tabular-nums">
      <span className="flex items-center gap-1">
        <Kbd shortcut="j" className="text-fg-2" />
        <Kbd shortcut="k" className="mr-0.5 text-fg-2" />
        move
      </span>
      {retry && (
        <span className="flex items-center gap-1.5">
          <Kbd shortcut="r" className="text-fg-2" />
          retry
        </span>
      )}
      <span className="flex items-center gap-1.5">
        <Kbd shortcut="?" className="text-fg-2" />
        all keys
      </span>
      <span className="ml-auto truncate">
        {listCountLabels(counts)}
        {isSlow && ', searching…'}
      </span>
    </footer>
  );
}
