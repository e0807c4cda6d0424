/** Labels of a timeline's axis at every zoom. Pure. */
import type { LogTimeScale } from './log-time-scale.ts';
import { isFullView, positionAt, shareIn, type TimelineView } from './timeline-view.ts';

export interface Tick {
  readonly elapsedMs: number;
  readonly label: string;
}

const second = 1_000;
const minute = 60 * second;
const hour = 60 * minute;
const day = 24 * hour;

/** From coarse to fine. */
const steps = [
  day,
  12 * hour,
  6 * hour,
  2 * hour,
  hour,
  30 * minute,
  10 * minute,
  5 * minute,
  minute,
  30 * second,
  10 * second,
  5 * second,
  second,
  500,
  100,
  50,
  10,
  5,
  1,
];

/** Every part that is not zero: `1h 2m 3.5s`. */
export function tickLabel(elapsedMs: number): string {
  if (elapsedMs === 0) return '0';
  if (elapsedMs < second) return `${elapsedMs}ms`;
  const parts: readonly (readonly [number, string])[] = [
    [Math.floor(elapsedMs / day), 'd'],
    [Math.floor((elapsedMs % day) / hour), 'h'],
    [Math.floor((elapsedMs % hour) / minute), 'm'],
    [(elapsedMs % minute) / second, 's'],
  ];
  return parts.flatMap(([count, unit]) => (count === 0 ? [] : `${count}${unit}`)).join(' ');
}

/** A digit is 6 px wide at 11 px, plus some space between labels. */
const labelPx = (label: string): number => label.length * 6 + 16;

/** Ticks of the scale for the whole axis; for a zoomed part, the roundest times that fit. */
export function ticksOf(scale: LogTimeScale, view: TimelineView, widthPx: number): readonly Tick[] {
  if (isFullView(view)) return scale.ticks;
  const from = scale.elapsedAt(view.from);
  const to = scale.elapsedAt(positionAt(view, 1));
  const pxOf = (elapsedMs: number): number => shareIn(view, scale.positionOf(elapsedMs)) * widthPx;
  const ticks: (Tick & { readonly px: number })[] = [];
  for (const step of steps) {
    for (let at = Math.ceil(from / step) * step; at <= to; at += step) {
      const tick = { elapsedMs: at, label: tickLabel(at), px: pxOf(at) };
      const fits = ticks.every(
        ({ px, label }) => Math.abs(px - tick.px) >= (labelPx(label) + labelPx(tick.label)) / 2,
      );
      if (fits) ticks.push(tick);
      // Later labels of this step are even closer.
      if (pxOf(at + step) - tick.px < labelPx('0')) break;
    }
  }
  return ticks.toSorted((a, b) => a.elapsedMs - b.elapsedMs);
}
