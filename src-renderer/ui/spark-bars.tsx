import { cx } from './cx.ts';

export interface SparkBarsProps {
  /** Oldest first. `bad` stands on top of `good`. */
  readonly values: readonly { readonly good: number; readonly bad: number }[];
  readonly width?: number | undefined;
  readonly height?: number | undefined;
  readonly className?: string | undefined;
}

/** How a number went, and how much of it was bad; too small for axes. The words stand beside it. */
export function SparkBars({ values, width = 96, height = 20, className }: SparkBarsProps) {
  const most = Math.max(1, ...values.map(({ good, bad }) => good + bad));
  const step = width / Math.max(1, values.length);
  // What there was at all is seen.
  const high = (count: number): number => (count === 0 ? 0 : Math.max(2, (count / most) * height));
  const bars = values.map(({ good, bad }, index) => {
    const total = high(good + bad);
    const ofBad = bad === 0 ? 0 : Math.min(total, Math.max(2, (bad / (good + bad)) * total));
    return { x: index * step, total, ofBad };
  });
  const path = (draw: (bar: (typeof bars)[number]) => string): string => bars.map(draw).join('');
  const rect = (x: number, top: number, tall: number): string =>
    tall === 0
      ? ''
      : `M${x} ${top}h${Math.max(0.6, step - 0.4)}v${tall}h${-Math.max(0.6, step - 0.4)}z`;
  return (
    <svg
      width={width}
      height={height}
      viewBox={`0 0 ${width} ${height}`}
      aria-hidden="true"
      className={cx('flex-none', className)}
    >
      <path d={`M0 ${height - 0.5}H${width}`} className="stroke-line-2" strokeWidth="1" />
      <path
        d={path(({ x, total, ofBad }) => rect(x, height - total + ofBad, total - ofBad))}
        className="fill-ok"
      />
      <path
        d={path(({ x, total, ofBad }) => rect(x, height - total, ofBad))}
        className="fill-bad"
      />
    </svg>
  );
}
