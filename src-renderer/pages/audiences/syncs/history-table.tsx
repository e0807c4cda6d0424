import { RouteLink } from '#renderer/components/route-link.tsx';
import { StateMark } from '#renderer/ui/state-mark.tsx';
import { Time } from '#renderer/ui/time.tsx';
import type { ComputationClass } from '#shared/schemas/computation.ts';
import type { Sync } from '#shared/schemas/sync.ts';
import { told } from '../audience-labels.ts';
import { deliveriesFilter, tookText } from './sync-labels.ts';

interface HistoryTableProps {
  readonly kind: ComputationClass;
  /** Newest first. */
  readonly syncs: readonly Sync[];
}

const marks = { running: 'sending', cancelled: 'cancelled', completed: 'delivered' } as const;
const words = { running: 'running', cancelled: 'stopped', completed: 'completed' } as const;
const head = 'px-1.5 py-1.5 text-left text-label font-normal whitespace-nowrap text-fg-3';
const cell = 'px-1.5 py-1.5 whitespace-nowrap';
/** Breaks before "of" where there is no room for both numbers in one line. */
const sentCell = 'px-1.5 py-1.5 text-right';

export function HistoryTable({ kind, syncs }: HistoryTableProps) {
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
            {told[kind].addition}
          </th>
          <th scope="col" className={`${head} text-right`}>
            {told[kind].removal}
          </th>
          <th scope="col" className={`${head} text-right`}>
            Took
          </th>
          <th scope="col" className={`${head} pr-3 text-right`}>
            Begun
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
                {sync.number.toLocaleString('en')}{' '}
                <span className="ml-0.5 font-normal text-fg-2">
                  {sync.cause === 'schedule' ? 'by itself' : 'by hand'}
                  {sync.full && ', everyone'}
                </span>
              </RouteLink>
            </th>
            <td className={cell}>
              <span className="flex items-center gap-1.5">
                <StateMark state={marks[sync.state]} decorative />
                {words[sync.state]}
              </span>
              {sync.stopReason !== null && (
                <span className="block max-w-72 min-w-20 whitespace-normal text-fg-2">
                  {sync.stopReason}
                </span>
              )}
            </td>
            <td className={sentCell}>
              <Sent sent={sync.additionsSent} of={sync.additions} />
            </td>
            <td className={sentCell}>
              <Sent sent={sync.removalsSent} of={sync.removals} />
            </td>
            <td className={`${cell} text-right text-fg-2`}>{tookText(sync)}</td>
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
  return sent === of
    ? sent.toLocaleString('en')
    : `${sent.toLocaleString('en')} of\u00a0${of.toLocaleString('en')}`;
}
