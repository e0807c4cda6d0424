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
import { plotTimeText } from './plot-time.ts';
import type { Tone } from './tone.ts';

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
