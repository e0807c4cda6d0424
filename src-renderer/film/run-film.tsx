import {
  type KeyboardEvent,
  type PointerEvent,
  type Ref,
  useEffect,
  useImperativeHandle,
  useMemo,
  useRef,
  useState,
} from 'react';
import { type PlotColors, usePlotColors } from '#renderer/ui/plot-style.tsx';
import { plotFont } from '#renderer/ui/time-plot-options.ts';
import { useElementSize } from '#renderer/ui/use-element-size.ts';
import { formatDuration } from '#shared/kit/duration.ts';
import { formatCount, formatTime } from '#shared/kit/format.ts';
import { prepareCanvas } from './canvas.ts';
import { drawRun, type FilmMark, type RunScene, runLabelHeight, runLayoutOf } from './draw-run.ts';
import type { Film, FilmOutage, TimeSpan } from './film.ts';
import { heightWithLanes, type Layout, timeAt, xAt } from './layout.ts';

export interface RunFilmHandle {
  focus: () => void;
}

interface RunFilmProps {
  readonly film: Film;
  readonly isRunning: boolean;
  readonly isFinished: boolean;
  /** Time of the playhead in a finished run. */
  readonly playhead: number;
  readonly onScrub: (at: number) => void;
  /** A click in a lane, at a time. */
  readonly onPick: (lane: string, at: number) => void;
  /** An arrow key: the attempt before or after. */
  readonly onStep: (by: -1 | 1) => void;
  readonly onEscape: () => void;
  readonly marks: readonly FilmMark[];
  /** Which ends of which outage can be dragged. */
  readonly editable: readonly { readonly start: boolean; readonly end: boolean }[];
  readonly onOutage: (index: number, span: TimeSpan) => void;
  readonly ref?: Ref<RunFilmHandle>;
}

const minuteMs = 60_000;
/** What else is on a page with a run has room in the rest. */
const roomForFilm = '100vh - 540px';
const maxGrowth = 1.8;

/** Redraws once the fonts of the canvas are there. If loading fails, fallback fonts stay. */
function useFonts(): number {
  const [count, setCount] = useState(0);
  useEffect(() => {
    void document.fonts.load(plotFont).then(
      () => setCount((before) => before + 1),
      () => undefined,
    );
  }, []);
  return count;
}

/** A run over virtual time: arrow keys step through its attempts, and the ends of outages can be moved. */
export function RunFilm(props: RunFilmProps) {
  const { film, isRunning, isFinished, playhead, marks, ref } = props;
  const frame = useRef<HTMLDivElement>(null);
  const canvas = useRef<HTMLCanvasElement>(null);
  const slider = useRef<HTMLDivElement>(null);
  const { width, height } = useElementSize(frame);
  const colors = usePlotColors(frame);
  useFonts();
  const [dragged, setDragged] = useState<{ index: number; span: TimeSpan } | null>(null);
  const shown = useMemo(() => withOutage(film, dragged), [film, dragged]);
  const layout = useMemo(() => runLayoutOf(shown, width, height), [shown, width, height]);
  const view = { from: film.from, to: film.to };
  useImperativeHandle(ref, () => ({ focus: () => slider.current?.focus() }));

  useEffect(() => {
    const context = canvas.current && width > 0 ? prepareCanvas(canvas.current, layout) : null;
    if (context === null || colors === null) return;
    // All of a running film is of one reading: its end is the time of the playhead.
    const at = isRunning ? film.now : playhead;
    drawRun(context, {
      ...sceneOf(shown, layout, colors),
      playhead: isRunning || isFinished ? at : null,
      ...{ isFinished, marks },
    });
  });

  const minHeight = heightWithLanes(film, runLabelHeight);
  return (
    <div
      ref={frame}
      className="relative select-none"
      style={{ height: `clamp(${minHeight}px, ${roomForFilm}, ${maxGrowth * minHeight}px)` }}
    >
      <canvas ref={canvas} className="absolute inset-0 size-full" />
      <Playhead {...props} layout={layout} sliderRef={slider} />
      {film.outages.map((outage, index) => (
        <OutageHandles
          // In the order of the file.
          // biome-ignore lint/suspicious/noArrayIndexKey: an outage has no other identity.
          key={index}
          outage={dragged?.index === index ? { ...outage, ...spanOf(dragged.span) } : outage}
          film={film}
          layout={layout}
          view={view}
          editable={props.editable[index] ?? { start: false, end: false }}
          onDrag={(span) => setDragged(span && { index, span })}
          onChange={(span) => {
            setDragged(null);
            props.onOutage(index, span);
          }}
        />
      ))}
    </div>
  );
}

