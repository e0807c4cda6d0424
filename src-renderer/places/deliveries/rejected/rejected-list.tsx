import { ShieldCheck } from 'lucide-react';
import { useLedger } from '#renderer/kit/data/ledger.ts';
import { rejectedLists, useLiveList } from '#renderer/kit/data/live-lists.ts';
import { StatusCode } from '#renderer/ui/badge.tsx';
import { EmptyState } from '#renderer/ui/content-states.tsx';
import type { VirtualListColumn } from '#renderer/ui/virtual-list-row.tsx';
import type { RejectedSummary } from '#shared/ingestion/message.ts';
import { rejectionText } from '#shared/ingestion/rejection-text.ts';
import { visibleLine } from '#shared/kit/visible-text.ts';
import type { DeliveriesView } from '../deliveries-route.ts';
import { ageColumn, quietColumn } from '../lists/columns.tsx';
import { loadedCount, RowList } from '../lists/row-list.tsx';

export function RejectedList({ view }: { view: DeliveriesView }) {
  const list = useLiveList(rejectedLists);
  const counted = useLedger((ledger) => ledger?.rejected);
  const count = loadedCount(list);
  const areAllKept = count === undefined || counted === undefined || count >= counted;
  return (
    <RowList
      label="Rejected"
      view={view}
      list={list}
      columns={rejectedColumns}
      total={areAllKept ? undefined : counted}
      totalNote="kept"
      empty={
        <EmptyState icon={ShieldCheck} title="No rejected messages">
          Invalid messages and requests appear here.
        </EmptyState>
      }
    />
  );
}

const rejectedColumns: readonly VirtualListColumn<RejectedSummary>[] = [
  {
    id: 'status',
    heading: 'Status',
    width: '44px',
    cell: ({ status }) => <StatusCode code={status} />,
  },
  {
    id: 'code',
    heading: 'Code',
    width: 'minmax(96px,138px)',
    cell: ({ code }) => (
      <code className="bytes truncate font-medium" title={code}>
        {code}
      </code>
    ),
  },
  {
    id: 'reason',
    heading: 'Reason',
    width: 'minmax(0,1.6fr)',
    hideBelow: 340,
    cell: ({ problem }) => {
      const text = visibleLine(rejectionText(problem));
      return (
        <span className="truncate" title={text}>
          {text}
        </span>
      );
    },
  },
  quietColumn('Source', 'minmax(0,0.7fr)', ({ sourceName }) => sourceName ?? 'unknown', 480),
  ageColumn(({ receivedAt }) => receivedAt),
];
