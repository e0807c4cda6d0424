/** Where in a plot somebody points, and what is there. Pure. */
import type { PlotData } from './time-plot-options.ts';

export interface PlotPoint {
  readonly bucket: number;
  /** Key of the series; null for all of the bucket. */
  readonly series: string | null;
}

/** The part of a stack that reaches over a height; null where none does, and among lines. */
export function seriesUnder(data: PlotData, bucket: number, height: number): string | null {
  if (data.kind !== 'stack') return null;
  let sum = 0;
  for (const { key, values } of data.series) {
    sum += values[bucket] ?? 0;
    if (height <= sum && (values[bucket] ?? 0) > 0) return key;
  }
  return null;
}

/** All of the bucket, then each part that is in it, from the lowest up. */
function choices(data: PlotData, bucket: number): readonly (string | null)[] {
  if (data.kind !== 'stack') return [null];
  const there = data.series.filter(({ values }) => (values[bucket] ?? 0) > 0);
  return [null, ...there.map(({ key }) => key)];
}

const steps: Readonly<Record<string, number>> = {
  ArrowLeft: -1,
  ArrowRight: 1,
  PageDown: -10,
  PageUp: 10,
  Home: Number.NEGATIVE_INFINITY,
  End: Number.POSITIVE_INFINITY,
};
const turns: Readonly<Record<string, number>> = { ArrowUp: 1, ArrowDown: -1 };

/** Where a key leads; null for a key that leads nowhere. It begins at the newest bucket. */
export function pointAfterKey(
  key: string,
  before: PlotPoint | null,
  data: PlotData,
  buckets: number,
): PlotPoint | null {
  const step = steps[key];
  const turn = turns[key];
  if (buckets < 1 || (step === undefined && turn === undefined)) return null;
  const from = before?.bucket ?? buckets;
  if (step !== undefined)
    return { bucket: Math.max(0, Math.min(buckets - 1, from + step)), series: null };
  const bucket = Math.min(from, buckets - 1);
  const list = choices(data, bucket);
  const at = list.indexOf(before?.series ?? null);
  return { bucket, series: list[(at + (turn ?? 0) + list.length) % list.length] ?? null };
}

/** Whether anything is there: of the part that is pointed at, or of any. */
export function isThere({ series }: PlotData, point: PlotPoint): boolean {
  return series.some(
    ({ key, values }) =>
      (point.series === null || key === point.series) && (values[point.bucket] ?? 0) > 0,
  );
}

/** What is there, in words: the part that is pointed at, or everything. */
export function pointLabels(
  { series }: PlotData,
  point: PlotPoint | null,
  valueText: (value: number) => string,
): string {
  if (point === null) return '';
  const told = series
    .map(({ key, label, values }) => ({ key, label, value: values[point.bucket] ?? null }))
    .filter(({ key, value }) =>
      point.series === null ? value !== null && value > 0 : key === point.series,
    )
    .map(({ label, value }) => `${label} ${valueText(value ?? 0)}`);
  return told.length === 0 ? 'nothing' : told.join(', ');
}
