import { type LucideIcon, Pause, Play, StepForward } from 'lucide-react';
import type { ReactNode } from 'react';
import { useClock } from '#renderer/kit/data/clock.ts';
import { useFinish } from '#renderer/kit/data/fast-forward.ts';
import { spokenShortcut } from '#renderer/kit/keyboard/shortcut.ts';
import { cx } from '#renderer/ui/cx.ts';
import { SteadyText } from '#renderer/ui/inline-text.tsx';
import { Tooltip } from '#renderer/ui/popup.tsx';
import { useReadNow } from '#renderer/ui/time.tsx';
import { clockShortcuts, fastForward, pauseOrResume } from './clock-actions.ts';
import { fastForwardProblem, nextText } from './clock-labels.ts';
import { ClockPopover } from './clock-popover.tsx';

const timeOfDay = new Intl.DateTimeFormat('en-GB', { timeStyle: 'medium' });
const day = new Intl.DateTimeFormat('en-GB', { dateStyle: 'full' });

/** Virtual time, its speed, and the next attempt. */
export function TopBarClock() {
  const isKnown = useClock((clock) => clock.reading !== null);
  if (!isKnown) return null;
  return (
    <section
      aria-label="Clock"
      className="flex h-control flex-none items-center overflow-hidden rounded-control border border-line bg-bg-2 whitespace-nowrap"
    >
      <ClockTime />
      <ClockPopover />
      <PauseButton />
      <NextAttemptButton />
    </section>
  );
}

function ClockTime() {
  const time = useReadNow((now) => timeOfDay.format(now));
  const date = useReadNow((now) => day.format(now));
  return (
    <time
      title={`Virtual time: ${date}`}
      className="bytes px-2.5 font-medium text-fg tabular-nums max-md:hidden"
    >
      {time}
    </time>
  );
}

interface TopBarButtonProps {
  readonly icon: LucideIcon;
  readonly label: string;
  readonly shortcut: string;
  /** Why the button is disabled. */
  readonly problem?: string | undefined;
  readonly run: () => void;
  readonly children?: ReactNode;
}

function TopBarButton({ icon: Icon, label, shortcut, problem, run, children }: TopBarButtonProps) {
  return (
    <Tooltip content={problem ?? label} shortcut={problem === undefined ? shortcut : undefined}>
      <button
        type="button"
        aria-disabled={problem === undefined ? undefined : true}
        aria-keyshortcuts={spokenShortcut(shortcut)}
        onClick={problem === undefined ? run : undefined}
        className={cx(
          'flex h-full items-center gap-1.5 border-l border-line px-2.25 -outline-offset-2 transition-colors',
          problem === undefined ? 'text-fg-2 hover:bg-bg-3 hover:text-fg' : 'text-fg-3',
        )}
      >
        <Icon className="icon-small" strokeWidth={1.5} aria-hidden="true" />
        <span className="sr-only">{label}</span>
        {children}
      </button>
    </Tooltip>
  );
}

function PauseButton() {
  const isPaused = useClock((clock) => clock.reading?.state.mode === 'paused');
  return (
    <TopBarButton
      icon={isPaused ? Play : Pause}
      label={isPaused ? 'Resume clock' : 'Pause clock'}
      shortcut={clockShortcuts.pause}
      run={() => void pauseOrResume()}
    />
  );
}

function NextAttemptButton() {
  const nextAt = useClock((clock) => clock.reading?.state.nextAttemptAt ?? null);
  const isFinishing = useFinish(({ status }) => status === 'running');
  const text = useReadNow((now) => nextText(nextAt, now ?? 0));
  const problem = useReadNow((now) => fastForwardProblem(nextAt, now ?? 0));
  return (
    <TopBarButton
      icon={StepForward}
      label="Fast-forward to next attempt"
      shortcut={clockShortcuts.nextAttempt}
      problem={isFinishing ? 'Fast-forwarding' : problem}
      run={() => void fastForward()}
    >
      <SteadyText widest="next in 00 min 00 s" className="max-xl:hidden">
        {text}
      </SteadyText>
    </TopBarButton>
  );
}
