import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { api } from '#renderer/data/query-client.ts';
import { allOf } from '#shared/filter/filter.ts';
import { printFilter } from '#shared/filter/print.ts';
import { formatLatency } from '#shared/lib/duration.ts';
import { formatCount } from '#shared/lib/format.ts';
import { deliveryStates, isFinishedState } from '#shared/schemas/delivery.ts';
import type { SendProgress } from '#shared/schemas/send.ts';
import type { Statistics } from '#shared/schemas/statistics.ts';
import type { SentRun } from './send-run.ts';

/** Faster updates can't be read. */
const refreshMs = 1_000;

/** The deliveries of the run: those created from its start on by sending from here. */
export const runFilter = ({ sourceId, startedAt }: SentRun): string =>
  printFilter(
    allOf([
      { kind: 'origin', origin: 'send', id: null },
      { kind: 'created', operator: '>=', at: startedAt },
      ...(sourceId === undefined
        ? []
        : [{ kind: 'text', field: 'source', operator: '=', text: sourceId } as const]),
    ]),
  );

const isOver = ({ deliveries }: Statistics): boolean =>
  deliveryStates.every((state) => isFinishedState(state) || deliveries[state] === 0);

interface RunSummaryProps {
  readonly progress: SendProgress;
  readonly sent: SentRun;
  readonly isRunning: boolean;
}

/** Throughput and latency of a run, until all its deliveries have finished. */
export function RunSummary({ progress, sent, isRunning }: RunSummaryProps) {
  const filter = runFilter(sent);
  const options = api.statistics.get.queryOptions({ input: { range: 'recent', filter } });
  const { data } = useQuery({
    ...options,
    // Figures asked for during the run may lack its last messages, so they can't be the result.
    queryKey: [...options.queryKey, isRunning] as const,
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) =>
      !isRunning && state.data !== undefined && isOver(state.data) ? false : refreshMs,
  });
  const perSecond = (progress.sent * 1_000) / Math.max(1, sent.elapsedMs);
  const figures: readonly (readonly [name: string, value: string])[] = [
    ['Rate', `${formatCount(Math.round(perSecond))} / s`],
    ...(data === undefined ? [] : deliveryFigures(data)),
  ];
  return (
    <dl aria-label="Summary" className="flex flex-wrap gap-x-3.5 gap-y-1 text-small">
      {figures.map(([name, value]) => (
        <div key={name} className="flex gap-1.5">
          <dt className="text-fg-2">{name}</dt>
          <dd className="font-medium tabular-nums">{value}</dd>
        </div>
      ))}
    </dl>
  );
}

function deliveryFigures({ deliveries, latency }: Statistics) {
  const failed = deliveries.exhausted + deliveries.blocked;
  const open = deliveryStates
    .filter((state) => !isFinishedState(state))
    .reduce((sum, state) => sum + deliveries[state], 0);
  return [
    ['Delivered', formatCount(deliveries.delivered)],
    ...(failed === 0 ? [] : [['Failed', formatCount(failed)] as const]),
    ...(open === 0 ? [] : [['Pending', formatCount(open)] as const]),
    ...(latency === null
      ? []
      : [
          ['p50', formatLatency(latency.p50)] as const,
          ['p99', formatLatency(latency.p99)] as const,
        ]),
  ] as const;
}
