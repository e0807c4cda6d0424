import { TriangleAlert } from 'lucide-react';
import { StateMark } from '#renderer/ui/state-mark.tsx';
import { StatusCode } from '#renderer/ui/status-code.tsx';
import { Time } from '#renderer/ui/time.tsx';
import { TypeMark } from '#renderer/ui/type-mark.tsx';
import type { VirtualListColumn } from '#renderer/ui/virtual-list.tsx';
import type { DeliverySummary } from '#shared/schemas/delivery.ts';
import { lastCode } from './no-status.ts';

function Event({ delivery }: { delivery: DeliverySummary }) {
  return (
    <span className="flex min-w-0 items-center gap-1.5 font-medium" title={delivery.label}>
      <span className="truncate">{delivery.label}</span>
      {delivery.warning && (
        <span title="Counts as delivered, but the answer was not a 2xx" className="flex text-warn">
          <TriangleAlert className="icon-small" strokeWidth={1.5} aria-hidden="true" />
          <span className="sr-only">with a warning</span>
        </span>
      )}
    </span>
  );
}

export const deliveryColumns: readonly VirtualListColumn<DeliverySummary>[] = [
  {
    id: 'state',
    heading: 'State',
    headingHidden: true,
    width: '14px',
    cell: ({ state }) => <StateMark state={state} />,
  },
  { id: 'type', heading: 'Type', width: '68px', cell: ({ type }) => <TypeMark type={type} /> },
  {
    id: 'event',
    heading: 'Event',
    width: 'minmax(0,1.4fr)',
    cell: (delivery) => <Event delivery={delivery} />,
  },
  {
    id: 'destination',
    heading: 'Destination',
    width: 'minmax(0,1fr)',
    cell: ({ destinationName }) => (
      <span className="truncate text-fg-2" title={destinationName}>
        {destinationName}
      </span>
    ),
  },
  {
    id: 'status',
    heading: 'Status',
    width: '42px',
    align: 'end',
    cell: (delivery) => <StatusCode code={lastCode(delivery)} />,
  },
  {
    id: 'attempts',
    heading: '#',
    width: '26px',
    align: 'end',
    cell: ({ attempts }) => (
      <span className="text-small text-fg-3" title={`${attempts} attempts`}>
        {attempts === 0 ? '' : attempts}
      </span>
    ),
  },
  {
    id: 'age',
    heading: 'Age',
    width: '30px',
    align: 'end',
    cell: ({ createdAt }) => <Time at={createdAt} className="text-small text-fg-3 tabular-nums" />,
  },
];
