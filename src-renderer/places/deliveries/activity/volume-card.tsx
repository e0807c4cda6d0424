import { useMemo, useState } from 'react';
import { RouteLink } from '#renderer/kit/routing/route-link.tsx';
import { navigate } from '#renderer/kit/routing/route-store.ts';
import { Card } from '#renderer/ui/card.tsx';
import { PlotSwatch } from '#renderer/ui/plot-style.tsx';
import { Segmented } from '#renderer/ui/segmented.tsx';
import { TimePlot } from '#renderer/ui/time-plot.tsx';
import { bucketText } from '#renderer/ui/time-plot-options.ts';
import { formatCompactCount, formatCount } from '#shared/kit/format.ts';
import type { Statistics } from '#shared/statistics/statistics.ts';
import { CardTable, TableButton } from './card-table.tsx';
import { deliveriesCreated } from './deliveries-links.ts';
import { bucketName } from './overview-route.ts';
import { type Volume, type VolumePart, volumeParts } from './volume-series.ts';

const plotHeight = 216;

const volumes = [
  { value: 'deliveries', label: 'Deliveries' },
  { value: 'attempts', label: 'Attempts' },
] as const;

interface VolumeCardProps {
  readonly statistics: Statistics;
  readonly filter: string;
  readonly className?: string;
}

/** Deliveries or attempts per bucket by outcome. */
export function VolumeCard({ statistics, filter, className }: VolumeCardProps) {
  const [volume, setVolume] = useState<Volume>('deliveries');
  const [asTable, setAsTable] = useState(false);
  const parts = useMemo(() => volumeParts(statistics, volume), [statistics, volume]);
  const data = useMemo(() => ({ kind: 'stack', series: parts }) as const, [parts]);
  const caption = `${volume === 'deliveries' ? 'Deliveries' : 'Attempts'} ${bucketName(statistics.bucketMs)}`;
  const { buckets, bucketMs } = statistics;
  const bucketRoute = (bucket: number, states: VolumePart['states'] = []) => {
    const from = buckets[bucket]?.at ?? statistics.from;
    return deliveriesCreated(filter, { from, to: from + bucketMs }, states);
  };
  const open = (bucket: number, key: string | null): void =>
    navigate(bucketRoute(bucket, parts.find((part) => part.key === key)?.states));
  const isLinked = volume === 'deliveries';
  return (
    <Card
      title="Outcomes"
      meta={bucketName(bucketMs)}
      className={className}
      actions={
        <>
          <Segmented
            label="Count"
            size="small"
            segments={volumes}
            value={volume}
            onChange={setVolume}
          />
          <TableButton shown={asTable} onToggle={() => setAsTable(!asTable)} />
        </>
      }
    >
      {asTable ? (
        <CardTable
          caption={caption}
          heads={['Time', ...parts.map(({ label }) => label)]}
          rows={buckets
            .map(({ at }, bucket) => ({
              key: at,
              name:
                isLinked && parts.some(({ values }) => (values[bucket] ?? 0) > 0) ? (
                  <RouteLink to={bucketRoute(bucket)}>{bucketText(at, statistics)}</RouteLink>
                ) : (
                  bucketText(at, statistics)
                ),
              cells: parts.map(({ values }) => formatCount(values[bucket] ?? 0)),
            }))
            .reverse()}
        />
      ) : (
        <TimePlot
          label={caption}
          data={data}
          span={statistics}
          height={plotHeight}
          valueText={formatCount}
          axisText={formatCompactCount}
          onOpen={isLinked ? open : undefined}
        />
      )}
      <Legend parts={parts} statistics={statistics} filter={filter} isLinked={isLinked} />
    </Card>
  );
}

interface LegendProps extends VolumeCardProps {
  readonly parts: readonly VolumePart[];
  readonly isLinked: boolean;
}

/** Includes empty parts, so the legend stays stable. */
function Legend({ parts, statistics, filter, isLinked }: LegendProps) {
  return (
    <ul aria-label="Outcomes" className="mt-2 flex flex-wrap gap-x-4 gap-y-1 text-small">
      {parts.map(({ key, label, tone, pattern, total, states }) => (
        <li key={key} className="flex items-center gap-1.5 whitespace-nowrap">
          <PlotSwatch tone={tone} pattern={pattern} />
          {isLinked && total > 0 ? (
            <RouteLink
              plain
              to={deliveriesCreated(filter, statistics, states)}
              className="text-fg-2 hover:text-fg hover:underline"
            >
              {label} <b className="font-[560] text-fg tabular-nums">{formatCount(total)}</b>
            </RouteLink>
          ) : (
            <span className="text-fg-2">
              {label} <b className="font-[560] text-fg tabular-nums">{formatCount(total)}</b>
            </span>
          )}
        </li>
      ))}
    </ul>
  );
}