const spanOf = ({ from, to }: TimeSpan): TimeSpan => ({ from, to });

const sceneOf = (
  film: Film,
  layout: Layout,
  colors: PlotColors,
): Omit<RunScene, 'playhead' | 'isFinished' | 'marks'> => ({
  ...{ film, layout, colors, now: film.now },
  view: { from: film.from, to: film.to },
  ...{ pointed: null, selected: null },
});

/** While an end is dragged. */
function withOutage(film: Film, dragged: { index: number; span: TimeSpan } | null): Film {
  if (dragged === null) return film;
  const before = film.outages[dragged.index];
  if (before === undefined) return film;
  const length = formatDuration(dragged.span.to - dragged.span.from);
  const moved = { ...before, ...dragged.span, text: `for ${length}` };
  const swap = (outages: readonly FilmOutage[]): readonly FilmOutage[] =>
    outages.map((outage) => (outage === before ? moved : outage));
  return {
    ...film,
    outages: swap(film.outages),
    lanes: film.lanes.map((lane) => ({ ...lane, outages: swap(lane.outages) })),
  };
}

interface PlayheadProps extends RunFilmProps {
  readonly layout: Layout;
  readonly sliderRef: Ref<HTMLDivElement>;
}

/** Where the pointer moves the playhead and picks attempts. */
function Playhead(props: PlayheadProps) {
  const { film, layout, isFinished, playhead, onScrub, onPick, onStep, onEscape } = props;
  const isDown = useRef(false);
  const view = { from: film.from, to: film.to };
  const placeOf = (event: PointerEvent): { readonly at: number; readonly y: number } => {
    const box = event.currentTarget.getBoundingClientRect();
    const at = timeAt(layout, view, event.clientX - box.left + layout.left);
    return { at: Math.min(film.now, Math.max(film.from, at)), y: event.clientY - box.top };
  };
  const bucket = Math.min(
    film.waiting.length - 1,
    Math.floor((playhead - film.from) / film.bucketMs),
  );
  const waiting = film.waiting[bucket] ?? 0;
  const scrub = (at: number): void => onScrub(Math.min(film.now, Math.max(film.from, at)));
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const by = event.key === 'ArrowLeft' ? -1 : event.key === 'ArrowRight' ? 1 : null;
    if (by !== null && event.shiftKey) scrub(playhead + by * film.bucketMs);
    else if (by !== null) onStep(by);
    else if (event.key === 'Home') scrub(film.from);
    else if (event.key === 'End') scrub(film.now);
    else if (event.key === 'Escape' && props.marks.length > 0) onEscape();
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <div
      ref={props.sliderRef}
      role="slider"
      tabIndex={isFinished ? 0 : -1}
      aria-label="Time of the run"
      aria-description="Arrow keys step through attempts; with Shift, through time."
      aria-disabled={!isFinished}
      aria-valuemin={0}
      aria-valuemax={Math.round((film.now - film.from) / 1_000)}
      aria-valuenow={Math.round((Math.min(playhead, film.now) - film.from) / 1_000)}
      aria-valuetext={`${formatTime(playhead)}, ${formatCount(waiting)} waiting`}
      onPointerDown={(event) => {
        if (event.button !== 0 || !isFinished) return;
        isDown.current = true;
        event.currentTarget.setPointerCapture(event.pointerId);
        const { at, y } = placeOf(event);
        scrub(at);
        const lane = layout.lanes.findIndex(({ top, height }) => top <= y && y < top + height);
        const key = film.lanes[lane]?.key;
        if (key !== undefined) onPick(key, at);
      }}
      onPointerMove={(event) => isDown.current && scrub(placeOf(event).at)}
      onPointerUp={() => {
        isDown.current = false;
      }}
      onPointerCancel={() => {
        isDown.current = false;
      }}
      onKeyDown={onKeyDown}
      className="absolute inset-y-0 touch-none rounded-chip"
      style={{
        left: layout.left,
        width: Math.max(0, layout.right - layout.left),
        cursor: isFinished ? 'crosshair' : 'default',
      }}
    />
  );
}

