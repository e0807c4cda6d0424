/** Points of a plot by pointer or key. Pure. */
import type { PlotData } from './time-plot-options.ts';

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
