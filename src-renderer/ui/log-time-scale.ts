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

const candidates: readonly [number, string][] = [
  [0, '0'],
  [DAY, '1d'],
  [12 * HOUR, '12h'],
  [4 * HOUR, '4h'],
  [HOUR, '1h'],
  [MINUTE, '1m'],
  [10 * SECOND, '10s'],
  [10 * MINUTE, '10m'],
  [SECOND, '1s'],
  [30 * MINUTE, '30m'],
  [2 * HOUR, '2h'],
  [20 * MINUTE, '20m'],
  [5 * MINUTE, '5m'],
  [30 * SECOND, '30s'],
  [3 * SECOND, '3s'],
  [0.1 * SECOND, '100ms'],
];

export function spanLabel(ms: number): string {
  const units: readonly [number, string][] = [
    [DAY, 'd'],
    [HOUR, 'h'],
    [MINUTE, 'm'],
    [SECOND, 's'],
  ];
  const [size, unit] = units.find(([length]) => ms >= length) ?? [1, 'ms'];
  return `${Number((ms / size).toPrecision(3))}${unit}`;
}

/** Start and end are always labeled; between them, the roundest times that fit. */
export function logTimeScale(windowMs: number): LogTimeScale {
  const windowOrOne = Math.max(1, windowMs);
  const linear = windowOrOne * LINEAR_SHARE;
  const total = Math.log1p(windowOrOne / linear);
  const positionOf = (elapsedMs: number) =>
    Math.min(1, Math.max(0, Math.log1p(Math.max(0, elapsedMs) / linear) / total));
  const elapsedAt = (at: number) => linear * Math.expm1(Math.min(1, Math.max(0, at)) * total);

  const start = { elapsedMs: 0, label: '0' };
  const end = { elapsedMs: windowOrOne, label: spanLabel(windowOrOne) };
  const ticks = windowMs > 0 ? [start, end] : [start];
  for (const [elapsedMs, label] of candidates) {
    const fits = ticks.every(
      (tick) => Math.abs(positionOf(tick.elapsedMs) - positionOf(elapsedMs)) >= TICK_DISTANCE,
    );
    if (elapsedMs < windowOrOne && fits) ticks.push({ elapsedMs, label });
  }
  return { positionOf, elapsedAt, ticks: ticks.toSorted((a, b) => a.elapsedMs - b.elapsedMs) };
}
