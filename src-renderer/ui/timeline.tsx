import { type KeyboardEvent, type ReactNode, useMemo, useRef, useState } from 'react';
import { cx } from './cx.ts';
import { logTimeScale } from './log-time-scale.ts';
import { AXIS_COLUMNS, TimelineLaneRow, WindowEnd } from './timeline-lane.tsx';
import { markWords, type TimelineMarkKind, TimelineMarkShape } from './timeline-mark.tsx';
import { AxisLabels, NowLine } from './timeline-now.tsx';
import type { Tone } from './tone.ts';
import { useElementWidth } from './use-element-width.ts';

export interface TimelineMark {
  id: string;
  /** Milliseconds since 1970. */
  at: number;
  kind: TimelineMarkKind;
  /** The whole of it, read aloud and shown on hover: "Attempt 3, 11:39:02: 503 in 214 ms". */
  label: string;
}

export interface TimelineLane {
  id: string;
  /** The webhook, as host and path. */
  name: string;
  /** One line beneath: "503 · 6 of ≈20". */
  summary: string;
  marks: readonly TimelineMark[];
  /** Why nothing more happens here, written into the lane. */
  note?: { text: string; tone: Tone } | undefined;
}

export interface TimelineProps {
  lanes: readonly TimelineLane[];
  /** The first attempt, and the end of the window. */
  startAt: number;
  endAt: number;
  selectedMarkId?: string | undefined;
  onSelect: (mark: TimelineMark, lane: TimelineLane) => void;
  /** Above the lanes, left of the legend. */
  heading?: ReactNode;
}

/**
 * Every attempt of a delivery: a lane per webhook on one logarithmic axis of time. One tab stop;
 * arrows left and right walk along a lane, up and down from lane to lane.
 */
export function Timeline(props: TimelineProps) {
  const { lanes, startAt, endAt, selectedMarkId, onSelect, heading } = props;
  const root = useRef<HTMLDivElement>(null);
  const axis = useRef<HTMLDivElement>(null);
  const axisWidth = useElementWidth(axis);
  const [focusedId, setFocusedId] = useState<string>();
  const scale = useMemo(() => logTimeScale(endAt - startAt), [endAt, startAt]);
  const ids = lanes.map((lane) => lane.marks.map((mark) => mark.id));
  const known = (id: string | undefined) =>
    id !== undefined && ids.some((lane) => lane.includes(id));
  const tabStop = [focusedId, selectedMarkId].find(known) ?? ids.flat()[0];

  const onKeyDown = (event: KeyboardEvent) => {
    const next = neighbour(event.key, ids, tabStop);
    if (next === undefined) return;
    event.preventDefault();
    setFocusedId(next);
    root.current?.querySelector<HTMLElement>(`[data-mark="${CSS.escape(next)}"]`)?.focus();
  };

  return (
    <div ref={root} className="min-w-0">
      <div className="flex flex-wrap items-center gap-x-3.5 gap-y-1 py-1.5 text-small text-fg-2">
        {heading}
        <Legend lanes={lanes} />
      </div>
      <div
        className="relative"
        role="toolbar"
        aria-label="Attempts"
        aria-orientation="horizontal"
        tabIndex={-1}
        onKeyDown={onKeyDown}
      >
        {lanes.map((lane) => (
          <TimelineLaneRow
            key={lane.id}
            lane={lane}
            startAt={startAt}
            scale={scale}
            tabStop={tabStop}
            selectedMarkId={selectedMarkId}
            onFocus={setFocusedId}
            onSelect={(mark) => onSelect(mark, lane)}
          />
        ))}
        <NowLine axis={{ startAt, endAt, scale }} />
      </div>
      <div
        aria-hidden="true"
        className={cx('grid h-5 text-label text-fg-3 tabular-nums', AXIS_COLUMNS)}
      >
        <span />
        <div ref={axis} className="relative">
          <AxisLabels axis={{ startAt, endAt, scale }} width={axisWidth} />
        </div>
      </div>
    </div>
  );
}

function Legend({ lanes }: { lanes: readonly TimelineLane[] }) {
  const present = new Set(lanes.flatMap((lane) => lane.marks.map((mark) => mark.kind)));
  const kinds = (Object.keys(markWords) as TimelineMarkKind[]).filter((kind) => present.has(kind));
  return (
    <span className="ml-auto flex flex-wrap gap-x-3.5">
      {kinds.map((kind) => (
        <span key={kind} className="flex items-center gap-1.5">
          <TimelineMarkShape kind={kind} />
          {markWords[kind]}
        </span>
      ))}
      <span className="flex items-center gap-1.5">
        <WindowEnd className="h-[11px]" />
        end of window
      </span>
    </span>
  );
}

/** The mark an arrow key leads to. Up and down keep the place in the row, as far as there is one. */
function neighbour(
  key: string,
  lanes: readonly (readonly string[])[],
  current: string | undefined,
): string | undefined {
  const laneIndex = lanes.findIndex((lane) => current !== undefined && lane.includes(current));
  const lane = lanes[laneIndex];
  if (!lane || current === undefined) return undefined;
  const index = lane.indexOf(current);
  const inLane = (other: readonly string[] | undefined) =>
    other?.[Math.min(index, other.length - 1)];
  switch (key) {
    case 'ArrowRight':
      return lane[index + 1];
    case 'ArrowLeft':
      return lane[index - 1];
    case 'Home':
      return lane[0];
    case 'End':
      return lane.at(-1);
    case 'ArrowDown':
      return inLane(lanes.slice(laneIndex + 1).find((other) => other.length > 0));
    case 'ArrowUp':
      return inLane(lanes.slice(0, laneIndex).findLast((other) => other.length > 0));
    default:
      return undefined;
  }
}
