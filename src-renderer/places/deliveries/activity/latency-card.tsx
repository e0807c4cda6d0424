import { useMemo, useState } from 'react';
import { bucketName } from '#renderer/film/bucket-name.ts';
import { PlotTable, TableButton } from '#renderer/film/plot-table.tsx';
import { Card } from '#renderer/ui/card.tsx';
import { type PlotLine, PlotLineSwatch } from '#renderer/ui/plot-style.tsx';
import { TimePlot } from '#renderer/ui/time-plot.tsx';
import { bucketText } from '#renderer/ui/time-plot-options.ts';
import type { Tone } from '#renderer/ui/tone.ts';
import { formatLatency } from '#shared/kit/duration.ts';
import type { Statistics } from '#shared/statistics/statistics.ts';

const plotHeight = 216;

const percentiles = [
  {
    key: 'p50',
    label: 'p50',
    meaning: '50 % of attempts were faster',
    tone: 'accent',
    line: 'solid',
  },
  {
    key: 'p90',
    label: 'p90',
    meaning: '90 % of attempts were faster',
    tone: 'info',
    line: 'dashed',
  },
  {
    key: 'p99',
    label: 'p99',
    meaning: '99 % of attempts were faster',
    tone: 'neutral',
    line: 'dotted',
  },
] as const satisfies readonly {
  key: string;
  label: string;
  meaning: string;
  tone: Tone;
  line: PlotLine;
}[];

interface LatencyCardProps {
  readonly statistics: Statistics;
  readonly className?: string;
}

/** Latency percentiles per bucket. */
export function LatencyCard({ statistics, className }: LatencyCardProps) {
  const [asTable, setAsTable] = useState(false);
  const { buckets, bucketMs, latency } = statistics;
  const lines = useMemo(
    () =>
      percentiles.map((percentile) => ({
        ...percentile,
        values: buckets.map((bucket) => bucket.latency?.[percentile.key] ?? null),
      })),
    [buckets],
  );
  const caption = `Attempt latency ${bucketName(bucketMs)}`;
  return (
    <Card
      title="Latency"
      meta="of attempts"
      className={className}
      actions={<TableButton shown={asTable} onToggle={() => setAsTable(!asTable)} />}
    >
      {asTable ? (
        <PlotTable
          caption={caption}
          height={plotHeight}
          heads={['Time', ...percentiles.map(({ label }) => label)]}
          rows={buckets
            .map((bucket) => ({
              key: bucket.at,
              name: bucketText(bucket.at, statistics),
              cells: percentiles.map(({ key }) =>
                bucket.latency === null ? '–' : formatLatency(bucket.latency[key]),
              ),
            }))
            .reverse()}
        />
      ) : (
        <TimePlot
          label={caption}
          lines={lines}
          span={statistics}
          height={plotHeight}
          valueText={formatLatency}
          axisText={formatLatency}
        />
      )}
      <ul aria-label="Percentiles" className="mt-2 flex flex-wrap gap-x-4 gap-y-1 text-small">
        {percentiles.map(({ key, label, meaning, tone, line }) => (
          <li key={key} title={meaning} className="flex items-center gap-1.5 text-fg-2">
            <PlotLineSwatch tone={tone} line={line} />
            {label}{' '}
            <b className="font-[560] text-fg tabular-nums">
              {latency === null ? '–' : formatLatency(latency[key])}
            </b>
          </li>
        ))}
      </ul>
    </Card>
  );
}
