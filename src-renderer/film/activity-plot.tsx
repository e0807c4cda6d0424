import { type KeyboardEvent, type PointerEvent, useEffect, useMemo, useRef, useState } from 'react';
import { coreNow, useClock } from '#renderer/kit/data/clock.ts';
import { displayTime } from '#renderer/kit/data/clock-reading.ts';
import { PlotLineSwatch, PlotSwatch, usePlotColors } from '#renderer/ui/plot-style.tsx';
import { PlotTip } from '#renderer/ui/plot-tip.tsx';
import {
  bucketAfterKey,
  bucketText,
  type PlotSeries,
  plotFont,
  valuesText,
} from '#renderer/ui/time-plot-options.ts';
import { useElementWidth } from '#renderer/ui/use-element-width.ts';
import { formatCount } from '#shared/kit/format.ts';
import { prepareCanvas } from './canvas.ts';
import { drawFilm } from './draw-film.ts';
import { bucketsBetween, type Film, filmSeries, type TimeSpan, viewAt } from './film.ts';
import { heightWithLanes, layoutOf, timeAt, xAt } from './layout.ts';
import { prefersReducedMotion } from './motion.ts';

interface ActivityPlotProps {
  /** Accessible name. */
  readonly label: string;
  readonly film: Film;
  /** Without lanes. */
  readonly height: number;
  /** Shows each URL in a lane of its own. */
  readonly hasLanes?: boolean;
  readonly selected: TimeSpan | null;
  /** Called after a drag, a click or Enter with the buckets, and with null after Escape. */
  readonly onSelect: (span: TimeSpan | null) => void;
}

/** What is pointed at: the bucket with the focus, and the one where the selection started. */
interface Point {
  readonly bucket: number;
  readonly anchor: number;
}

/** The time to draw: smooth while the clock is fast, and never running backward. */
function createNow(): () => number {
  let shown = Number.NEGATIVE_INFINITY;
  return () => {
    const { reading, now } = useClock.getState();
    shown = reading === null ? now : displayTime(shown, coreNow(), reading, true);
    return shown;
  };
}

const isClockFast = (): boolean => (useClock.getState().reading?.state.rate ?? 0) > 1;

/** Draws when something has changed, and in each frame while the clock is fast. */
function useFrames(draw: () => void): void {
  const latest = useRef(draw);
  const request = useRef<() => void>(undefined);
  useEffect(() => {
    let frame: number | null = null;
    const run = (): void => {
      frame = isClockFast() && !prefersReducedMotion() ? requestAnimationFrame(run) : null;
      latest.current();
    };
    request.current = () => {
      frame ??= requestAnimationFrame(run);
    };
    const stop = useClock.subscribe(request.current);
    // A canvas is not redrawn when its font loads. If loading fails, a fallback font stays.
    void document.fonts.load(plotFont).then(request.current, () => undefined);
    return () => {
      stop();
      if (frame !== null) cancelAnimationFrame(frame);
    };
  }, []);
  useEffect(() => {
    latest.current = draw;
    request.current?.();
  });
}

/** Pixels that a pointer moves before a press is a drag. */
const dragPx = 4;

