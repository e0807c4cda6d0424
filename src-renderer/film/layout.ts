/** Where the parts of a film are, in CSS pixels. Pure. */
import type { Film, TimeSpan } from './film.ts';

export interface Row {
  readonly top: number;
  readonly height: number;
}

/** Bars on both sides of a line. */
export interface BarRow extends Row {
  readonly line: number;
}

export interface Layout {
  readonly width: number;
  readonly height: number;
  /** Where times start and end. */
  readonly left: number;
  readonly right: number;
  /** The curve of what waits; without lanes, with all bars. */
  readonly main: BarRow;
  readonly lanes: readonly BarRow[];
  readonly checks: Row | null;
  /** Baseline of the times. */
  readonly axis: number;
}

const namesWidth = 172;
const narrowNamesWidth = 104;
const backlogHeight = 178;
const laneHeight = 48;
const failingLaneHeight = 90;
const checksHeight = 22;
const axisHeight = 20;
/** For the label of an outage. */
const outageLabelHeight = 16;
/** Narrower, the names of lanes have less room. */
const narrowWidth = 620;

/** How far down the line is. */
const share = { main: 0.54, lane: 0.81, failingLane: 0.41 };

const sumOf = (heights: readonly number[]): number => heights.reduce((sum, one) => sum + one, 0);

export function laneHeights({ lanes }: Pick<Film, 'lanes'>): readonly number[] {
  return lanes.map(({ isFailing }) => (isFailing ? failingLaneHeight : laneHeight));
}

/** The height of a film with lanes; `labelHeight` is above its curve. */
export const heightWithLanes = (
  film: Pick<Film, 'lanes' | 'checks'>,
  labelHeight = outageLabelHeight,
): number =>
  labelHeight +
  backlogHeight -
  outageLabelHeight +
  sumOf(laneHeights(film)) +
  (film.checks.length > 0 ? checksHeight : 0) +
  axisHeight;

/** `height` is that of a film without lanes, or the least of one with lanes; `labelHeight` is above its curve or bars. */
export function layoutOf(
  film: Film,
  width: number,
  height: number,
  hasLanes: boolean,
  labelHeight = outageLabelHeight,
): Layout {
  const minHeight = heightWithLanes(film, labelHeight);
  const total = hasLanes ? Math.max(minHeight, height) : height;
  const hasChecks = film.checks.length > 0;
  const heights = hasLanes ? laneHeights(film) : [];
  const growth = (total - minHeight) / (backlogHeight + sumOf(heights));
  const grown = heights.map((laneHeight) => Math.round(laneHeight * (1 + growth)));
  const lanesTop = total - axisHeight - (hasLanes && hasChecks ? checksHeight : 0) - sumOf(grown);
  let top = lanesTop;
  const lanes = grown.map((laneHeight, index) => {
    const row = { top, height: laneHeight };
    top += laneHeight;
    const lineShare = film.lanes[index]?.isFailing ? share.failingLane : share.lane;
    return { ...row, line: Math.round(row.top + row.height * lineShare) };
  });
  const checks = hasChecks ? { top, height: checksHeight } : null;
  const mainHeight =
    (hasLanes ? lanesTop : lanesTop - (hasChecks ? checksHeight : 0)) - labelHeight;
  const main = { top: labelHeight, height: mainHeight };
  const line = hasLanes
    ? main.top + mainHeight - 1
    : Math.round(main.top + mainHeight * share.main);
  const names = width < narrowWidth ? narrowNamesWidth : namesWidth;
  return {
    ...{ width, height: total, left: hasLanes ? names : 0, right: width },
    main: { ...main, line },
    ...{ lanes, checks, axis: total - 5 },
  };
}

export const xAt = ({ left, right }: Layout, view: TimeSpan, time: number): number =>
  left + ((time - view.from) / (view.to - view.from)) * (right - left);

export const timeAt = ({ left, right }: Layout, view: TimeSpan, x: number): number =>
  view.from + ((x - left) / Math.max(1, right - left)) * (view.to - view.from);

const secondMs = 1_000;
const minuteMs = 60 * secondMs;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;
const tickSteps = [
  ...[1, 5, 15, 30].map((seconds) => seconds * secondMs),
  ...[1, 2, 5, 10, 15, 30].map((minutes) => minutes * minuteMs),
  ...[1, 2, 3, 6, 12].map((hours) => hours * hourMs),
  ...[1, 2, 7, 14, 30, 90, 365].map((days) => days * dayMs),
];
const minTickPx = 76;

/** Round local times for the axis, and their distance. */
export function ticksOf(
  layout: Layout,
  view: TimeSpan,
): { stepMs: number; times: readonly number[] } {
  const minMs = (minTickPx / Math.max(1, layout.right - layout.left)) * (view.to - view.from);
  const stepMs = tickSteps.find((step) => step >= minMs) ?? 365 * dayMs;
  const offset = new Date(view.from).getTimezoneOffset() * minuteMs;
  const first = Math.ceil((view.from - offset) / stepMs) * stepMs + offset;
  const count = Math.max(0, Math.floor((view.to - first) / stepMs) + 1);
  return { stepMs, times: Array.from({ length: count }, (_, n) => first + n * stepMs) };
}
