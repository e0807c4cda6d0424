import { jobMarks } from '#renderer/components/jobs/job-marks.ts';
import { RouteLink } from '#renderer/components/route-link.tsx';
import { useSyncs } from '#renderer/data/syncs.ts';
import { Banner } from '#renderer/ui/banner.tsx';
import { Button } from '#renderer/ui/button.tsx';
import { Card } from '#renderer/ui/card.tsx';
import { ScrollRegion } from '#renderer/ui/scroll-region.tsx';
import { Sparkline } from '#renderer/ui/sparkline.tsx';
import { StateMark } from '#renderer/ui/state-mark.tsx';
import { Time } from '#renderer/ui/time.tsx';
import { jobErrorText, jobStateLabels } from '#shared/labels/jobs.ts';
import { formatCount } from '#shared/lib/format.ts';
import type { Computation, ComputationClass } from '#shared/schemas/computation.ts';
import type { Sync } from '#shared/schemas/sync.ts';
import { syncedValues } from '../audience-labels.ts';
import { deliveriesFilter, durationText, userCountsOf } from './sync-actions.ts';

interface HistoryCardProps {
  readonly kind: ComputationClass;
  readonly computation: Computation;
}

export function HistoryCard({ kind, computation }: HistoryCardProps) {
  const { id, lastSync } = computation;
  const { items, status, problem, hasMore, isLoadingMore, loadMore } = useSyncs(kind, id);
  const counts = userCountsOf(items);
  const first = counts[0];
  const last = counts.at(-1);
  return (
    <Card
      title="History"
      meta={lastSync === null ? undefined : formatCount(lastSync.number)}
      padded={false}
    >
      {problem !== null && (
        <div className="p-2">
          <Banner tone="bad">{problem}</Banner>
        </div>
      )}
      {counts.length > 1 && first !== undefined && last !== undefined && (
        <div className="border-b border-line/60 px-3 pt-3 pb-2">
          <Sparkline
            values={counts}
            width={400}
            height={44}
            className="h-11 w-full"
            label={`Users in the last ${counts.length} syncs: ${formatCount(first)} to ${formatCount(last)}`}
          />
          <p
            aria-hidden="true"
            className="mt-1 flex justify-between text-label text-fg-3 tabular-nums"
          >
            <span>{formatCount(first)} users</span>
            <span>{formatCount(last)} at last sync</span>
          </p>
        </div>
      )}
      {items.length === 0 ? (
        <p className="px-3 py-2.5 text-fg-2">{status === 'ready' ? 'Not synced yet' : ' '}</p>
      ) : (
        <ScrollRegion label="Syncs" className="max-h-[420px] overflow-auto">
          <HistoryTable kind={kind} syncs={items} />
          {hasMore && (
            <div className="p-2">
              <Button variant="quiet" busy={isLoadingMore} onClick={loadMore}>
                Show older
              </Button>
            </div>
          )}
        </ScrollRegion>
      )}
    </Card>
  );
}

interface HistoryTableProps {
  readonly kind: ComputationClass;
  /** Newest first. */
  readonly syncs: readonly Sync[];
}

const head = 'px-1.5 py-1.5 text-left text-label font-normal whitespace-nowrap text-fg-3';
const cell = 'px-1.5 py-1.5 whitespace-nowrap';
/** Wraps before "of" in narrow windows. */
const sentCell = 'px-1.5 py-1.5 text-right';

function HistoryTable({ kind, syncs }: HistoryTableProps) {
  return (
    <table className="w-full border-collapse text-small tabular-nums">
      <thead className="sticky top-0 bg-bg-1">
        <tr className="border-b border-line">
          <th scope="col" className={`${head} pl-3`}>
            Sync
          </th>
          <th scope="col" className={head}>
            State
          </th>
          <th scope="col" className={`${head} text-right`}>
            {syncedValues[kind].addition}
          </th>
          <th scope="col" className={`${head} text-right`}>
            {syncedValues[kind].removal}
          </th>
          <th scope="col" className={`${head} text-right`}>
            Duration
          </th>
          <th scope="col" className={`${head} pr-3 text-right`}>
            Started
          </th>
        </tr>
      </thead>
      <tbody>
        {syncs.map((sync) => (
          <tr key={sync.id} className="border-b border-line/55 last:border-b-0">
            <th scope="row" className={`${cell} pl-3 text-left font-medium`}>
              <RouteLink
                to={{ page: 'inspector', query: { filter: deliveriesFilter(sync) } }}
                plain
                className="hover:underline"
              >
                {formatCount(sync.number)}{' '}
                <span className="ml-0.5 font-normal text-fg-2">
                  {sync.cause === 'schedule' ? 'scheduled' : 'manual'}
                  {sync.full && ', full'}
                </span>
              </RouteLink>
            </th>
            <td className={cell}>
              <span className="flex items-center gap-1.5">
                <StateMark state={jobMarks[sync.state]} decorative />
                {jobStateLabels[sync.state].toLowerCase()}
              </span>
              {sync.error !== null && (
                <span className="block max-w-72 min-w-20 whitespace-normal text-fg-2">
                  {jobErrorText(sync.error)}
                </span>
              )}
            </td>
            <td className={sentCell}>
              <Sent sent={sync.additionsSent} of={sync.additions} />
            </td>
            <td className={sentCell}>
              <Sent sent={sync.removalsSent} of={sync.removals} />
            </td>
            <td className={`${cell} text-right text-fg-2`}>{durationText(sync)}</td>
            <td className={`${cell} pr-3 text-right text-fg-2`}>
              <Time at={sync.startedAt} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Sent({ sent, of }: { sent: number; of: number }) {
  return sent === of ? formatCount(sent) : `${formatCount(sent)} of\u00a0${formatCount(of)}`;
}
