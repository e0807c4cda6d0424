import {
  type KeyboardEvent,
  type ReactNode,
  type Ref,
  useImperativeHandle,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { cx } from './cx.ts';
import { logTimeScale } from './log-time-scale.ts';
import {
  AXIS_COLUMNS,
  MISSED_GROUND,
  markLabels,
  shareAtOffset,
  TimelineLaneRow,
  type TimelineMarkKind,
  TimelineMarkShape,
  trackPx,
  WindowEnd,
} from './timeline-lane.tsx';
import {
  type Focused,
  groupsOf,
  type MarkGroup,
  stopAfterKey,
  type TimelineLane,
  type TimelineMark,
  tabStopOf,
} from './timeline-lanes.ts';
import { AxisLabels, NowLine } from './timeline-now.tsx';
import { tickLabel, ticksOf } from './timeline-ticks.ts';
import {
  around,
  isWhole,
  leastSpan,
  revealing,
  useTimelineGestures,
  useTimelineView,
} from './timeline-view.ts';
import { TimelineZoomBar, zoomStep } from './timeline-zoom-bar.tsx';
import { useElementWidth } from './use-element-width.ts';

export interface TimelineHandle {
  /** Around the focused or chosen mark, else the middle. */
  zoomIn: () => void;
  zoomOut: () => void;
  /** The whole axis. */
  fit: () => void;
}

interface TimelineProps {
  lanes: readonly TimelineLane[];
  /** The first attempt, and the end of the window. */
  startAt: number;
  endAt: number;
  selectedMarkId?: string | undefined;
  onSelect: (mark: TimelineMark, lane: TimelineLane) => void;
  /** Above the lanes, left of the legend. */
  heading?: ReactNode;
  ref?: Ref<TimelineHandle> | undefined;
}

/** More lanes scroll under a fixed axis. */
const MOST_LANES = 8;
/** Share of the view that Shift and an arrow pan. */
const PAN_STEP = 0.25;

/**
 * All attempts of a delivery: a lane per webhook on a logarithmic time axis. One tab stop; arrows
 * move along and between lanes, with Shift they pan. Ctrl and wheel zoom, dragging pans.
 */
export function Timeline(props: TimelineProps) {
  const { lanes, startAt, endAt, selectedMarkId, onSelect, heading, ref } = props;
  const root = useRef<HTMLDivElement>(null);
  const area = useRef<HTMLDivElement>(null);
  const axis = useRef<HTMLDivElement>(null);
  const axisWidth = useElementWidth(axis);
  const scale = useMemo(() => logTimeScale(endAt - startAt), [endAt, startAt]);
  const { view, setView, zoomAround, zoomAt, pan, fit } = useTimelineView(scale, startAt);
  const [focused, setFocused] = useState<Focused>();

  const trackWidth = trackPx(axisWidth);
  const pxPerPlace = trackWidth / view.span;
  const laneGroups = useMemo(() => {
    const placeOf = ({ at }: TimelineMark) => scale.place(at - startAt);
    return lanes.map(({ id, marks }) => ({
      laneId: id,
      groups: groupsOf(marks, placeOf, pxPerPlace),
    }));
  }, [lanes, scale, startAt, pxPerPlace]);
  const tabStop = tabStopOf(laneGroups, focused, selectedMarkId);
  const ticks = useMemo(() => ticksOf(scale, view, trackWidth), [scale, view, trackWidth]);
  const timeAxis = { startAt, endAt, scale, view, ticks };

  // A focused mark may have joined or left a group.
  const hasFocus = useRef(false);
  useLayoutEffect(() => {
    const active = document.activeElement;
    if (
      hasFocus.current &&
      (active === document.body || active?.matches('[data-mark][tabindex="-1"]'))
    )
      root.current?.querySelector<HTMLElement>('[data-mark][tabindex="0"]')?.focus();
  });

  const focus = (laneId: string, { id, place }: MarkGroup): void => {
    hasFocus.current = true;
    setFocused({ laneId, markId: id, place });
    setView(revealing(view, place));
  };
  const zoom = (factor: number): void => {
    const stop = hasFocus.current
      ? tabStop
      : selectedMarkId === undefined
        ? undefined
        : tabStopOf(laneGroups, undefined, selectedMarkId);
    // Zooming keeps the chosen mark of a group, and focuses it once separate.
    const chosen = stop?.group.marks.find(({ id }) => id === selectedMarkId);
    const place = chosen === undefined ? stop?.group.place : scale.place(chosen.at - startAt);
    if (stop !== undefined && chosen !== undefined && place !== undefined && hasFocus.current)
      setFocused({ laneId: stop.laneId, markId: chosen.id, place });
    zoomAround(place, factor);
  };
  useImperativeHandle(ref, () => ({
    zoomIn: () => zoom(zoomStep),
    zoomOut: () => zoom(1 / zoomStep),
    fit,
  }));
  useTimelineGestures(area, (clientX) => shareAtPx(axis.current, clientX), {
    zoomAt,
    panBy: pan,
    canPan: !isWhole(view),
  });

  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.shiftKey) {
      if (event.key !== 'ArrowLeft' && event.key !== 'ArrowRight') return;
      event.preventDefault();
      pan(event.key === 'ArrowLeft' ? -PAN_STEP : PAN_STEP);
      return;
    }
    const next = tabStop && stopAfterKey(event.key, laneGroups, tabStop);
    if (next === undefined) return;
    event.preventDefault();
    focus(next.laneId, next.group);
    // A mark out of view is drawn once it is the tab stop.
    requestAnimationFrame(() =>
      root.current
        ?.querySelector<HTMLElement>(`[data-mark="${CSS.escape(next.group.id)}"]`)
        ?.focus({ preventScroll: false }),
    );
  };

  const press = (group: MarkGroup, lane: TimelineLane): void => {
    const [first, last] = [group.marks[0], group.marks.at(-1)];
    if (first === undefined || last === undefined) return;
    const [from, to] = [first, last].map(({ at }) => scale.place(at - startAt)) as [number, number];
    const least = leastSpan(scale, group.place);
    // Zooming separates them, unless they have the same time.
    if (group.marks.length > 1 && to > from && view.span > least) setView(around(from, to, least));
    else onSelect(last, lane);
  };

  return (
    <div ref={root} className="min-w-0">
      <div className="flex flex-wrap items-center gap-x-3.5 gap-y-1 py-1.5 text-small text-fg-2">
        {heading}
        <TimelineLegend lanes={lanes} />
      </div>
      <div
        ref={area}
        className={cx(
          'relative touch-pan-y select-none',
          lanes.length > MOST_LANES &&
            'max-h-[304px] overflow-x-clip overflow-y-auto [scrollbar-gutter:stable]',
        )}
        role="toolbar"
        aria-label="Attempts"
        aria-orientation="horizontal"
        tabIndex={-1}
        onKeyDown={onKeyDown}
        onBlur={() => {
          hasFocus.current = false;
        }}
      >
        {/* Full height of the lanes, if they scroll. */}
        <div className="relative">
          {lanes.map((lane, index) => (
            <TimelineLaneRow
              key={lane.id}
              lane={lane}
              groups={laneGroups[index]?.groups ?? []}
              axis={timeAxis}
              tabStop={tabStop?.group.id}
              selectedMarkId={selectedMarkId}
              onFocus={(group) => focus(lane.id, group)}
              onPress={(group) => press(group, lane)}
            />
          ))}
          <NowLine axis={timeAxis} />
        </div>
      </div>
      <div
        className={cx(
          'grid h-6 items-center text-label text-fg-3 tabular-nums',
          AXIS_COLUMNS,
          lanes.length > MOST_LANES && 'overflow-hidden [scrollbar-gutter:stable]',
        )}
      >
        <TimelineZoomBar
          view={view}
          places={laneGroups.flatMap(({ groups }) => groups.map(({ place }) => place))}
          onZoom={zoom}
          onFit={fit}
          onCenter={(place) => setView(around(place, place, view.span))}
        />
        <div ref={axis} aria-hidden="true" className="relative h-full">
          <AxisLabels axis={timeAxis} width={axisWidth} />
        </div>
      </div>
      <span role="status" className="sr-only">
        {isWhole(view) ? '' : `Zoomed in: ${rangeText(ticks.map(({ elapsedMs }) => elapsedMs))}`}
      </span>
    </div>
  );
}

