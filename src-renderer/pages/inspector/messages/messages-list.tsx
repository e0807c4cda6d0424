import { Inbox } from 'lucide-react';
import { useMemo } from 'react';
import { isValidFilter } from '#renderer/components/filter/delivery-filter.ts';
import { FilterBar, NoMatches, UnreadableFilter } from '#renderer/components/filter/filter-bar.tsx';
import { collections, useItems } from '#renderer/data/collections.ts';
import { hasGaps, useLedger } from '#renderer/data/ledger.ts';
import { messageLists, useLiveList } from '#renderer/data/live-lists.ts';
import { EmptyState } from '#renderer/ui/content-states.tsx';
import { StateMark } from '#renderer/ui/state-mark.tsx';
import type { VirtualListColumn } from '#renderer/ui/virtual-list-row.tsx';
import { visibleLine } from '#shared/lib/visible-text.ts';
import type { Ledger } from '#shared/schemas/ledger.ts';
import type { MessageSummary } from '#shared/schemas/message.ts';
import type { InspectorView } from '../inspector-route.ts';
import { ColumnPicker } from '../lists/column-picker.tsx';
import { RowList } from '../lists/row-list.tsx';
import {
  ageColumn,
  NarrowTypeMark,
  quietColumn,
  TestYourWebhook,
  typeColumn,
  useWithChosenColumn,
} from '../lists/shared-columns.tsx';
import { changeView } from '../use-inspector-view.ts';
import { outcomeStates } from './message-outcome.ts';

export function MessagesList({ view }: { view: InspectorView }) {
  const { filter } = view;
  const list = useLiveList(messageLists, filter);
  const columns = useMessageColumns();
  const ledger = useLedger((ledger) => ledger);
  const loaded = list.hasMore || list.status !== 'ready' ? undefined : list.items.length;
  return (
    <>
      <FilterBar
        nouns="messages"
        filter={filter}
        onFilter={(next) => changeView({ filter: next }, 'replace')}
        trailing={<ColumnPicker />}
      />
      <RowList
        label="Messages"
        view={view}
        list={list}
        columns={columns}
        all={(filter === '' ? keptMessages(ledger) : undefined) ?? loaded}
        total={filter === '' ? undefined : keptMessages(ledger)}
        searching={filter !== '' && list.isLoadingMore}
        failure={
          isValidFilter(filter) ? undefined : <UnreadableFilter onRemove={() => clearFilter()} />
        }
        empty={
          filter === '' ? (
            <EmptyState icon={Inbox} title="No messages yet" actions={<TestYourWebhook />}>
              Messages from SDKs and Hookwright appear here.
            </EmptyState>
          ) : (
            <NoMatches nouns="messages" onClear={clearFilter} />
          )
        }
      />
    </>
  );
}

/** Total messages from the ledger; unknown once some were deleted. */
export const keptMessages = (ledger: Ledger | null): number | undefined =>
  ledger === null || hasGaps(ledger) ? undefined : ledger.accepted + ledger.duplicates;

const clearFilter = (): void => changeView({ filter: '' }, 'replace');

const messageColumns: readonly VirtualListColumn<MessageSummary>[] = [
  typeColumn,
  {
    id: 'event',
    heading: 'Event',
    width: 'minmax(0,1.4fr)',
    cell: ({ label, type }) => (
      <span className="flex min-w-0 items-center gap-1.5 font-medium" title={visibleLine(label)}>
        <NarrowTypeMark type={type} />
        <span className="truncate">{visibleLine(label)}</span>
      </span>
    ),
  },
  quietColumn('Source', 'minmax(0,1fr)', ({ sourceName }) => sourceName, 480),
  {
    id: 'deliveries',
    heading: 'Deliveries',
    width: '76px',
    align: 'end',
    cell: ({ deliveryCount, outcome }) => {
      const state = outcomeStates[outcome];
      return (
        <span className="flex items-center gap-1 text-small text-fg-3 tabular-nums">
          {state !== null && <StateMark state={state} decorative />}
          {state ?? deliveryCount}
        </span>
      );
    },
  },
  ageColumn(({ receivedAt }) => receivedAt),
];

/** The source only tells rows apart if there are several. */
function useMessageColumns(): readonly VirtualListColumn<MessageSummary>[] {
  const isOneSource = useItems(collections.sources).length <= 1;
  const columns = useMemo(
    () => messageColumns.filter(({ id }) => id !== 'source' || !isOneSource),
    [isOneSource],
  );
  return useWithChosenColumn(columns);
}
