/** From what a plot shows to what uPlot draws. */

import type uPlot from 'uplot';
import {
  dashOf,
  type PlotColours,
  type PlotLine,
  type PlotPattern,
  patternFill,
  toneColour,
} from './plot-style.tsx';
import { plotTimeText } from './plot-time.ts';
import type { Tone } from './tone.ts';

interface Series {
  readonly key: string;
  /** Said with its values. */
  readonly label: string;
  readonly tone: Tone;
  /** One for each bucket, oldest first; null where there is none. */
  readonly values: readonly (number | null)[];
}

/** Parts that lie on top of each other, the first one lowest. */
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

/** In the middle of each bucket. */
const centres = ({ from, to, bucketMs }: PlotSpan): number[] =>
  Array.from({ length: (to - from) / bucketMs }, (_, n) => from + (n + 0.5) * bucketMs);

/** What each part reaches up to, the highest first, as `stackBars` draws them. */
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
    data.kind === 'stack' ? stackedValues(data) : data.series.map((one) => [...one.values]);
  return [centres(span), ...values];
}

function seriesOptions(data: PlotData, colours: PlotColours): uPlot.Series[] {
  if (data.kind === 'stack')
    return [...data.series].reverse().map(({ tone, pattern }) => ({
      fill: patternFill(pattern, toneColour(colours, tone), colours['bg-1'] ?? ''),
      // Even, so that uPlot does not shift it by half a pixel.
      width: 0,
      points: { show: false },
      paths: stackBars,
    }));
  return data.series.map(({ tone, line }) => {
    const dash = dashOf(line);
    const stroke = toneColour(colours, tone);
    return {
      stroke,
      width: 1.75,
      points: { show: true, size: 4, width: 0, fill: stroke },
      ...(dash === undefined ? {} : { dash: [...dash] }),
    };
  });
}

/** A little above the highest value, so that it is not cut; the same for a while, so that nothing jumps. */
export function highestShown(highest: number): number {
  if (highest <= 4) return 4;
  const step = 10 ** Math.floor(Math.log10(highest));
  const steps = [1, 1.5, 2, 3, 4, 5, 6, 8, 10].map((factor) => factor * step);
  return steps.find((one) => one >= highest * 1.05) ?? step * 15;
}

/** Of the axes. */
export const plotFont = '11px "Inter Variable", system-ui, sans-serif';

interface PlotLook {
  readonly width: number;
  readonly height: number;
  readonly colours: PlotColours;
  readonly span: () => PlotSpan;
  /** A value as the axis writes it. */
  readonly axisText: (value: number) => string;
  readonly onPoint: (plot: uPlot) => void;
}

export function plotOptions(data: PlotData, look: PlotLook): uPlot.Options {
  const { width, height, colours, span, axisText, onPoint } = look;
  const axis = {
    font: plotFont,
    stroke: colours['fg-3'] ?? '',
    grid: { stroke: colours.line ?? '', width: 1 },
    ticks: { show: false },
  };
  return {
    width,
    height,
    ms: 1,
    legend: { show: false },
    // Room on the right for half of the last time.
    padding: [8, 18, 0, 0],
    cursor: {
      y: false,
      drag: { x: false, y: false },
      points: data.kind === 'lines' ? { size: 7 } : { show: false },
    },
    scales: {
      x: { range: () => [span().from, span().to] },
      y: { range: (_plot, _min, max) => [0, highestShown(max ?? 0)] },
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
    series: [{}, ...seriesOptions(data, colours)],
    hooks: { setCursor: [onPoint] },
  };
}

// Bars that lie on top of each other, on whole pixels: a blurred edge would show what is beneath.

/** Of a bucket's width, so that bars stand apart. */
const barShare = 0.82;
const widestPx = 40;
/** What there is at all is seen, also beside thousands. */
const lowestPx = 2;

/**
 * Draws the part of each bar that belongs to a series: from what the series after it reaches up to,
 * or the ground, to what it reaches up to itself.
 */
const stackBars: uPlot.Series.PathBuilder = (plot, series, first, last) => {
  const centres = plot.data[0];
  const tops = plot.data[series] ?? [];
  const bottoms = plot.data[series + 1] ?? [];
  const ratio = devicePixelRatio;
  const slot = plot.bbox.width / Math.max(1, centres.length);
  const width = Math.max(1, Math.round(Math.min(slot * barShare, widestPx * ratio)));
  const fill = new Path2D();
  const heightOf = (value: number): number => Math.round(plot.valToPos(value, 'y', true));
  for (let bucket = first; bucket <= last; bucket += 1) {
    const upTo = tops[bucket] ?? 0;
    const from = bottoms[bucket] ?? 0;
    if (upTo <= from) continue;
    const left = Math.round(plot.valToPos(centres[bucket] ?? 0, 'x', true) - width / 2);
    const bottom = heightOf(from);
    const top = Math.min(heightOf(upTo), bottom - Math.round(lowestPx * ratio));
    fill.rect(left, top, width, bottom - top);
  }
  return { stroke: null, fill };
};
