import { useMemo, useState } from 'react';
import { bucketText } from '#renderer/ui/time-plot-options.ts';
import { formatCount } from '#shared/kit/format.ts';
import { ActivityPlot, SeriesSwatch } from './activity-plot.tsx';
import { bucketName } from './bucket-name.ts';
import { type Film, filmSeries, type TimeSpan } from './film.ts';
import { PlotTable, TableButton } from './plot-table.tsx';

interface ActivityViewProps {
  readonly film: Film;
  /** Of the plot; the legend above it has 24 px. */
  readonly height: number;
  readonly now?: number | undefined;
  readonly selected: TimeSpan | null;
  readonly onSelect: (span: TimeSpan | null) => void;
}

/** Attempts over time with a legend, as a plot or as a table. */
export function ActivityView({ film, height, ...rest }: ActivityViewProps) {
  const [asTable, setAsTable] = useState(false);
  const series = useMemo(() => filmSeries(film), [film]);
  const caption = `Attempts ${bucketName(film.bucketMs)}`;
  return (
    <div className="min-w-0">
      <div className="flex h-6 items-center gap-3.5 text-small whitespace-nowrap text-fg-2">
        <ul aria-label="Legend" className="flex min-w-0 gap-3.5 overflow-hidden">
          {series.map((one) => (
            <li key={one.key} className="flex items-center gap-1.5">
              <SeriesSwatch series={one} /> {one.label}
            </li>
          ))}
        </ul>
        <span className="ml-auto truncate text-fg-3">
          {bucketName(film.bucketMs)}
          <span className="max-xl:hidden"> · drag to select a time</span>
        </span>
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
        <ActivityPlot label={caption} film={film} height={height} {...rest} />
      )}
    </div>
  );
}
