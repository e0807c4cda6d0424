import { Pin, TriangleAlert } from 'lucide-react';
import { lastCode } from '#renderer/components/no-status.ts';
import { StatusCode } from '#renderer/ui/badge.tsx';
import { StateMark } from '#renderer/ui/state-mark.tsx';
import type { VirtualListColumn } from '#renderer/ui/virtual-list-row.tsx';
import { visibleLine } from '#shared/lib/visible-text.ts';
import type { DeliverySummary, DeliveryWarning } from '#shared/schemas/delivery.ts';
import { useMarked } from '../compare/marked-store.ts';
import { ageColumn, quietColumn, typeColumn } from '../lists/shared-columns.tsx';

const warningLabels: Readonly<Record<DeliveryWarning, string>> = {
  non_2xx: 'Counts as delivered, but the response was not a 2xx',
  number_precision: 'A number in the body has more digits than JSON parsers keep',
};

function Event({ delivery }: { delivery: DeliverySummary }) {
  const isMarked = useMarked(({ marked }) => marked?.ref.deliveryId === delivery.id);
  return (
    <span
      className="flex min-w-0 items-center gap-1.5 font-medium"
      title={`${delivery.type}: ${visibleLine(delivery.label)}`}
    >
      <span className="truncate">{visibleLine(delivery.label)}</span>
      {isMarked && (
        <span title="Marked for comparison" className="flex text-accent">
          <Pin className="icon-small" strokeWidth={1.5} aria-hidden="true" />
          <span className="sr-only">marked for comparison</span>
        </span>
      )}
      {delivery.warning && (
        <span
          title={delivery.warnings.map((code) => warningLabels[code]).join('. ')}
          className="flex text-warn"
        >
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
  // In a narrow list names need the room; the detail names the type too.
  { ...typeColumn, hideBelow: 430 },
  {
    id: 'event',
    heading: 'Event',
    width: 'minmax(0,1.4fr)',
    cell: (delivery) => <Event delivery={delivery} />,
  },
  quietColumn('Destination', 'minmax(0,1fr)', ({ destinationName }) => destinationName),
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
    hideBelow: 340,
    cell: ({ attempts }) => (
      <span className="text-small text-fg-3" title={`${attempts} attempts`}>
        {attempts === 0 ? '' : attempts}
      </span>
    ),
  },
  ageColumn(({ createdAt }) => createdAt),
];
