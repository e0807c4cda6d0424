import { StatusCode } from '#renderer/ui/badge.tsx';
import type { VirtualListColumn } from '#renderer/ui/virtual-list-row.tsx';
import { visibleLine } from '#shared/lib/visible-text.ts';
import type { RejectedSummary } from '#shared/schemas/message.ts';
import { ageColumn, quietColumn } from '../lists/shared-columns.tsx';

export const rejectedColumns: readonly VirtualListColumn<RejectedSummary>[] = [
  {
    id: 'status',
    heading: 'Answer',
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
    cell: ({ message }) => (
      <span className="truncate" title={visibleLine(message)}>
        {visibleLine(message)}
      </span>
    ),
  },
  quietColumn('Source', 'minmax(0,0.7fr)', ({ sourceName }) => sourceName ?? 'unknown', 480),
  ageColumn(({ receivedAt }) => receivedAt),
];