function rangeText(elapsed: readonly number[]): string {
  const [first, last] = [elapsed[0], elapsed.at(-1)];
  if (first === undefined || last === undefined) return 'between two labels';
  return `about ${tickLabel(first)} to ${tickLabel(last)} after the first attempt`;
}

function shareAtPx(axis: HTMLElement | null, clientX: number): number {
  const { left = 0, width = 1 } = axis?.getBoundingClientRect() ?? {};
  return shareAtOffset(clientX - left, width);
}

/** Legend of the shapes in use. */
function TimelineLegend({ lanes }: { lanes: readonly TimelineLane[] }) {
  const present = new Set(lanes.flatMap((lane) => lane.marks.map((mark) => mark.kind)));
  const kinds = (Object.keys(markLabels) as TimelineMarkKind[]).filter((kind) => present.has(kind));
  return (
    <span className="ml-auto flex flex-wrap gap-x-3.5">
      {kinds.map((kind) => (
        <span key={kind} className="flex items-center gap-1.5">
          <TimelineMarkShape kind={kind} />
          {markLabels[kind]}
        </span>
      ))}
      {lanes.some(({ missedFrom }) => missedFrom !== undefined) && (
        <span className="flex items-center gap-1.5">
          <span
            aria-hidden="true"
            data-keep-color
            className={cx('h-[11px] w-4 rounded-[2px] border border-line-2', MISSED_GROUND)}
          />
          missed
        </span>
      )}
      <span className="flex items-center gap-1.5">
        <WindowEnd className="h-[11px]" />
        end of window
      </span>
    </span>
  );
}