interface OutageHandlesProps {
  readonly outage: FilmOutage;
  readonly film: Film;
  readonly layout: Layout;
  readonly view: TimeSpan;
  readonly editable: { readonly start: boolean; readonly end: boolean };
  readonly onDrag: (span: TimeSpan | null) => void;
  readonly onChange: (span: TimeSpan) => void;
}

function OutageHandles(props: OutageHandlesProps) {
  const { outage, film, layout, view, editable, onDrag, onChange } = props;
  const lane = film.lanes.findIndex(({ outages }) =>
    outages.some(({ name, from }) => name === outage.name && from === outage.from),
  );
  const named = film.lanes.findIndex(({ name }) => name === outage.name);
  const row = layout.lanes[lane >= 0 ? lane : named] ?? layout.main;
  const moved = (side: 'from' | 'to', at: number): TimeSpan => {
    const minutes = Math.round((at - film.from) / minuteMs) * minuteMs;
    const time = film.from + Math.max(0, minutes);
    return side === 'from'
      ? // The outage moves as a whole, so its length stays.
        { from: time, to: time + (outage.to - outage.from) }
      : { from: outage.from, to: Math.max(outage.from + minuteMs, time) };
  };
  return (['from', 'to'] as const).map((side) => {
    if (!(side === 'from' ? editable.start : editable.end)) return null;
    const at = outage[side];
    const x = xAt(layout, view, at);
    const end = side === 'from' ? 'Start' : 'End';
    return (
      <Handle
        key={side}
        label={`${end} of the outage of ${outage.name}`}
        text={formatDuration(at - film.from)}
        minutes={Math.round((at - film.from) / minuteMs)}
        maxMinutes={Math.ceil((film.to - film.from) / minuteMs)}
        x={Math.min(layout.right, x)}
        y={row.line}
        onMove={(by) => onDrag(moved(side, timeAt(layout, view, x + by)))}
        onDrop={(by) => onChange(moved(side, timeAt(layout, view, x + by)))}
        onCancel={() => onDrag(null)}
        onStep={(by) => onChange(moved(side, at + by * minuteMs))}
      />
    );
  });
}

interface HandleProps {
  readonly label: string;
  readonly text: string;
  readonly minutes: number;
  readonly maxMinutes: number;
  readonly x: number;
  readonly y: number;
  /** In pixels from where it was pressed. */
  readonly onMove: (by: number) => void;
  readonly onDrop: (by: number) => void;
  readonly onCancel: () => void;
  /** In minutes. */
  readonly onStep: (by: number) => void;
}

/** An end of an outage. */
function Handle(props: HandleProps) {
  const { label, text, minutes, maxMinutes, x, y, onMove, onDrop, onCancel, onStep } = props;
  const pressed = useRef<{ readonly clientX: number; readonly x: number } | null>(null);
  const byOf = (event: PointerEvent): number =>
    pressed.current === null ? 0 : event.clientX - pressed.current.clientX + pressed.current.x - x;
  return (
    <div
      role="slider"
      tabIndex={0}
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={Math.max(minutes, maxMinutes)}
      aria-valuenow={minutes}
      aria-valuetext={text}
      onPointerDown={(event) => {
        if (event.button !== 0) return;
        event.currentTarget.setPointerCapture(event.pointerId);
        pressed.current = { clientX: event.clientX, x };
      }}
      onPointerMove={(event) => pressed.current !== null && onMove(byOf(event))}
      onPointerUp={(event) => {
        if (pressed.current === null) return;
        const hasMoved = event.clientX !== pressed.current.clientX;
        const by = byOf(event);
        pressed.current = null;
        if (hasMoved) onDrop(by);
        else onCancel();
      }}
      onPointerCancel={() => {
        pressed.current = null;
        onCancel();
      }}
      onKeyDown={(event) => {
        const by = { ArrowLeft: -1, ArrowRight: 1, PageDown: -10, PageUp: 10 }[event.key];
        if (by === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
        event.preventDefault();
        event.stopPropagation();
        onStep(by);
      }}
      className="absolute grid h-5.5 w-2.5 -translate-x-1/2 -translate-y-1/2 cursor-ew-resize touch-none place-items-center rounded-chip border-[1.5px] border-bad bg-bg-1 before:absolute before:-inset-2 before:content-['']"
      style={{ left: x, top: y + 6 }}
    >
      <span aria-hidden="true" className="h-2.5 w-1 border-x border-bad" />
    </div>
  );
}
