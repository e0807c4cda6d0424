import { type ReactNode, useMemo, useState } from 'react';
import { bucketText } from '#renderer/ui/time-plot-options.ts';
import { formatCount } from '#shared/kit/format.ts';
import { ActivityPlot, SeriesSwatch } from './activity-plot.tsx';
import { bucketName } from './bucket-name.ts';
import { type Film, filmSeries, type TimeSpan } from './film.ts';
import { PlotTable, TableButton } from './plot-table.tsx';

interface ActivityViewProps {
  readonly film: Film;
  /** Of the plot without lanes, and of the table; the legend above it has 24 px. */
  readonly height: number;
  /** Shows each URL in a lane of its own. */
  readonly hasLanes?: boolean;
  /** Accessible name; by default, what is counted. */
  readonly label?: string;
  /** Beside the legend. */
  readonly controls?: ReactNode;
  readonly selected: TimeSpan | null;
  readonly onSelect: (span: TimeSpan | null) => void;
}

/** Attempts over time with a legend, as a plot or as a table. */
export function ActivityView({ film, height, label, controls, ...rest }: ActivityViewProps) {
  const [asTable, setAsTable] = useState(false);
  const series = useMemo(() => filmSeries(film), [film]);
  const caption = `Attempts ${bucketName(film.bucketMs)}`;
  return (
    <div className="min-w-0">
      <div className="flex h-6 items-center gap-3.5 text-small whitespace-nowrap text-fg-2">
        <ul
          aria-label="Legend"
          className="flex min-w-0 flex-1 gap-x-3.5 gap-y-6 overflow-hidden max-lg:gap-x-2.5 max-lg:flex-wrap max-lg:h-4.5"
        >
          {series.map((one) => (
            <li key={one.key} className="flex items-center gap-1.5">
              <SeriesSwatch series={one} /> {one.label}
            </li>
          ))}
        </ul>
        <span className="truncate text-fg-3 max-xl:hidden">
          {bucketName(film.bucketMs)}
          <span className="max-2xl:hidden"> · drag to select a time</span>
        </span>
        {controls}
        <TableButton shown={asTable} onToggle={() => setAsTable(!asTable)} />
      </div>
      {asTable ? (
        <PlotTable
          caption={caption}
          height={height}
          heads={['Time', ...series.map(({ label }) => label)]}
          rows={film.buckets
            .map((_, bucket) => {
              const at = film.from + bucket * film.bucketMs;
              return {
                key: at,
                name: bucketText(at, film),
                cells: series.map(({ values }) => formatCount(values[bucket] ?? 0)),
              };
            })
            .reverse()}
        />
      ) : (
        <ActivityPlot label={label ?? caption} film={film} height={height} {...rest} />
      )}
    </div>
  );
}
