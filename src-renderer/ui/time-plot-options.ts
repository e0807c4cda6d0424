/** Converts plot data to uPlot options. */
import type uPlot from 'uplot';
import {
  dashOf,
  type PlotColors,
  type PlotLine,
  type PlotPattern,
  patternFill,
  toneColor,
} from './plot-style.tsx';
import type { Tone } from './tone.ts';

/** Times on plot axes and in tooltips. */
const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;

const clock = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit' });
const clockSeconds = new Intl.DateTimeFormat('en-GB', { timeStyle: 'medium' });
const day = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short' });
const dayClock = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'short',
  hour: '2-digit',
  minute: '2-digit',
});

interface Span {
  readonly from: number;
  readonly to: number;
  readonly bucketMs: number;
}

/** As short as the span allows. */
function plotTimeText(at: number, { from, to }: Span): string {
  const startsDay = clock.format(at) === '00:00';
  if (to - from > 2 * dayMs) return day.format(at);
  return startsDay && to - from > dayMs / 2 ? day.format(at) : clock.format(at);
}

/** A bucket from start to end, such as `15:04 to 15:05`. */
export function bucketText(at: number, { from, to, bucketMs }: Span): string {
  const end = at + bucketMs;
  if (bucketMs >= dayMs)
    return bucketMs === dayMs ? day.format(at) : `${day.format(at)} to ${day.format(end)}`;
  if (to - from > dayMs) return `${dayClock.format(at)} to ${clock.format(end)}`;
  const format = bucketMs < minuteMs ? clockSeconds : clock;
  return `${format.format(at)} to ${format.format(end)}`;
}

interface Series {
  readonly key: string;
  /** Shown with its values. */
  readonly label: string;
  readonly tone: Tone;
  /** One per bucket, oldest first; null without a value. */
  readonly values: readonly (number | null)[];
}

/** Stacked parts, the first at the bottom. */
export interface Stack {
  readonly kind: 'stack';
  readonly series: readonly (Series & { readonly pattern: PlotPattern })[];
}

export interface Lines {
  readonly kind: 'lines';
  readonly series: readonly (Series & { readonly line: PlotLine })[];
}

export type PlotData = Stack | Lines;

export interface PlotSpan {
  readonly from: number;
  readonly to: number;
  readonly bucketMs: number;
}

/** At the center of each bucket. */
const centers = ({ from, to, bucketMs }: PlotSpan): number[] =>
  Array.from({ length: (to - from) / bucketMs }, (_, n) => from + (n + 0.5) * bucketMs);

/** Cumulative values, highest first, as `stackBars` draws them. */
function stackedValues({ series }: Stack): (number | null)[][] {
  const sums: number[] = [];
  return series
    .map(({ values }) =>
      values.map((value, bucket) => {
        sums[bucket] = (sums[bucket] ?? 0) + (value ?? 0);
        return sums[bucket] ?? 0;
      }),
    )
    .reverse();
}

export function plotValues(data: PlotData, span: PlotSpan): uPlot.AlignedData {
  const values =
    data.kind === 'stack' ? stackedValues(data) : data.series.map(({ values }) => [...values]);
  return [centers(span), ...values];
}

function seriesOptions(data: PlotData, colors: PlotColors): uPlot.Series[] {
  if (data.kind === 'stack')
    return [...data.series].reverse().map(({ tone, pattern }) => ({
      fill: patternFill(pattern, toneColor(colors, tone), colors['bg-1'] ?? ''),
      // Even, so uPlot doesn't shift it by half a pixel.
      width: 0,
      points: { show: false },
      paths: stackBars,
    }));
  return data.series.map(({ tone, line }) => {
    const dash = dashOf(line);
    const stroke = toneColor(colors, tone);
    return {
      stroke,
      width: 1.75,
      points: { show: true, size: 4, width: 0, fill: stroke },
      ...(dash === undefined ? {} : { dash: [...dash] }),
    };
  });
}

/** Rounded above the maximum and stable for a while, to avoid jumps. */
export function axisMax(highest: number): number {
  if (highest <= 4) return 4;
  const step = 10 ** Math.floor(Math.log10(highest));
  const steps = [1, 1.5, 2, 3, 4, 5, 6, 8, 10].map((factor) => factor * step);
  return steps.find((step) => step >= highest * 1.05) ?? step * 15;
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

export function plotOptions(data: PlotData, look: PlotLook): uPlot.Options {
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
      points: data.kind === 'lines' ? { size: 7 } : { show: false },
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
        values: (_plot, times) => times.map((at) => plotTimeText(at, span())),
      },
      { ...axis, size: 50, gap: 6, space: 36, values: (_plot, values) => values.map(axisText) },
    ],
    series: [{}, ...seriesOptions(data, colors)],
    hooks: { setCursor: [onPoint] },
  };
}

