import { Pause, Play, StepForward } from 'lucide-react';
import { useClock } from '#renderer/stores/clock-store.ts';
import { useSettle } from '#renderer/stores/settle-store.ts';
import { Button } from '#renderer/ui/button.tsx';
import { cx } from '#renderer/ui/cx.ts';
import { Segmented } from '#renderer/ui/segmented.tsx';
import { useReadNow } from '#renderer/ui/time.tsx';
import { backToReal, jump, pauseOrResume, runAt } from './clock-actions.ts';
import { aheadText, jumpProblem, nextText, speeds, speedText } from './clock-labels.ts';
import { SettleSection } from './fast-forward-section.tsx';
import { clockShortcuts } from './use-clock-commands.ts';

const part = 'flex flex-col gap-2 border-t border-line py-3';
const dateAndTime = new Intl.DateTimeFormat('en-GB', {
  weekday: 'short',
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
});

export function ClockPaneBody() {
  return (
    <div>
      <Standing />
      <Course />
      <SettleSection className={cx(part, 'pb-1')} />
    </div>
  );
}

/** What time it is, and how that stands to real time. */
function Standing() {
  const time = useReadNow((now) => dateAndTime.format(now));
  const isReal = useClock(({ reading }) => reading?.state.mode === 'real');
  const ahead = useClock(({ aheadMs }) => aheadText(aheadMs));
  return (
    <div className="flex items-end gap-2 pb-2.5">
      <div className="min-w-0 flex-1">
        <p className="bytes font-medium tabular-nums">{time}</p>
        <p className="text-small text-fg-2 tabular-nums">{isReal ? 'real time' : ahead}</p>
      </div>
      {!isReal && <Button onClick={() => void backToReal()}>Back to real time</Button>}
    </div>
  );
}

/** How fast it runs, standing still, and one step to the next attempt. */
function Course() {
  const mode = useClock(({ reading }) => reading?.state.mode ?? 'real');
  const speed = useClock(({ reading }) => reading?.state.speed ?? 1);
  const resumeSpeed = useClock((clock) => clock.resumeSpeed);
  const isPaused = mode === 'paused';
  return (
    <div className={part}>
      <div className="flex items-center gap-2.5">
        <span aria-hidden="true" className="text-fg-2">
          Speed
        </span>
        <Segmented
          label="Speed"
          value={isPaused ? '' : String(speed)}
          segments={speeds.map((one) => ({ value: String(one), label: speedText(one) }))}
          onChange={(value) => void runAt(Number(value))}
        />
      </div>
      <p className="text-small text-fg-2">
        While an attempt is in flight it runs at real speed, since sockets do.
      </p>
      <div className="mt-1 flex gap-2">
        <Button
          icon={isPaused ? Play : Pause}
          shortcut={clockShortcuts.pause}
          onClick={() => void pauseOrResume()}
          className="min-w-[96px]"
        >
          {isPaused ? 'Resume' : 'Pause'}
        </Button>
        <JumpButton />
      </div>
      <p className="text-small text-fg-2 tabular-nums">
        {isPaused && `It goes on at ${speedText(resumeSpeed)}. New events are sent meanwhile. `}
        <NextAttempt />
      </p>
    </div>
  );
}

function useNextAttemptAt(): number | null {
  return useClock(({ reading }) => reading?.state.nextAttemptAt ?? null);
}

function JumpButton() {
  const nextAt = useNextAttemptAt();
  const isSettling = useSettle(({ status }) => status === 'running');
  const problem = useReadNow((now) => jumpProblem(nextAt, now ?? 0));
  return (
    <Button
      icon={StepForward}
      shortcut={clockShortcuts.jump}
      disabledReason={isSettling ? 'Fast-forwarding' : problem}
      onClick={() => void jump()}
      className="flex-1"
    >
      Jump to next attempt
    </Button>
  );
}

function NextAttempt() {
  const nextAt = useNextAttemptAt();
  const text = useReadNow((now) => nextText(nextAt, now ?? 0));
  if (nextAt === null) return 'No attempt is planned.';
  return `The next attempt: ${text.replace('next ', '')}, at ${dateAndTime.format(nextAt).split(', ').at(-1)}`;
}
