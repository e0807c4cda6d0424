import { cx } from './cx.ts';
import { sparklinePoints } from './sparkline-points.ts';

export interface SparklineProps {
  /** Oldest first. */
  values: readonly number[];
  /** What the line shows, with its first and last value; read aloud. Left out where the words stand beside it. */
  label?: string | undefined;
  width?: number | undefined;
  height?: number | undefined;
  className?: string | undefined;
}

/** How a number went, too small for axes: a line, and a dot where it stands now. */
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
