import { Search, Send } from 'lucide-react';
import { TopBarClock } from '#renderer/clock/top-bar-clock.tsx';
import { ActionButton, useActions } from '#renderer/kit/actions/actions.tsx';
import { runCommand, useShortcutOf } from '#renderer/kit/keyboard/commands.ts';
import { openSend, showOverlay, useOverlay } from '#renderer/kit/overlay.ts';
import { Kbd } from '#renderer/ui/kbd.tsx';
import { ActivityButton } from './activity-button.tsx';
import { StateCounts } from './state-counts.tsx';

function SearchBox() {
  const shortcut = useShortcutOf('palette.open');
  return (
    <button
      type="button"
      onClick={() => runCommand('palette.open')}
      className="flex h-control w-[244px] flex-none items-center gap-2 rounded-control border border-line bg-bg-2 pr-2 pl-2.5 whitespace-nowrap text-fg-3 transition-colors hover:border-line-2 hover:text-fg-2 max-2xl:w-34 max-lg:w-auto"
    >
      <Search className="icon-small" strokeWidth={1.5} aria-hidden="true" />
      <span className="truncate max-2xl:sr-only">Search or run a command</span>
      <span aria-hidden="true" className="hidden max-2xl:inline max-lg:hidden">
        Search
      </span>
      {shortcut && <Kbd shortcut={shortcut} className="ml-auto max-md:hidden" />}
    </button>
  );
}

/** The drawer that sends, from everywhere. */
function SendButton() {
  const isOpen = useOverlay(({ open }) => open === 'send');
  const [open] = useActions('Go', [
    {
      id: 'send.open',
      title: 'Send event',
      keywords: ['sample', 'message', 'payload', 'file', 'curl', 'har'],
      icon: Send,
      shortcut: 'Mod+E',
      run: () => (isOpen ? showOverlay(null) : openSend()),
    },
  ]);
  return (
    <ActionButton
      action={open}
      variant="primary"
      aria-haspopup="dialog"
      aria-label="Send event"
      className="max-2xl:[&_kbd]:hidden max-xl:[&>span]:sr-only"
    />
  );
}

/** Counts, clock, activity, search and sending. */
export function TopBar() {
  return (
    <>
      <StateCounts />
      <TopBarClock />
      <ActivityButton />
      <SearchBox />
      <SendButton />
    </>
  );
}
