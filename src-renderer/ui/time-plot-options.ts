/** Converts plot data to uPlot options. */
import type uPlot from 'uplot';
import { formatDay, formatDayTime, formatMinute, formatTime } from '#shared/kit/format.ts';
import { dashOf, type PlotColors, type PlotLine, toneColor } from './plot-style.tsx';
import type { Tone } from './tone.ts';

/** Times on plot axes and in tooltips. */
const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;

interface Span {
  readonly from: number;
  readonly to: number;
  readonly bucketMs: number;
}

/** As short as the span allows; `bucketMs` is the distance of the times. */
export function plotTimeText(at: number, { from, to, bucketMs }: Span): string {
  const startsDay = formatMinute(at) === '00:00';
  if (bucketMs >= dayMs || (startsDay && to - from > dayMs / 2)) return formatDay(at);
  return (bucketMs < minuteMs ? formatTime : formatMinute)(at);
}

/** A bucket from start to end, such as `15:04 to 15:05`. */
export function bucketText(at: number, { from, to, bucketMs }: Span): string {
  const end = at + bucketMs;
  if (bucketMs >= dayMs)
    return bucketMs === dayMs ? formatDay(at) : `${formatDay(at)} to ${formatDay(end)}`;
  if (to - from > dayMs) return `${formatDayTime(at)} to ${formatMinute(end)}`;
  const format = bucketMs < minuteMs ? formatTime : formatMinute;
  return `${format(at)} to ${format(end)}`;
}

export interface PlotSeries {
  readonly key: string;
  /** Shown with its values. */
  readonly label: string;
  readonly tone: Tone;
  /** One per bucket, oldest first; null without a value. */
  readonly values: readonly (number | null)[];
}

export interface LineSeries extends PlotSeries {
  readonly line: PlotLine;
}

export interface PlotSpan {
  readonly from: number;
  readonly to: number;
  readonly bucketMs: number;
}

/** At the center of each bucket. */
const centers = ({ from, to, bucketMs }: PlotSpan): number[] =>
  Array.from({ length: (to - from) / bucketMs }, (_, n) => from + (n + 0.5) * bucketMs);

export const plotValues = (lines: readonly LineSeries[], span: PlotSpan): uPlot.AlignedData => [
  centers(span),
  ...lines.map(({ values }) => [...values]),
];

const seriesOptions = (lines: readonly LineSeries[], colors: PlotColors): uPlot.Series[] =>
  lines.map(({ tone, line }) => {
    const dash = dashOf(line);
    const stroke = toneColor(colors, tone);
    return {
      stroke,
      width: 1.75,
      points: { show: true, size: 4, width: 0, fill: stroke },
      ...(dash === undefined ? {} : { dash: [...dash] }),
    };
  });

/** Rounded above the maximum and stable for a while, to avoid jumps. */
export function axisMax(highest: number): number {
  if (highest <= 4) return 4;
  const step = 10 ** Math.floor(Math.log10(highest));
  // Half of it is a whole number as well.
  const steps = [1, 1.2, 1.6, 2, 3, 4, 6, 8, 10].map((factor) => factor * step);
  return steps.find((step) => step >= highest * 1.05) ?? step * 12;
}

/** Axis font. */
export const plotFont = '11px "Inter Variable", system-ui, sans-serif';

interface PlotLook {
  readonly width: number;
  readonly height: number;
  readonly colors: PlotColors;
  readonly span: () => PlotSpan;
  /** Formats an axis value. */
  readonly axisText: (value: number) => string;
  readonly onPoint: (plot: uPlot) => void;
}

export function plotOptions(lines: readonly LineSeries[], look: PlotLook): uPlot.Options {
  const { width, height, colors, span, axisText, onPoint } = look;
  const axis = {
    font: plotFont,
    stroke: colors['fg-3'] ?? '',
    grid: { stroke: colors.line ?? '', width: 1 },
    ticks: { show: false },
  };
  return {
    width,
    height,
    ms: 1,
    legend: { show: false },
    // Room for the right half of the last label.
    padding: [8, 18, 0, 0],
    cursor: {
      y: false,
      drag: { x: false, y: false },
      points: { size: 7 },
    },
    scales: {
      x: { range: () => [span().from, span().to] },
      y: { range: (_plot, _min, max) => [0, axisMax(max ?? 0)] },
    },
    axes: [
      {
        ...axis,
        grid: { show: false },
        size: 26,
        gap: 4,
        space: 64,
        values: (_plot, times) => {
          const stepMs = (times[1] ?? 0) - (times[0] ?? 0);
          return times.map((at) => plotTimeText(at, { ...span(), bucketMs: stepMs }));
        },
      },
      { ...axis, size: 50, gap: 6, space: 36, values: (_plot, values) => values.map(axisText) },
    ],
    series: [{}, ...seriesOptions(lines, colors)],
    hooks: { setCursor: [onPoint] },
  };
}

const steps: Readonly<Record<string, number>> = {
  ArrowLeft: -1,
  ArrowRight: 1,
  PageDown: -10,
  PageUp: 10,
  Home: Number.NEGATIVE_INFINITY,
  End: Number.POSITIVE_INFINITY,
};

/** The bucket a key moves to, starting at the newest one; null for other keys. */
export function bucketAfterKey(key: string, before: number | null, buckets: number): number | null {
  const step = steps[key];
  if (buckets < 1 || step === undefined) return null;
  return Math.max(0, Math.min(buckets - 1, (before ?? buckets) + step));
}

/** Text for the values of a bucket that are not zero. */
export function valuesText(
  series: readonly PlotSeries[],
  bucket: number,
  valueText: (value: number) => string,
): string {
  const texts = series.flatMap(({ label, values }) => {
    const value = values[bucket] ?? null;
    return value === null || value === 0 ? [] : `${label} ${valueText(value)}`;
  });
  return texts.length === 0 ? 'nothing' : texts.join(', ');
}
