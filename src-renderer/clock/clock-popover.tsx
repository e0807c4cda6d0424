import { ChevronDown, FastForward, Pause, Play, StepForward } from 'lucide-react';
import { useState } from 'react';
import { useWaitingCount } from '#renderer/deliveries/delivery-labels.ts';
import { JobView } from '#renderer/jobs/job-view.tsx';
import { useClock } from '#renderer/kit/data/clock.ts';
import { collections, useItems } from '#renderer/kit/data/collections.ts';
import { type FinishTarget, startFinish, useFinish } from '#renderer/kit/data/fast-forward.ts';
import { spokenShortcut } from '#renderer/kit/keyboard/shortcut.ts';
import { LearnMore } from '#renderer/kit/learn-more.tsx';
import { Button } from '#renderer/ui/button.tsx';
import { cx } from '#renderer/ui/cx.ts';
import { SteadyText } from '#renderer/ui/inline-text.tsx';
import { Popover } from '#renderer/ui/popup.tsx';
import { Segmented } from '#renderer/ui/segmented.tsx';
import { Select } from '#renderer/ui/select.tsx';
import { useReadNow } from '#renderer/ui/time.tsx';
import { formatTime, formatWeekday } from '#shared/kit/format.ts';
import {
  clockShortcuts,
  fastForward,
  pauseOrResume,
  returnToRealTime,
  runAt,
  showPane,
  useClockPane,
} from './clock-actions.ts';
import {
  aheadText,
  fastForwardProblem,
  finishCountsText,
  finishTitle,
  modeText,
  nextText,
  speedButtonId,
  speeds,
  speedText,
  waitingText,
} from './clock-labels.ts';
import { FinishControls } from './finish-controls.tsx';

/** How the clock runs and how far it is from real time, as a button that opens all clock actions. */
export function ClockPopover() {
  const open = useClockPane(({ isOpen }) => isOpen);
  const playing = useFinish(({ status, speed }) =>
    status !== 'running' ? null : speed === null ? 'Skipping' : speedText(speed),
  );
  const course = useClock(({ reading }) => playing ?? (reading ? modeText(reading.state) : ''));
  const ahead = useClock(({ reading, aheadMs }) =>
    (reading?.state.mode ?? 'real') === 'real' ? null : aheadText(aheadMs),
  );
  return (
    <Popover
      open={open}
      onOpenChange={showPane}
      align="end"
      title="Virtual clock"
      className="min-w-[424px]"
      shortcutSection="Clock"
      trigger={
        <button
          type="button"
          id={speedButtonId}
          aria-label={`Clock: ${course}`}
          aria-keyshortcuts={spokenShortcut(clockShortcuts.open)}
          className={cx(
            'flex h-full items-center border-l border-inherit pl-2.25 font-medium -outline-offset-2 transition-colors',
            ahead === null ? 'text-fg-2 hover:bg-bg-3 hover:text-fg' : 'text-accent',
          )}
        >
          <SteadyText widest={ahead === null ? 'Real time' : '× 3,600'}>{course}</SteadyText>
          <ChevronDown size={12} strokeWidth={1.5} aria-hidden="true" className="mx-1.5" />
          {ahead !== null && (
            <span className="flex h-full items-center border-l border-inherit px-2.25 text-fg-2 max-xl:hidden">
              <SteadyText widest="00 h 00 min ahead">{ahead}</SteadyText>
            </span>
          )}
        </button>
      }
    >
      <ClockPaneBody />
    </Popover>
  );
}

const sectionClass = 'flex flex-col gap-2 border-t border-line py-3';

function ClockPaneBody() {
  const isFinishing = useFinish(({ status }) => status === 'running');
  return (
    <div>
      <VirtualTime />
      {/* A fast-forward has its own speed. */}
      {!isFinishing && <SpeedControls />}
      <FinishSection className={cx(sectionClass, 'pb-1')} />
      <p className="pt-2">
        <LearnMore topic="virtualClock" />
      </p>
    </div>
  );
}

/** Virtual time and its difference to real time. */
function VirtualTime() {
  const time = useReadNow((now = 0) => `${formatWeekday(now)}, ${formatTime(now)}`);
  const isReal = useClock(({ reading }) => reading?.state.mode === 'real');
  const ahead = useClock(({ aheadMs }) => aheadText(aheadMs));
  return (
    <div className="flex items-end gap-2 pb-2.5">
      <div className="min-w-0 flex-1">
        <p className="bytes font-medium tabular-nums">{time}</p>
        <p className="text-small text-fg-2 tabular-nums">{isReal ? 'real time' : ahead}</p>
      </div>
      {!isReal && <Button onClick={() => void returnToRealTime()}>Back to real time</Button>}
    </div>
  );
}

