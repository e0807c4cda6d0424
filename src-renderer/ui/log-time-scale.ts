import { formatDuration } from '#shared/kit/duration.ts';

/** A logarithmic time axis from zero, which shows both seconds and hours. */
export interface LogTimeScale {
  /** 0 at the start, 1 at the end; clamped. */
  positionOf: (elapsedMs: number) => number;
  /** Inverse of `positionOf`. */
  elapsedAt: (position: number) => number;
  ticks: readonly { elapsedMs: number; label: string }[];
}

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/**
 * Below this share of the window the axis is linear: 4 s for a four-hour window, which separates
 * the first retries.
 */
const LINEAR_SHARE = 1 / 3600;

/** Minimum distance of labels as a share of the axis. */
const TICK_DISTANCE = 0.085;

/** The roundest first. */
const candidates: readonly number[] = [
  0,
  DAY,
  12 * HOUR,
  4 * HOUR,
  HOUR,
  MINUTE,
  10 * SECOND,
  10 * MINUTE,
  SECOND,
  30 * MINUTE,
  2 * HOUR,
  20 * MINUTE,
  5 * MINUTE,
  30 * SECOND,
  3 * SECOND,
  0.1 * SECOND,
];

/** `0`, `10 s`, `1 h 30 min`. */
export const tickLabel = (elapsedMs: number): string =>
  elapsedMs === 0 ? '0' : formatDuration(elapsedMs);

/** Start and end are always labeled; between them, the roundest times that fit. */
export function logTimeScale(windowMs: number): LogTimeScale {
  const windowOrOne = Math.max(1, windowMs);
  const linear = windowOrOne * LINEAR_SHARE;
  const total = Math.log1p(windowOrOne / linear);
  const positionOf = (elapsedMs: number) =>
    Math.min(1, Math.max(0, Math.log1p(Math.max(0, elapsedMs) / linear) / total));
  const elapsedAt = (at: number) => linear * Math.expm1(Math.min(1, Math.max(0, at)) * total);

  const tickAt = (elapsedMs: number) => ({ elapsedMs, label: tickLabel(elapsedMs) });
  const [start, end] = [tickAt(0), tickAt(windowOrOne)];
  const ticks = windowMs > 0 ? [start, end] : [start];
  for (const elapsedMs of candidates) {
    const fits = ticks.every(
      (tick) => Math.abs(positionOf(tick.elapsedMs) - positionOf(elapsedMs)) >= TICK_DISTANCE,
    );
    if (elapsedMs < windowOrOne && fits) ticks.push(tickAt(elapsedMs));
  }
  return { positionOf, elapsedAt, ticks: ticks.toSorted((a, b) => a.elapsedMs - b.elapsedMs) };
}
