import type { ReactNode } from 'react';
import { logTimeScale, spanLabel } from './log-time-scale.ts';
import { toTrack, WindowEnd } from './timeline-lane.tsx';

export interface LadderStep {
  /** 1 is the first retry. */
  number: number;
  /** From the first attempt to this one. */
  elapsedMs: number;
  /** From the attempt before to this one. */
  delayMs: number;
  /** How early and how late jitter may bring it. */
  earliestMs?: number | undefined;
  latestMs?: number | undefined;
}

export interface BackoffPlotProps {
  steps: readonly LadderStep[];
  windowMs: number;
  /** Where "now" stands, for a ladder that is being climbed. */
  nowElapsedMs?: number | undefined;
  /** Beneath the picture, instead of its own sentence. */
  caption?: ReactNode;
}

/**
 * A retry policy as a picture: each planned attempt stands at its time, as high as the wait before
 * it was long. The growth, the cap and the end of the window are seen at once.
 */
export function BackoffPlot({ steps, windowMs, nowElapsedMs, caption }: BackoffPlotProps) {
  const scale = logTimeScale(windowMs);
  const longest = Math.max(1, ...steps.map((step) => step.delayMs));
  const summary =
    steps.length === 0
      ? 'No retries fit into the window'
      : `${steps.length} retries in ${spanLabel(windowMs)}, the longest wait is ${spanLabel(longest)}`;
  return (
    <figure className="min-w-0">
      <div role="img" aria-label={summary} className="relative isolate h-24 border-b border-line-2">
        {scale.ticks.map((tick) => (
          <span
            key={tick.elapsedMs}
            className="absolute inset-y-0 w-px bg-line/70"
            style={{ left: toTrack(scale.place(tick.elapsedMs)) }}
          />
        ))}
        <WindowEnd className="absolute inset-y-0" style={{ left: toTrack(1) }} />
        {steps.map((step) => (
          <Step key={step.number} step={step} longest={longest} place={scale.place} />
        ))}
        {nowElapsedMs !== undefined && (
          <span
            className="absolute inset-y-0 w-[1.5px] bg-accent"
            style={{ left: toTrack(scale.place(nowElapsedMs)) }}
          />
        )}
      </div>
      <div aria-hidden="true" className="relative h-5 text-label text-fg-3 tabular-nums">
        {scale.ticks.map((tick) => (
          <span
            key={tick.elapsedMs}
            className="absolute top-0.5 -translate-x-1/2"
            style={{ left: toTrack(scale.place(tick.elapsedMs)) }}
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
  step: LadderStep;
  longest: number;
  place: (elapsedMs: number) => number;
}

/** The highest mark keeps clear of the upper edge. */
const TALLEST_PERCENT = 84;

function Step({ step, longest, place }: StepProps) {
  // The square root keeps the first, short waits visible beside the long ones.
  const height = `${Math.sqrt(step.delayMs / longest) * TALLEST_PERCENT}%`;
  const earliest = place(step.earliestMs ?? step.elapsedMs);
  const latest = place(step.latestMs ?? step.elapsedMs);
  return (
    <span
      title={`Retry ${step.number}: after ${spanLabel(step.elapsedMs)}, wait ${spanLabel(step.delayMs)}`}
    >
      {latest > earliest && (
        <span
          className="absolute bottom-0 rounded-t-[2px] bg-accent-bg"
          style={{ left: toTrack(earliest), right: toTrack(1 - latest), height }}
        />
      )}
      <span
        // Above the room of the steps that follow, which may reach over it.
        className="absolute bottom-0 z-1 w-px bg-line-2"
        style={{ left: toTrack(place(step.elapsedMs)), height }}
      />
      <span
        data-keep-colour
        className="absolute z-1 -mb-[4.5px] -ml-[4.5px] size-[9px] rounded-full border-[1.5px] bg-bg-1 border-fg-3"
        style={{ left: toTrack(place(step.elapsedMs)), bottom: height }}
      />
    </span>
  );
}
