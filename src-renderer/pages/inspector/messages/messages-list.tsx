import { Inbox } from 'lucide-react';
import { hasGaps, useLedger } from '#renderer/data/ledger.ts';
import { messageLists, useLiveList } from '#renderer/data/live-lists.ts';
import { EmptyState } from '#renderer/ui/content-states.tsx';
import { StateMark } from '#renderer/ui/state-mark.tsx';
import type { VirtualListColumn } from '#renderer/ui/virtual-list-row.tsx';
import { visibleLine } from '#shared/lib/visible-text.ts';
import type { Ledger } from '#shared/schemas/ledger.ts';
import type { MessageSummary } from '#shared/schemas/message.ts';
import type { InspectorView } from '../inspector-route.ts';
import { RowList } from '../lists/row-list.tsx';
import { ageColumn, quietColumn, TestYourWebhook, typeColumn } from '../lists/shared-columns.tsx';
import { outcomeStates } from './message-outcome.ts';

export function MessagesList({ view }: { view: InspectorView }) {
  const list = useLiveList(messageLists);
  const ledger = useLedger((ledger) => ledger);
  const loaded = list.hasMore || list.status !== 'ready' ? undefined : list.items.length;
  return (
    <>
      <div className="h-2 flex-none" />
      <RowList
        label="Messages"
        view={view}
        list={list}
        columns={messageColumns}
        all={keptMessages(ledger) ?? loaded}
        empty={
          <EmptyState icon={Inbox} title="No messages yet" actions={<TestYourWebhook />}>
            Each message from an SDK or from Hookwright appears here.
          </EmptyState>
        }
      />
    </>
  );
}

/** Total messages from the ledger; unknown once some were deleted. */
export const keptMessages = (ledger: Ledger | null): number | undefined =>
  ledger === null || hasGaps(ledger) ? undefined : ledger.accepted + ledger.duplicates;

const messageColumns: readonly VirtualListColumn<MessageSummary>[] = [
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
  typeColumn,
  {
    id: 'event',
    heading: 'Event',
    width: 'minmax(0,1.4fr)',
    cell: ({ label }) => (
      <span className="truncate font-medium" title={visibleLine(label)}>
        {visibleLine(label)}
      </span>
    ),
  },
  quietColumn('Source', 'minmax(0,1fr)', ({ sourceName }) => sourceName, 430),
  {
    id: 'deliveries',
    heading: 'Deliveries',
    width: '58px',
    align: 'end',
    cell: ({ deliveryCount, outcome }) => (
      <span className="text-small text-fg-3">{outcome === 'routed' ? deliveryCount : outcome}</span>
    ),
  },
  ageColumn(({ receivedAt }) => receivedAt),
];
