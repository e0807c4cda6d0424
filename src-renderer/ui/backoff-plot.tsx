import type { ReactNode } from 'react';
import { formatLatency } from '#shared/kit/duration.ts';
import { logTimeScale } from './log-time-scale.ts';
import { toTrack, WindowEnd } from './timeline-row.tsx';

export interface ScheduleStep {
  /** 1 is the first retry. */
  number: number;
  /** Time since the first attempt. */
  elapsedMs: number;
  /** Delay since the previous attempt. */
  delayMs: number;
  /** Earliest and latest with jitter. */
  earliestMs?: number | undefined;
  latestMs?: number | undefined;
}

export interface BackoffPlotProps {
  steps: readonly ScheduleStep[];
  windowMs: number;
  /** Marks "now" on a running schedule. */
  nowElapsedMs?: number | undefined;
  /** Replaces the default caption. */
  caption?: ReactNode;
}

/** A backoff schedule: each attempt at its time, as high as the delay before it. */
export function BackoffPlot({ steps, windowMs, nowElapsedMs, caption }: BackoffPlotProps) {
  const scale = logTimeScale(windowMs);
  const longest = Math.max(1, ...steps.map((step) => step.delayMs));
  const summary =
    steps.length === 0
      ? 'No retries fit the window'
      : `${steps.length} retries in ${formatLatency(windowMs)}; longest delay ${formatLatency(longest)}`;
  return (
    <figure className="min-w-0">
      <div role="img" aria-label={summary} className="relative isolate h-24 border-b border-line-2">
        {scale.ticks.map((tick) => (
          <span
            key={tick.elapsedMs}
            className="absolute inset-y-0 w-px bg-line/70"
            style={{ left: toTrack(scale.positionOf(tick.elapsedMs)) }}
          />
        ))}
        <WindowEnd className="absolute inset-y-0" style={{ left: toTrack(1) }} />
        {steps.map((step) => (
          <Step key={step.number} step={step} longest={longest} positionOf={scale.positionOf} />
        ))}
        {nowElapsedMs !== undefined && (
          <span
            className="absolute inset-y-0 w-[1.5px] bg-accent"
            style={{ left: toTrack(scale.positionOf(nowElapsedMs)) }}
          />
        )}
      </div>
      <div aria-hidden="true" className="relative h-5 text-label text-fg-3 tabular-nums">
        {scale.ticks.map((tick) => (
          <span
            key={tick.elapsedMs}
            className="absolute top-0.5 -translate-x-1/2"
            style={{ left: toTrack(scale.positionOf(tick.elapsedMs)) }}
          >
            {tick.label}
          </span>
        ))}
      </div>
      <figcaption className="text-small text-fg-2">{caption ?? `${summary}.`}</figcaption>
    </figure>
  );
}

interface StepProps {
  step: ScheduleStep;
  longest: number;
  positionOf: (elapsedMs: number) => number;
}

/** Keeps the highest mark below the top edge. */
const TALLEST_PERCENT = 84;

function Step({ step, longest, positionOf }: StepProps) {
  // The square root keeps the short first delays visible.
  const height = `${Math.sqrt(step.delayMs / longest) * TALLEST_PERCENT}%`;
  const earliest = positionOf(step.earliestMs ?? step.elapsedMs);
  const latest = positionOf(step.latestMs ?? step.elapsedMs);
  return (
    <span
      title={`Retry ${step.number}: after ${formatLatency(step.elapsedMs)}, delay ${formatLatency(step.delayMs)}`}
    >
      {latest > earliest && (
        <span
          className="absolute bottom-0 rounded-t-mark bg-accent-bg"
          style={{ left: toTrack(earliest), right: toTrack(1 - latest), height }}
        />
      )}
      <span
        // Above later steps, which may overlap it.
        className="absolute bottom-0 z-1 w-px bg-line-2"
        style={{ left: toTrack(positionOf(step.elapsedMs)), height }}
      />
      <span
        data-keep-color
        className="absolute z-1 -mb-[4.5px] -ml-[4.5px] size-2.25 rounded-full border-[1.5px] bg-bg-1 border-fg-3"
        style={{ left: toTrack(positionOf(step.elapsedMs)), bottom: height }}
      />
    </span>
  );
}
