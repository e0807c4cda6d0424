import type { ReactNode } from 'react';
import { formatLatency } from '#shared/kit/duration.ts';
import { formatCount, formatPercent, formatRate } from '#shared/kit/format.ts';
import { elapsedMs, type Statistics } from '#shared/statistics/statistics.ts';
import { totalOf, volumeParts } from './volume-series.ts';

const minuteMs = 60_000;

/** Totals over the time range. */
export function Figures({ statistics }: { statistics: Statistics }) {
  const { deliveries, attempts, latency } = statistics;
  const created = totalOf(volumeParts(statistics, 'deliveries'));
  const attempted = totalOf(volumeParts(statistics, 'attempts'));
  const minutes = elapsedMs(statistics) / minuteMs;
  const { refused, gave_up, blocked } = deliveries;
  const waiting = deliveries.waiting + deliveries.paused;
  const lost = refused + gave_up + blocked;
  return (
    <dl className="grid grid-cols-5 gap-px overflow-hidden rounded-card border border-line bg-line shadow-rest @max-xl:grid-cols-3">
      <Figure
        name="Deliveries"
        value={formatCount(created)}
        note={`${formatCount(waiting)} waiting`}
      />
      <Figure
        name="Not delivered"
        value={formatCount(lost)}
        note={lost === 0 ? 'none' : `${formatCount(refused)} refused`}
        isBad={lost > 0}
      />
      <Figure
        name="Attempts"
        value={formatCount(attempted)}
        note={`${formatRate(attempted / minutes)} per min`}
      />
      <Figure
        name="Accepted"
        value={attempted === 0 ? '–' : formatPercent(attempts.accepted / attempted)}
        note={`${formatCount(attempted - attempts.accepted)} not accepted`}
      />
      <Figure
        name="Median latency"
        value={latency === null ? '–' : formatLatency(latency.p50)}
        note={latency === null ? 'p50' : `p99 ${formatLatency(latency.p99)}`}
      />
    </dl>
  );
}

interface FigureProps {
  readonly name: string;
  readonly value: ReactNode;
  readonly note: string;
  readonly isBad?: boolean;
}

function Figure({ name, value, note, isBad = false }: FigureProps) {
  return (
    <div className="min-w-0 bg-bg-1 px-3 py-2 @max-xl:last:col-span-2">
      <dt className="truncate text-small text-fg-2">{name}</dt>
      <dd>
        <span
          className={`block truncate text-title font-semibold tracking-[-0.012em] tabular-nums ${isBad ? 'text-bad' : ''}`}
        >
          {value}
        </span>
        <span className="block truncate text-small text-fg-2 tabular-nums" title={note}>
          {note}
        </span>
      </dd>
    </div>
  );
}
