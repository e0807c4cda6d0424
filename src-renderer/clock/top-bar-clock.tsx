import { ChevronDown, Pause, Play, Square } from 'lucide-react';
import { perform } from '#renderer/kit/actions/perform.ts';
import { useClock } from '#renderer/kit/data/clock.ts';
import { cancelFinish, useFinish } from '#renderer/kit/data/fast-forward.ts';
import { type ShownRun, useShownRun } from '#renderer/kit/data/shown-run.ts';
import { spokenShortcut } from '#renderer/kit/keyboard/shortcut.ts';
import { useDelayedTrue } from '#renderer/kit/loading.tsx';
import { cx } from '#renderer/ui/cx.ts';
import { SteadyText } from '#renderer/ui/inline-text.tsx';
import { Popover, Tooltip } from '#renderer/ui/popup.tsx';
import { ProgressBar } from '#renderer/ui/progress.tsx';
import { Segmented } from '#renderer/ui/segmented.tsx';
import { useReadNow } from '#renderer/ui/time.tsx';
import { formatTime, formatWeekday } from '#shared/kit/format.ts';
import type { RunPace } from '#shared/scenarios/schema/run.ts';
import { clockShortcuts, pauseOrResume } from './clock-actions.ts';
import { finishTitle, speedText } from './clock-labels.ts';
import { ClockPopover } from './clock-popover.tsx';

/** Shorter fast-forwards show only their result. */
const progressDelayMs = 400;

/** The one clock: pause, time, speed, and the distance from real time. Tinted while time is virtual. */
export function TopBarClock() {
  const run = useShownRun((shown) => shown.run);
  return run === null ? <InstanceClock /> : <RunClock run={run} />;
}

/** Virtual time of the run in front. */
function RunClock({ run }: { run: ShownRun }) {
  const { now, pace } = run;
  return (
    <section
      aria-label="Clock of this run"
      className="flex h-control flex-none items-center divide-x divide-accent/25 overflow-hidden rounded-control border border-accent/45 bg-accent-bg whitespace-nowrap"
    >
      {pace !== null && <PauseButton isPaused={pace.isPaused} />}
      <time
        title={formatWeekday(now)}
        className="bytes flex h-full items-center px-2.5 font-medium text-fg tabular-nums max-md:hidden"
      >
        {formatTime(now)}
      </time>
      {pace === null ? (
        <span className="flex h-full items-center px-2.5 font-semibold text-accent">Ended</span>
      ) : (
        <RunSpeed run={run} pace={pace} />
      )}
      <span className="flex h-full items-center px-2.5 text-fg-2 max-lg:hidden">this run</span>
    </section>
  );
}

const maxSpeed = 'max';
const runSpeeds = [60, 600, 3_600] as const;

const runSpeedText = (speed: number | null): string => (speed === null ? 'Max' : speedText(speed));

function RunSpeed({ run, pace }: { run: ShownRun; pace: RunPace }) {
  const text = pace.isPaused ? 'Paused' : runSpeedText(pace.speed);
  return (
    <Popover
      align="end"
      title="Speed of this run"
      trigger={
        <button
          type="button"
          aria-label={`Speed of this run: ${text}`}
          className="flex h-full items-center pr-1.5 pl-2.5 font-semibold text-accent -outline-offset-2"
        >
          <SteadyText widest="× 3,600">{text}</SteadyText>
          <ChevronDown size={12} strokeWidth={1.5} aria-hidden="true" className="ml-1.5" />
        </button>
      }
    >
      <Segmented
        label="Speed"
        value={pace.isPaused ? '' : String(pace.speed ?? maxSpeed)}
        segments={[...runSpeeds, null].map((speed) => ({
          value: String(speed ?? maxSpeed),
          label: runSpeedText(speed),
        }))}
        onChange={(value) =>
          void perform("Can't change the speed", async () => {
            const speed = value === maxSpeed ? null : Number(value);
            await run.changePace({ speed, isPaused: false });
          })
        }
      />
    </Popover>
  );
}

function InstanceClock() {
  const mode = useClock(({ reading }) => reading?.state.mode ?? null);
  const isFinishing = useDelayedTrue(
    useFinish(({ status }) => status === 'running'),
    progressDelayMs,
  );
  if (mode === null) return null;
  return (
    <section
      aria-label="Clock"
      className={cx(
        'relative flex h-control flex-none items-center overflow-hidden rounded-control border whitespace-nowrap',
        mode === 'real' ? 'border-line bg-bg-2' : 'border-accent/45 bg-accent-bg',
      )}
    >
      {isFinishing ? <StopButton /> : <PauseButton isPaused={mode === 'paused'} />}
      <ClockTime />
      <ClockPopover />
      {isFinishing && <Progress />}
    </section>
  );
}

function ClockTime() {
  const time = useReadNow((now) => formatTime(now ?? 0));
  const date = useReadNow((now) => formatWeekday(now ?? 0));
  return (
    <time
      title={date}
      className="bytes border-l border-inherit px-2.5 font-medium text-fg tabular-nums max-md:hidden"
    >
      {time}
    </time>
  );
}

/** How far a fast-forward is, at the edge of the clock. */
function Progress() {
  const title = useFinish(({ target }) => finishTitle(target));
  const share = useFinish((run) => run.share);
  return (
    <span className="pointer-events-none absolute inset-x-1 bottom-0 flex h-0.5 overflow-hidden">
      <ProgressBar label={title} value={share} of={1} />
    </span>
  );
}

interface ClockButtonProps {
  readonly icon: typeof Pause;
  readonly label: string;
  readonly shortcut: string;
  readonly run: () => void;
}

function ClockButton({ icon: Icon, label, shortcut, run }: ClockButtonProps) {
  return (
    <Tooltip content={label} shortcut={shortcut}>
      <button
        type="button"
        aria-label={label}
        aria-keyshortcuts={spokenShortcut(shortcut)}
        onClick={run}
        className="grid h-full w-control place-items-center text-fg-2 -outline-offset-2 transition-colors hover:bg-bg-3 hover:text-fg"
      >
        <Icon className="icon-small" strokeWidth={1.5} aria-hidden="true" />
      </button>
    </Tooltip>
  );
}

function PauseButton({ isPaused }: { isPaused: boolean }) {
  return (
    <ClockButton
      icon={isPaused ? Play : Pause}
      label={isPaused ? 'Resume clock' : 'Pause clock'}
      shortcut={clockShortcuts.pause}
      run={() => void pauseOrResume()}
    />
  );
}

function StopButton() {
  return (
    <ClockButton
      icon={Square}
      label="Stop fast-forwarding"
      shortcut={clockShortcuts.finish}
      run={cancelFinish}
    />
  );
}