/** Speed, pause, and a step to the next attempt. */
function SpeedControls() {
  const mode = useClock(({ reading }) => reading?.state.mode ?? 'real');
  const speed = useClock(({ reading }) => reading?.state.speed ?? 1);
  const resumeSpeed = useClock((clock) => clock.resumeSpeed);
  const isPaused = mode === 'paused';
  return (
    <div className={sectionClass}>
      <div className="flex items-center gap-2.5">
        <span aria-hidden="true" className="text-fg-2">
          Speed
        </span>
        <Segmented
          label="Speed"
          value={isPaused ? '' : String(speed)}
          segments={speeds.map((speed) => ({ value: String(speed), label: speedText(speed) }))}
          onChange={(value) => void runAt(Number(value))}
        />
      </div>
      <p className="text-small text-fg-2">Runs at × 1 during requests</p>
      <div className="mt-1 flex gap-2">
        <Button
          icon={isPaused ? Play : Pause}
          shortcut={clockShortcuts.pause}
          onClick={() => void pauseOrResume()}
          className="min-w-24"
        >
          {isPaused ? 'Resume' : 'Pause'}
        </Button>
        <NextAttemptButton />
      </div>
      <p className="text-small text-fg-2 tabular-nums">
        {isPaused && `Resumes at ${speedText(resumeSpeed)}; new events are still sent. `}
        <NextAttempt />
      </p>
    </div>
  );
}

function useNextAttemptAt(): number | null {
  return useClock(({ reading }) => reading?.state.nextAttemptAt ?? null);
}

function NextAttemptButton() {
  const nextAt = useNextAttemptAt();
  const problem = useReadNow((now) => fastForwardProblem(nextAt, now ?? 0));
  return (
    <Button
      icon={StepForward}
      shortcut={clockShortcuts.nextAttempt}
      disabledReason={problem}
      onClick={() => void fastForward()}
      className="flex-1"
    >
      Fast-forward to next attempt
    </Button>
  );
}

function NextAttempt() {
  const nextAt = useNextAttemptAt();
  const text = useReadNow((now) => nextText(nextAt, now ?? 0));
  if (nextAt === null) return 'No retries scheduled';
  return `Next attempt: ${text.replace('next ', '')}, at ${formatTime(nextAt)}`;
}

const allDestinations = 'everything';

/** Fast-forwards all retries, or those of one destination. */
function FinishSection({ className }: { className: string }) {
  const isRunning = useFinish(({ status }) => status === 'running');
  return (
    <section aria-label="Fast-forward until finished" className={className}>
      {isRunning ? <Progress /> : <Choice />}
    </section>
  );
}

function Choice() {
  const [selectedTarget, setSelectedTarget] = useState(allDestinations);
  const destinations = useItems(collections.destinations);
  const waiting = useWaitingCount();
  const destination = destinations.find(({ id }) => id === selectedTarget);
  const target: FinishTarget =
    destination === undefined
      ? { kind: 'everything' }
      : { kind: 'destination', id: destination.id, name: destination.name };
  return (
    <>
      <p className="text-small text-fg-2">
        <span className="text-fg tabular-nums">{waitingText(waiting)}.</span> Other due deliveries
        are sent too.
      </p>
      <div className="flex gap-2">
        <Select
          aria-label="Deliveries to finish"
          className="min-w-0 flex-1"
          value={destination?.id ?? allDestinations}
          onChange={setSelectedTarget}
          options={[
            { value: allDestinations, label: 'Everything' },
            ...destinations.map(({ id, name }) => ({ value: id, label: `To ${name}` })),
          ]}
        />
        <Button
          icon={FastForward}
          shortcut={target.kind === 'everything' ? clockShortcuts.finish : undefined}
          disabledReason={waiting === 0 ? 'No waiting deliveries' : undefined}
          onClick={() => void startFinish(target)}
        >
          Fast-forward until finished
        </Button>
      </div>
    </>
  );
}

function Progress() {
  const run = useFinish();
  const { progress, share } = run;
  return (
    <JobView
      title={finishTitle(run.target)}
      state="running"
      share={share}
      remainingMs={progress?.remainingMs ?? null}
      counts={finishCountsText(run)}
    >
      <FinishControls />
    </JobView>
  );
}
