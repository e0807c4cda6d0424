import { ChevronDown } from 'lucide-react';
import { spokenShortcut } from '#renderer/keyboard/shortcut.ts';
import { useClock } from '#renderer/stores/clock-store.ts';
import { cx } from '#renderer/ui/cx.ts';
import { Popover } from '#renderer/ui/popover.tsx';
import { SteadyText } from '#renderer/ui/steady-text.tsx';
import { courseText, speedButtonId } from './clock-labels.ts';
import { showPane, useClockPane } from './clock-pane.ts';
import { ClockPaneBody } from './clock-pane-body.tsx';
import { clockShortcuts } from './use-clock-commands.ts';

/** How fast the clock runs, as a button; behind it everything that can be done with the clock. */
export function ClockPopover() {
  const open = useClockPane(({ isOpen }) => isOpen);
  const course = useClock(({ reading, aheadMs }) =>
    reading === null ? '' : courseText(reading.state, aheadMs),
  );
  const isReal = course === 'real';
  return (
    <Popover
      open={open}
      onOpenChange={showPane}
      align="end"
      title="Virtual clock"
      className="w-[384px]"
      shortcutSection="Clock"
      trigger={
        <button
          type="button"
          id={speedButtonId}
          aria-label={`Clock: ${course}`}
          aria-keyshortcuts={spokenShortcut(clockShortcuts.open)}
          title="Speed, pause, jump, settle"
          className={cx(
            'flex h-full items-center gap-1 border-l border-line pr-1.5 pl-[9px] outline-offset-[-2px] transition-colors',
            isReal
              ? 'text-fg-2 hover:bg-bg-3 hover:text-fg'
              : 'bg-accent-bg font-semibold text-accent',
          )}
        >
          <SteadyText widest="× 3600" className="text-center">
            {course}
          </SteadyText>
          <ChevronDown size={12} strokeWidth={1.5} aria-hidden="true" />
        </button>
      }
    >
      <ClockPaneBody />
    </Popover>
  );
}