/** Attempts over time. A drag, or arrow keys with Shift and Enter, select a time range. */
export function ActivityPlot(props: ActivityPlotProps) {
  const { label, film, height: plainHeight, hasLanes = false, selected, onSelect } = props;
  const frame = useRef<HTMLDivElement>(null);
  const canvas = useRef<HTMLCanvasElement>(null);
  const [readClock] = useState(createNow);
  const [point, setPoint] = useState<Point | null>(null);
  const [drag, setDrag] = useState<{ readonly from: number; readonly to: number } | null>(null);
  const width = useElementWidth(frame);
  const colors = usePlotColors(frame);
  const height = hasLanes ? heightWithLanes(film) : plainHeight;
  const layout = useMemo(
    () => layoutOf(film, width, plainHeight, hasLanes),
    [film, width, plainHeight, hasLanes],
  );
  const series = useMemo(() => filmSeries(film), [film]);
  const count = film.buckets.length;
  const shown = point !== null && point.bucket < count ? point : null;
  const startOf = (bucket: number): number => film.from + bucket * film.bucketMs;
  const pointed = shown && bucketsBetween(film, startOf(shown.anchor), startOf(shown.bucket));
  const dragged = drag && bucketsBetween(film, drag.from, drag.to);

  useFrames(() => {
    const context = canvas.current && width > 0 ? prepareCanvas(canvas.current, layout) : null;
    if (context === null || colors === null) return;
    const time = readClock();
    const view = viewAt(film, time);
    const marked = { pointed, selected: dragged ?? selected };
    drawFilm(context, { film, layout, view, now: time, colors, ...marked });
  });

  const timeOf = (event: PointerEvent): number => {
    const left = frame.current?.getBoundingClientRect().left ?? 0;
    return timeAt(layout, viewAt(film, readClock()), event.clientX - left);
  };
  const pressedAt = useRef<{ readonly x: number; readonly time: number } | null>(null);
  const handlers = {
    onPointerDown: (event: PointerEvent) => {
      if (event.button !== 0) return;
      event.currentTarget.setPointerCapture(event.pointerId);
      pressedAt.current = { x: event.clientX, time: timeOf(event) };
    },
    onPointerMove: (event: PointerEvent) => {
      const time = timeOf(event);
      const pressed = pressedAt.current;
      if (pressed !== null && (drag !== null || Math.abs(event.clientX - pressed.x) >= dragPx)) {
        setDrag({ from: pressed.time, to: time });
        setPoint(null);
        return;
      }
      const bucket = Math.floor((time - film.from) / film.bucketMs);
      setPoint(bucket < 0 || bucket >= count ? null : { bucket, anchor: bucket });
    },
    onPointerUp: (event: PointerEvent) => {
      const pressed = pressedAt.current;
      pressedAt.current = null;
      setDrag(null);
      if (pressed !== null && count > 0)
        onSelect(bucketsBetween(film, pressed.time, timeOf(event)));
    },
    onPointerCancel: () => {
      pressedAt.current = null;
      setDrag(null);
    },
    onPointerLeave: () => setPoint(null),
    onBlur: () => setPoint(null),
    onKeyDown: (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      const next = bucketAfterKey(event.key, shown?.bucket ?? null, count);
      if (next !== null)
        setPoint({ bucket: next, anchor: event.shiftKey ? (shown?.anchor ?? next) : next });
      else if (event.key === 'Enter' && pointed !== null) onSelect(pointed);
      else if (event.key === 'Escape' && (shown !== null || drag !== null || selected !== null)) {
        pressedAt.current = null;
        setDrag(null);
        setPoint(null);
        if (drag === null && shown === null) onSelect(null);
      } else return;
      event.preventDefault();
      event.stopPropagation();
    },
  };
  const tipAt = drag === null && shown !== null ? shown.bucket : null;
  const view = viewAt(film, readClock());
  return (
    <div
      ref={frame}
      role="slider"
      tabIndex={0}
      aria-label={label}
      aria-description="Arrow keys move between times, with Shift they select more than one. Enter shows the deliveries, Escape shows all."
      aria-valuemin={1}
      aria-valuemax={Math.max(1, count)}
      aria-valuenow={shown === null ? Math.max(1, count) : shown.bucket + 1}
      aria-valuetext={
        shown === null
          ? 'Arrow keys move between times'
          : `${bucketText(startOf(shown.bucket), film)}: ${valuesText(series, shown.bucket, formatCount)}`
      }
      {...handlers}
      className="relative cursor-crosshair touch-none rounded-chip select-none"
      style={{ height }}
    >
      <canvas ref={canvas} className="absolute inset-0 size-full" />
      {tipAt !== null && width > 0 && (
        <PlotTip
          title={bucketText(startOf(tipAt), film)}
          rows={series
            .filter(({ values }) => (values[tipAt] ?? 0) > 0)
            .map((one) => ({
              label: one.label,
              swatch: <SeriesSwatch series={one} />,
              value: formatCount(one.values[tipAt] ?? 0),
            }))}
          share={xAt(layout, view, startOf(tipAt + 0.5)) / width}
        />
      )}
    </div>
  );
}

/** A box for attempts, a line for what waits. */
export function SeriesSwatch({ series: { key, tone } }: { series: PlotSeries }) {
  return key === 'waiting' ? (
    <PlotLineSwatch tone={tone} line="solid" />
  ) : (
    <PlotSwatch tone={tone} pattern="solid" />
  );
}
