import { cx } from './cx.ts';
import type { PlotPoint } from './plot-point.ts';
import { PlotLineSwatch, PlotSwatch } from './plot-swatch.tsx';
import type { PlotData } from './time-plot-options.ts';

interface PlotTipProps {
  readonly title: string;
  readonly data: PlotData;
  readonly point: PlotPoint;
  /** Where in the plot it belongs, from 0 to 1. */
  readonly share: number;
  readonly valueText: (value: number) => string;
}

/** The exact values of a bucket, beside it. Said by the plot itself, so hidden from screen readers. */
export function PlotTip({ title, data, point, share, valueText }: PlotTipProps) {
  const isLeft = share < 0.5;
  return (
    <div
      aria-hidden="true"
      className="floating pointer-events-none absolute top-1 z-10 min-w-32 px-2.5 py-1.5 text-small"
      style={
        isLeft
          ? { left: `calc(${share * 100}% + 36px)` }
          : { right: `calc(${(1 - share) * 100}% + 24px)` }
      }
    >
      <p className="mb-1 font-medium whitespace-nowrap tabular-nums">{title}</p>
      <ul className="flex flex-col gap-px">
        {tipRows(data).map(({ key, label, swatch, values }) => {
          const value = values[point.bucket] ?? null;
          return (
            <li
              key={key}
              className={cx(
                'flex items-center gap-2 whitespace-nowrap',
                point.series === key ? 'font-semibold text-fg' : 'text-fg-2',
                (value === null || value === 0) && data.kind === 'stack' && 'hidden',
              )}
            >
              {swatch}
              <span className="flex-1">{label}</span>
              <span className="pl-3 tabular-nums">{value === null ? '–' : valueText(value)}</span>
            </li>
          );
        })}
      </ul>
      {data.kind === 'stack' && data.series.every(({ values }) => !values[point.bucket]) && (
        <p className="text-fg-3">nothing</p>
      )}
    </div>
  );
}

/** As they lie: the highest part of a stack stands first. */
function tipRows(data: PlotData) {
  if (data.kind === 'lines')
    return data.series.map((one) => ({
      ...one,
      swatch: <PlotLineSwatch tone={one.tone} line={one.line} />,
    }));
  return data.series
    .map((one) => ({ ...one, swatch: <PlotSwatch tone={one.tone} pattern={one.pattern} /> }))
    .reverse();
}
