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
import { logTimeScale, tickLabel } from './log-time-scale.ts';
import { AxisLabels, NowLine } from './timeline-now.tsx';
import { AXIS_COLUMNS, shareAtOffset, TimelineRowView, trackPx } from './timeline-row.tsx';
import {
  type Focused,
  groupsOf,
  type MarkGroup,
  stopAfterKey,
  type TimelineMark,
  type TimelineRow,
  tabStopOf,
} from './timeline-rows.ts';
import {
  isFullView,
  minSpanAt,
  revealing,
  ticksOf,
  useTimelineGestures,
  useTimelineView,
  viewAround,
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
  rows: readonly TimelineRow[];
  /** The first attempt, and the end of the window. */
  startAt: number;
  endAt: number;
  selectedMarkId?: string | undefined;
  onSelect: (mark: TimelineMark, row: TimelineRow) => void;
  /** Above the rows. */
  heading?: ReactNode;
  ref?: Ref<TimelineHandle> | undefined;
}

/** More rows scroll under a fixed axis. */
const MAX_ROWS = 8;
/** Share of the view that Shift and an arrow pan. */
const PAN_STEP = 0.25;

/**
 * All attempts of a delivery: a row per webhook on a logarithmic time axis. One tab stop; arrows
 * move along and between rows, with Shift they pan. Ctrl and wheel zoom, dragging pans.
 */
export function Timeline(props: TimelineProps) {
  const { rows, startAt, endAt, selectedMarkId, onSelect, heading, ref } = props;
  const root = useRef<HTMLDivElement>(null);
  const area = useRef<HTMLDivElement>(null);
  const axis = useRef<HTMLDivElement>(null);
  const axisWidth = useElementWidth(axis);
  const scale = useMemo(() => logTimeScale(endAt - startAt), [endAt, startAt]);
  const { view, setView, zoomAround, zoomAt, pan, fit } = useTimelineView(scale, startAt);
  const [focused, setFocused] = useState<Focused>();
  const knownMarks = useKnownMarks(rows, startAt);

  const trackWidth = trackPx(axisWidth);
  const pxPerUnit = trackWidth / view.span;
  const rowGroups = useMemo(() => {
    const positionOf = ({ at }: TimelineMark) => scale.positionOf(at - startAt);
    return rows.map(({ id, marks }) => ({
      rowId: id,
      groups: groupsOf(marks, positionOf, pxPerUnit),
    }));
  }, [rows, scale, startAt, pxPerUnit]);
  const tabStop = tabStopOf(rowGroups, focused, selectedMarkId);
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

  const focus = (rowId: string, { id, position }: MarkGroup): void => {
    hasFocus.current = true;
    setFocused({ rowId, markId: id, position });
    setView(revealing(view, position));
  };
  const zoom = (factor: number): void => {
    const stop = hasFocus.current
      ? tabStop
      : selectedMarkId === undefined
        ? undefined
        : tabStopOf(rowGroups, undefined, selectedMarkId);
    // Zooming keeps the chosen mark of a group, and focuses it once separate.
    const selectedMark = stop?.group.marks.find(({ id }) => id === selectedMarkId);
    const position =
      selectedMark === undefined
        ? stop?.group.position
        : scale.positionOf(selectedMark.at - startAt);
    if (
      stop !== undefined &&
      selectedMark !== undefined &&
      position !== undefined &&
      hasFocus.current
    )
      setFocused({ rowId: stop.rowId, markId: selectedMark.id, position });
    zoomAround(position, factor);
  };
  useImperativeHandle(ref, () => ({
    zoomIn: () => zoom(zoomStep),
    zoomOut: () => zoom(1 / zoomStep),
    fit,
  }));
  useTimelineGestures(area, (clientX) => shareAtPx(axis.current, clientX), {
    zoomAt,
    panBy: pan,
    canPan: !isFullView(view),
  });

  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.shiftKey) {
      if (event.key !== 'ArrowLeft' && event.key !== 'ArrowRight') return;
      event.preventDefault();
      pan(event.key === 'ArrowLeft' ? -PAN_STEP : PAN_STEP);
      return;
    }
    const next = tabStop && stopAfterKey(event.key, rowGroups, tabStop);
    if (next === undefined) return;
    event.preventDefault();
    focus(next.rowId, next.group);
    // A mark out of view is drawn once it is the tab stop.
    requestAnimationFrame(() =>
      root.current
        ?.querySelector<HTMLElement>(`[data-mark="${CSS.escape(next.group.id)}"]`)
        ?.focus({ preventScroll: false }),
    );
  };

  const press = (group: MarkGroup, row: TimelineRow): void => {
    const [first, last] = [group.marks[0], group.marks.at(-1)];
    if (first === undefined || last === undefined) return;
    const [from, to] = [first, last].map(({ at }) => scale.positionOf(at - startAt)) as [
      number,
      number,
    ];
    const minSpan = minSpanAt(scale, group.position);
    // Zooming separates them, unless they have the same time.
    if (group.marks.length > 1 && to > from && view.span > minSpan)
      setView(viewAround(from, to, minSpan));
    else onSelect(last, row);
  };

  return (
    <div ref={root} className="min-w-0">
      {heading}
      <div
        ref={area}
        className={cx(
          'relative touch-pan-y select-none',
          rows.length > MAX_ROWS &&
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
        {/* Full height of the rows, if they scroll. */}
        <div className="relative">
          {rows.map((row, index) => (
            <TimelineRowView
              key={row.id}
              row={row}
              groups={rowGroups[index]?.groups ?? []}
              axis={timeAxis}
              tabStop={tabStop?.group.id}
              selectedMarkId={selectedMarkId}
              known={knownMarks}
              onFocus={(group) => focus(row.id, group)}
              onPress={(group) => press(group, row)}
            />
          ))}
          <NowLine axis={timeAxis} />
        </div>
      </div>
      <div
        className={cx(
          'grid h-6 items-center text-label text-fg-3 tabular-nums',
          AXIS_COLUMNS,
          rows.length > MAX_ROWS && 'overflow-hidden [scrollbar-gutter:stable]',
        )}
      >
        <TimelineZoomBar
          view={view}
          positions={rowGroups.flatMap(({ groups }) => groups.map(({ position }) => position))}
          onZoom={zoom}
          onFit={fit}
          onCenter={(position) => setView(viewAround(position, position, view.span))}
        />
        <div ref={axis} aria-hidden="true" className="relative h-full">
          <AxisLabels axis={timeAxis} width={axisWidth} />
        </div>
      </div>
      <span role="status" className="sr-only">
        {isFullView(view) ? '' : `Zoomed in: ${rangeText(ticks.map(({ elapsedMs }) => elapsedMs))}`}
      </span>
    </div>
  );
}

/** Marks of the first drawing; later ones appear with an animation. */
function useKnownMarks(rows: readonly TimelineRow[], startAt: number): ReadonlySet<string> {
  // biome-ignore lint/correctness/useExhaustiveDependencies: another start is another timeline
  return useMemo(() => new Set(rows.flatMap(({ marks }) => marks.map(({ id }) => id))), [startAt]);
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
