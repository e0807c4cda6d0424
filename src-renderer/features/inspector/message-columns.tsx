import { StateMark } from '#renderer/ui/state-mark.tsx';
import { Time } from '#renderer/ui/time.tsx';
import { TypeMark } from '#renderer/ui/type-mark.tsx';
import type { VirtualListColumn } from '#renderer/ui/virtual-list.tsx';
import type { MessageSummary } from '#shared/schemas/message.ts';
import { outcomeStates } from './message-outcome.ts';

export const messageColumns: readonly VirtualListColumn<MessageSummary>[] = [
  {
    id: 'outcome',
    heading: 'Outcome',
    headingHidden: true,
    width: '14px',
    cell: ({ outcome }) => {
      const state = outcomeStates[outcome];
      return state === null ? <span className="sr-only">routed</span> : <StateMark state={state} />;
    },
  },
  { id: 'type', heading: 'Type', width: '68px', cell: ({ type }) => <TypeMark type={type} /> },
  {
    id: 'event',
    heading: 'Event',
    width: 'minmax(0,1.4fr)',
    cell: ({ label }) => (
      <span className="truncate font-medium" title={label}>
        {label}
      </span>
    ),
  },
  {
    id: 'source',
    heading: 'Source',
    width: 'minmax(0,1fr)',
    cell: ({ sourceName }) => (
      <span className="truncate text-fg-2" title={sourceName}>
        {sourceName}
      </span>
    ),
  },
  {
    id: 'deliveries',
    heading: 'Deliveries',
    width: '58px',
    align: 'end',
    cell: ({ deliveryCount, outcome }) => (
      <span className="text-small text-fg-3">{outcome === 'routed' ? deliveryCount : outcome}</span>
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
