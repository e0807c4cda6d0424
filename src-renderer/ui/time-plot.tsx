import 'uplot/dist/uPlot.min.css';
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import uPlot from 'uplot';
import { cx } from './cx.ts';
import { PlotLineSwatch, PlotSwatch, usePlotColors } from './plot-style.tsx';
import {
  bucketText,
  hasValue,
  type PlotData,
  type PlotPoint,
  type PlotSpan,
  plotFont,
  plotOptions,
  plotValues,
  pointAfterKey,
  pointLabels,
  seriesUnder,
} from './time-plot-options.ts';
import { useElementWidth } from './use-element-width.ts';

interface TimePlotProps {
  /** Accessible name. */
  readonly label: string;
  readonly data: PlotData;
  readonly span: PlotSpan;
  readonly height: number;
  /** Exact value with its unit. */
  readonly valueText: (value: number) => string;
  /** Axis value. */
  readonly axisText: (value: number) => string;
  /** Called when a non-empty bucket is opened; `series` is null for the whole bucket. */
  readonly onOpen?: ((bucket: number, series: string | null) => void) | undefined;
}

/** Identifies data that differs only in its values; other changes need a new uPlot instance. */
const shapeOf = ({ kind, series }: PlotData): string =>
  `${kind} ${series.map(({ key }) => key).join(' ')}`;

/** Values over time. Pointer or arrow keys show exact values; a click or Enter opens a bucket. */
export function TimePlot(props: TimePlotProps) {
  const { label, data, span, height, valueText, onOpen } = props;
  const frame = useRef<HTMLDivElement>(null);
  const plot = useRef<uPlot | null>(null);
  const latest = useRef(props);
  latest.current = props;
  const [point, setPoint] = useState<PlotPoint | null>(null);
  const width = useElementWidth(frame);
  const colors = usePlotColors(frame);
  const hintId = useId();
  const shape = shapeOf(data);
  const isMeasured = width > 0;

  // biome-ignore lint/correctness/useExhaustiveDependencies: the other inputs are updated below
  useEffect(() => {
    const element = frame.current;
    if (element === null || colors === null || !isMeasured) return;
    const instance = new uPlot(
      plotOptions(latest.current.data, {
        width,
        height,
        colors,
        span: () => latest.current.span,
        axisText: (value) => latest.current.axisText(value),
        onPoint: ({ cursor: { idx, top } }) => {
          const bucket = (top ?? -1) < 0 ? null : idx;
          setPoint(
            bucket == null
              ? null
              : {
                  bucket,
                  series: seriesUnder(
                    latest.current.data,
                    bucket,
                    instance.posToVal(top ?? 0, 'y'),
                  ),
                },
          );
        },
      }),
      plotValues(latest.current.data, latest.current.span),
      element,
    );
    plot.current = instance;
    // A canvas is not redrawn when its font loads. If loading fails, a fallback font stays.
    void document.fonts.load(plotFont).then(
      () => plot.current === instance && instance.redraw(false, true),
      () => undefined,
    );
    return () => {
      instance.destroy();
      plot.current = null;
    };
  }, [shape, colors, isMeasured]);
  useEffect(() => plot.current?.setSize({ width, height }), [width, height]);
  useEffect(() => plot.current?.setData(plotValues(data, span)), [data, span]);

  const buckets = (span.to - span.from) / span.bucketMs;
  const activePoint = point !== null && point.bucket < buckets ? point : null;
  const canOpen = onOpen !== undefined && activePoint !== null && hasValue(data, activePoint);
  const open = (): void => {
    if (canOpen) onOpen(activePoint.bucket, activePoint.series);
  };
  const clearPoint = (): void => {
    setPoint(null);
    plot.current?.setCursor({ left: -10, top: -10 }, false);
  };
  const handleKey = (event: KeyboardEvent): void => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === 'Escape') clearPoint();
    if (event.key === 'Enter') open();
    const next = pointAfterKey(event.key, activePoint, data, buckets);
    if (next === null) return;
    event.preventDefault();
    setPoint(next);
    const center = span.from + (next.bucket + 0.5) * span.bucketMs;
    plot.current?.setCursor({ left: plot.current.valToPos(center, 'x'), top: 0 }, false);
  };
  const at = activePoint === null ? null : span.from + activePoint.bucket * span.bucketMs;
  return (
    <div
      ref={frame}
      role="slider"
      tabIndex={0}
      aria-label={label}
      aria-describedby={hintId}
      aria-valuemin={1}
      aria-valuemax={Math.max(1, buckets)}
      aria-valuenow={activePoint === null ? buckets : activePoint.bucket + 1}
      aria-valuetext={
        at === null
          ? 'Arrow keys move between buckets'
          : `${bucketText(at, span)}: ${pointLabels(data, activePoint, valueText)}`
      }
      onKeyDown={handleKey}
      onBlur={clearPoint}
      onClick={open}
      className={cx('relative rounded-chip', canOpen && 'cursor-pointer')}
      style={{ height }}
    >
      <span id={hintId} hidden>
        {onOpen
          ? 'Arrow keys select a time and outcome; Enter opens deliveries.'
          : 'Left and right select a time.'}
      </span>
      {activePoint !== null && at !== null && (
        <PlotTip
          title={bucketText(at, span)}
          data={data}
          point={activePoint}
          share={(activePoint.bucket + 0.5) / buckets}
          valueText={valueText}
        />
      )}
    </div>
  );
}

interface PlotTipProps {
  readonly title: string;
  readonly data: PlotData;
  readonly point: PlotPoint;
  /** Position in the plot, from 0 to 1. */
  readonly share: number;
  readonly valueText: (value: number) => string;
}

/** Exact values of a bucket. The plot announces them itself, so hidden from screen readers. */
function PlotTip({ title, data, point, share, valueText }: PlotTipProps) {
  const isLeft = share < 0.5;
  return (
    <div
      aria-hidden="true"
      className="floating pointer-events-none absolute top-1 z-10 min-w-32 px-2.5 py-1.5 text-small"
      style={
        isLeft
          ? { left: `calc(${share * 100}% + 36px)` }
          : { right: `calc(${(1 - share) * 100}% + 24px)` }
      }
    >
      <p className="mb-1 font-medium whitespace-nowrap tabular-nums">{title}</p>
      <ul className="flex flex-col gap-px">
        {tipRows(data).map(({ key, label, swatch, values }) => {
          const value = values[point.bucket] ?? null;
          return (
            <li
              key={key}
              className={cx(
                'flex items-center gap-2 whitespace-nowrap',
                point.series === key ? 'font-semibold text-fg' : 'text-fg-2',
                (value === null || value === 0) && data.kind === 'stack' && 'hidden',
              )}
            >
              {swatch}
              <span className="flex-1">{label}</span>
              <span className="pl-3 tabular-nums">{value === null ? '–' : valueText(value)}</span>
            </li>
          );
        })}
      </ul>
      {data.kind === 'stack' && data.series.every(({ values }) => !values[point.bucket]) && (
        <p className="text-fg-3">nothing</p>
      )}
    </div>
  );
}

/** In stacking order, top first. */
function tipRows(data: PlotData) {
  if (data.kind === 'lines')
    return data.series.map((series) => ({
      ...series,
      swatch: <PlotLineSwatch tone={series.tone} line={series.line} />,
    }));
  return data.series
    .map((series) => ({
      ...series,
      swatch: <PlotSwatch tone={series.tone} pattern={series.pattern} />,
    }))
    .reverse();
}
