import { StatusCode } from '#renderer/ui/status-code.tsx';
import { Time } from '#renderer/ui/time.tsx';
import type { VirtualListColumn } from '#renderer/ui/virtual-list.tsx';
import type { RejectedSummary } from '#shared/schemas/message.ts';

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
    width: '138px',
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
    cell: ({ message }) => (
      <span className="truncate" title={message}>
        {message}
      </span>
    ),
  },
  {
    id: 'source',
    heading: 'Source',
    width: 'minmax(0,0.7fr)',
    cell: ({ sourceName }) => (
      <span className="truncate text-fg-2" title={sourceName ?? undefined}>
        {sourceName ?? 'unknown'}
      </span>
    ),
  },
  {
    id: 'age',
    heading: 'Age',
    width: '30px',
    align: 'end',
    cell: ({ receivedAt }) => (
      <Time at={receivedAt} className="text-small text-fg-3 tabular-nums" />
    ),
  },
];
