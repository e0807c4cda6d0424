import { TriangleAlert } from 'lucide-react';
import { useMemo } from 'react';
import { collections, useItems } from '#renderer/kit/data/collections.ts';
import { listedStatus } from '#renderer/requests/no-status.ts';
import { StatusCode } from '#renderer/ui/badge.tsx';
import { StateMark } from '#renderer/ui/state-mark.tsx';
import type { VirtualListColumn } from '#renderer/ui/virtual-list-row.tsx';
import type { DeliverySummary } from '#shared/deliveries/delivery.ts';
import { warningLabels } from '#shared/deliveries/text.ts';
import { visibleLine } from '#shared/kit/visible-text.ts';
import {
  ageColumn,
  NarrowTypeMark,
  quietColumn,
  RowText,
  typeColumn,
  useWithChosenColumn,
} from './columns.tsx';

function Event({ delivery }: { delivery: DeliverySummary }) {
  return (
    <span
      className="flex min-w-0 items-center gap-1.5 font-medium"
      title={`${delivery.type}: ${visibleLine(delivery.label)}`}
    >
      <NarrowTypeMark type={delivery.type} />
      <span className="truncate">
        <RowText row={delivery} />
      </span>
      {delivery.warnings.length > 0 && (
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

const messageColumn = quietColumn<DeliverySummary>(
  'Message',
  'minmax(0,1fr)',
  ({ messageId }) => messageId,
  0,
);

const deliveryColumns: readonly VirtualListColumn<DeliverySummary>[] = [
  {
    id: 'state',
    heading: 'State',
    headingHidden: true,
    width: '14px',
    cell: (delivery) => <StateMark state={delivery.state} />,
  },
  typeColumn,
  {
    id: 'event',
    heading: 'Event',
    width: 'minmax(0,1.5fr)',
    cell: (delivery) => <Event delivery={delivery} />,
  },
  quietColumn('Destination', 'minmax(0,1.15fr)', ({ destinationName }) => destinationName, 480),
  {
    id: 'status',
    heading: 'Status',
    width: '56px',
    align: 'end',
    cell: (delivery) => <StatusCode code={listedStatus(delivery)} />,
  },
  {
    id: 'attempts',
    heading: 'Attempts',
    width: '54px',
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

/** Checks name messages. Times are virtual, and the chosen column is a setting of this instance. */
export const runColumns = deliveryColumns.flatMap((column) => {
  if (column.id === 'age') return [];
  return column.id === 'event' ? [column, messageColumn] : [column];
});

/** Most causes belong to one destination. */
export const groupedDestinationBelow = 640;

/** The destination only tells rows apart if there are several. */
export function useDeliveryColumns(
  destinationBelow = 480,
): readonly VirtualListColumn<DeliverySummary>[] {
  const isOneDestination = useItems(collections.destinations).length <= 1;
  const columns = useMemo(
    () =>
      deliveryColumns.flatMap((column) => {
        if (column.id !== 'destination') return column;
        return isOneDestination ? [] : { ...column, hideBelow: destinationBelow };
      }),
    [isOneDestination, destinationBelow],
  );
  return useWithChosenColumn(columns);
}
