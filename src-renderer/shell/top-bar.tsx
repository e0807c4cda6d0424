import { Search } from 'lucide-react';
import { runCommand } from '#renderer/keyboard/command-store.ts';
import { useShortcutOf } from '#renderer/keyboard/use-command.ts';
import { TopBarClock } from '#renderer/pages/clock/top-bar-clock.tsx';
import { Kbd } from '#renderer/ui/kbd.tsx';
import { IngestionChip } from './ingestion-chip.tsx';
import { LedgerSummary } from './ledger-summary.tsx';

function SearchBox() {
  const shortcut = useShortcutOf('palette.open');
  return (
    <button
      type="button"
      onClick={() => runCommand('palette.open')}
      className="flex h-[30px] w-[244px] flex-none items-center gap-2 rounded-control border border-line bg-bg-2 pr-2 pl-2.5 whitespace-nowrap text-fg-3 transition-colors hover:border-line-2 hover:text-fg-2 max-[1500px]:w-[136px] max-[1000px]:w-auto"
    >
      <Search className="icon-small" strokeWidth={1.5} aria-hidden="true" />
      <span className="truncate max-[1500px]:sr-only">Search or command</span>
      <span aria-hidden="true" className="hidden max-[1500px]:inline max-[1000px]:hidden">
        Search
      </span>
      {shortcut && <Kbd shortcut={shortcut} className="ml-auto" />}
    </button>
  );
}

/** Everything in the top bar: where events go, whether all is well, what time it is, and the way to anything. */
export function TopBar() {
  return (
    <>
      <IngestionChip />
      <LedgerSummary />
      <TopBarClock />
      <SearchBox />
    </>
  );
}
