import { FastForward, type LucideIcon, Pause, Timer, Undo2 } from 'lucide-react';
import type { ReactNode } from 'react';
import { JobProgress } from '#renderer/jobs/job-view.tsx';
import { useClock } from '#renderer/kit/data/clock.ts';
import { useFinish } from '#renderer/kit/data/fast-forward.ts';
import { useDelayedTrue } from '#renderer/kit/loading.tsx';
import { Button } from '#renderer/ui/button.tsx';
import { returnToRealTime } from './clock-actions.ts';
import {
  aheadText,
  finishCountsText,
  finishShare,
  finishTitle,
  modeDescription,
} from './clock-labels.ts';
import { FinishControls } from './finish-controls.tsx';

/** Shorter fast-forwards show only their result. */
const bannerDelayMs = 400;

/** Whether the clock needs a banner. */
export function useHasClockBanner(): boolean {
  const isReal = useClock(({ reading }) => (reading?.state.mode ?? 'real') === 'real');
  const isFinishing = useIsFinishing();
  return !isReal || isFinishing;
}

function useIsFinishing(): boolean {
  return useDelayedTrue(
    useFinish(({ status }) => status === 'running'),
    bannerDelayMs,
  );
}

/** Shows that time is virtual, with a way back to real time. */
export function ClockBanner() {
  return useIsFinishing() ? <Finishing /> : <NotReal />;
}

interface LineProps {
  readonly icon: LucideIcon;
  readonly title: ReactNode;
  readonly children: ReactNode;
  readonly action: ReactNode;
}

/** Like a Banner, but not a live region: its numbers change constantly. */
function Line({ icon: Icon, title, children, action }: LineProps) {
  return (
    <section
      aria-label="Virtual time"
      className="flex items-center gap-2 rounded-control bg-accent-bg px-2.5 py-1.5 text-accent"
    >
      <Icon className="icon-small" strokeWidth={1.5} aria-hidden="true" />
      <div className="flex min-w-0 flex-1 items-center gap-1.5 tabular-nums">
        <span className="flex-none font-medium">{title}</span>
        {children}
      </div>
      {action}
    </section>
  );
}

function NotReal() {
  const mode = useClock(({ reading }) => reading?.state.mode ?? 'real');
  const speed = useClock(({ reading }) => reading?.state.speed ?? 1);
  const ahead = useClock(({ aheadMs }) => aheadText(aheadMs));
  const icon = mode === 'paused' ? Pause : speed === 1 ? Timer : FastForward;
  return (
    <Line
      icon={icon}
      title="Virtual time"
      action={
        <Button
          variant="quiet"
          icon={Undo2}
          onClick={() => void returnToRealTime()}
          className="-my-1 text-current"
        >
          Back to real time
        </Button>
      }
    >
      <span className="truncate text-fg">
        {modeDescription({ mode, speed })}, {ahead}
      </span>
    </Line>
  );
}

function Finishing() {
  const run = useFinish();
  const { progress } = run;
  const title = finishTitle(run.target);
  return (
    <Line
      icon={FastForward}
      title={<span className="max-xl:sr-only">{title}</span>}
      action={<FinishControls />}
    >
      <JobProgress
        title={title}
        share={progress === null ? 0 : finishShare(progress)}
        remainingMs={progress?.remainingMs ?? null}
        className="w-64 flex-none max-lg:w-48"
      />
      <span className="truncate text-fg">{finishCountsText(run)}</span>
    </Line>
  );
}