// Stacked bars on whole pixels: blurred edges would show the layer below.

/** Share of a bucket's width, leaving gaps between bars. */
const barShare = 0.82;
const maxBarPx = 40;
/** Minimum height, so small values stay visible. */
const minBarPx = 2;

/**
 * Draws one series of a stack, from the top of the next series, or the baseline, to its own top.
 */
const stackBars: uPlot.Series.PathBuilder = (plot, series, first, last) => {
  const centers = plot.data[0];
  const tops = plot.data[series] ?? [];
  const bottoms = plot.data[series + 1] ?? [];
  const ratio = devicePixelRatio;
  const slot = plot.bbox.width / Math.max(1, centers.length);
  const width = Math.max(1, Math.round(Math.min(slot * barShare, maxBarPx * ratio)));
  const fill = new Path2D();
  const heightOf = (value: number): number => Math.round(plot.valToPos(value, 'y', true));
  for (let bucket = first; bucket <= last; bucket += 1) {
    const upTo = tops[bucket] ?? 0;
    const from = bottoms[bucket] ?? 0;
    if (upTo <= from) continue;
    const left = Math.round(plot.valToPos(centers[bucket] ?? 0, 'x', true) - width / 2);
    const bottom = heightOf(from);
    const top = Math.min(heightOf(upTo), bottom - Math.round(minBarPx * ratio));
    fill.rect(left, top, width, bottom - top);
  }
  return { stroke: null, fill };
};

// Points of a plot by pointer or key. Pure.

export interface PlotPoint {
  readonly bucket: number;
  /** Series key; null for the whole bucket. */
  readonly series: string | null;
}

/** The stacked part at a height; null if none, or for lines. */
export function seriesUnder(data: PlotData, bucket: number, height: number): string | null {
  if (data.kind !== 'stack') return null;
  let sum = 0;
  for (const { key, values } of data.series) {
    sum += values[bucket] ?? 0;
    if (height <= sum && (values[bucket] ?? 0) > 0) return key;
  }
  return null;
}

/** The series that can be selected: all (null), then each from the bottom up. */
function choices(data: PlotData, bucket: number): readonly (string | null)[] {
  if (data.kind !== 'stack') return [null];
  const present = data.series.filter(({ values }) => (values[bucket] ?? 0) > 0);
  return [null, ...present.map(({ key }) => key)];
}

const steps: Readonly<Record<string, number>> = {
  ArrowLeft: -1,
  ArrowRight: 1,
  PageDown: -10,
  PageUp: 10,
  Home: Number.NEGATIVE_INFINITY,
  End: Number.POSITIVE_INFINITY,
};
const seriesSteps: Readonly<Record<string, number>> = { ArrowUp: 1, ArrowDown: -1 };

/** The point a key moves to, starting at the newest bucket; null for other keys. */
export function pointAfterKey(
  key: string,
  before: PlotPoint | null,
  data: PlotData,
  buckets: number,
): PlotPoint | null {
  const step = steps[key];
  const seriesStep = seriesSteps[key];
  if (buckets < 1 || (step === undefined && seriesStep === undefined)) return null;
  const from = before?.bucket ?? buckets;
  if (step !== undefined)
    return { bucket: Math.max(0, Math.min(buckets - 1, from + step)), series: null };
  const bucket = Math.min(from, buckets - 1);
  const list = choices(data, bucket);
  const at = list.indexOf(before?.series ?? null);
  return { bucket, series: list[(at + (seriesStep ?? 0) + list.length) % list.length] ?? null };
}

/** Whether the point has a value. */
export function hasValue({ series }: PlotData, point: PlotPoint): boolean {
  return series.some(
    ({ key, values }) =>
      (point.series === null || key === point.series) && (values[point.bucket] ?? 0) > 0,
  );
}

/** Text for a point: its part, or all parts. */
export function pointLabels(
  { series }: PlotData,
  point: PlotPoint | null,
  valueText: (value: number) => string,
): string {
  if (point === null) return '';
  const texts = series
    .map(({ key, label, values }) => ({ key, label, value: values[point.bucket] ?? null }))
    .filter(({ key, value }) =>
      point.series === null ? value !== null && value > 0 : key === point.series,
    )
    .map(({ label, value }) => `${label} ${valueText(value ?? 0)}`);
  return texts.length === 0 ? 'nothing' : texts.join(', ');
}
