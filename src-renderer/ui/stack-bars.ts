/** Bars that lie on top of each other, on whole pixels: a blurred edge would show what is beneath. */
import type uPlot from 'uplot';

/** Of a bucket's width, so that bars stand apart. */
const barShare = 0.82;
const widestPx = 40;
/** What there is at all is seen, also beside thousands. */
const lowestPx = 2;

/**
 * Draws the part of each bar that belongs to a series: from what the series after it reaches up to,
 * or the ground, to what it reaches up to itself.
 */
export const stackBars: uPlot.Series.PathBuilder = (plot, series, first, last) => {
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
