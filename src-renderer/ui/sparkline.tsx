import { cx } from './cx.ts';

interface SparklineProps {
  /** Oldest first. */
  values: readonly number[];
  /** Accessible text with the first and last value; omitted if adjacent text says it. */
  label?: string | undefined;
  width?: number | undefined;
  height?: number | undefined;
  className?: string | undefined;
}

/** A trend too small for axes: a line with a dot at its end. */
export function Sparkline({ values, label, width = 52, height = 18, className }: SparklineProps) {
  const points = sparklinePoints(values, width, height);
  const last = points.at(-1);
  return (
    <svg
      viewBox={`0 0 ${width} ${height}`}
      preserveAspectRatio="none"
      width={width}
      height={height}
      role="img"
      aria-label={label}
      aria-hidden={label === undefined}
      className={cx('flex-none overflow-visible text-accent', className)}
    >
      {points.length > 1 && (
        <polyline
          points={points.map(({ x, y }) => `${x},${y}`).join(' ')}
          fill="none"
          stroke="currentColor"
          strokeWidth="1.5"
          strokeLinejoin="round"
          strokeLinecap="round"
          vectorEffect="non-scaling-stroke"
        />
      )}
      {last && <circle cx={last.x} cy={last.y} r="2" fill="currentColor" />}
    </svg>
  );
}

/** Room for the dot at the end. */
const edge = 2.5;

interface Point {
  readonly x: number;
  readonly y: number;
}

const round = (coordinate: number): number => Math.round(coordinate * 10) / 10;

/** Points of a line that fills the box; a constant is centered. Pure. */
export function sparklinePoints(
  values: readonly number[],
  width: number,
  height: number,
): readonly Point[] {
  const lowest = Math.min(...values);
  const range = Math.max(...values) - lowest;
  const step = values.length > 1 ? (width - 2 * edge) / (values.length - 1) : 0;
  const inner = height - 2 * edge;
  return values.map((value, index) => ({
    x: round(values.length > 1 ? edge + index * step : width - edge),
    y: round(range === 0 ? height / 2 : edge + inner * (1 - (value - lowest) / range)),
  }));
}

interface SparkBarsProps {
  /** Oldest first. `bad` is stacked on `good`. */
  readonly values: readonly { readonly good: number; readonly bad: number }[];
}

/** A trend with its failed part, too small for axes. */
export function SparkBars({ values }: SparkBarsProps) {
  const [width, height] = [96, 20];
  const maxTotal = Math.max(1, ...values.map(({ good, bad }) => good + bad));
  const step = width / Math.max(1, values.length);
  // Minimum height, so small values stay visible.
  const heightOf = (count: number): number =>
    count === 0 ? 0 : Math.max(2, (count / maxTotal) * height);
  const bars = values.map(({ good, bad }, index) => {
    const total = heightOf(good + bad);
    const badHeight = bad === 0 ? 0 : Math.min(total, Math.max(2, (bad / (good + bad)) * total));
    return { x: index * step, total, ofBad: badHeight };
  });
  const path = (draw: (bar: (typeof bars)[number]) => string): string => bars.map(draw).join('');
  const rect = (x: number, top: number, barHeight: number): string =>
    barHeight === 0
      ? ''
      : `M${x} ${top}h${Math.max(0.6, step - 0.4)}v${barHeight}h${-Math.max(0.6, step - 0.4)}z`;
  return (
    <svg
      width={width}
      height={height}
      viewBox={`0 0 ${width} ${height}`}
      aria-hidden="true"
      className="flex-none"
    >
      <path d={`M0 ${height - 0.5}H${width}`} className="stroke-line-2" strokeWidth="1" />
      <path
        d={path(({ x, total, ofBad: badHeight }) =>
          rect(x, height - total + badHeight, total - badHeight),
        )}
        className="fill-ok"
      />
      <path
        d={path(({ x, total, ofBad: badHeight }) => rect(x, height - total, badHeight))}
        className="fill-bad"
      />
    </svg>
  );
}
