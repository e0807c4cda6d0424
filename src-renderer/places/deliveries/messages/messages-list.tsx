import { Inbox } from 'lucide-react';
import { useMemo } from 'react';
import { isValidFilter } from '#renderer/filter/delivery-filter.ts';
import { FilterBar, NoMatches, UnreadableFilter } from '#renderer/filter/filter-bar.tsx';
import { collections, useItems } from '#renderer/kit/data/collections.ts';
import { hasGaps, useLedger } from '#renderer/kit/data/ledger.ts';
import { messageLists, useLiveList } from '#renderer/kit/data/live-lists.ts';
import { EmptyState } from '#renderer/ui/content-states.tsx';
import { type MarkedState, StateMark } from '#renderer/ui/state-mark.tsx';
import type { VirtualListColumn } from '#renderer/ui/virtual-list-row.tsx';
import type { Ledger } from '#shared/deliveries/ledger.ts';
import { stateLabel } from '#shared/deliveries/text.ts';
import type { MessageSummary } from '#shared/ingestion/message.ts';
import { visibleLine } from '#shared/kit/visible-text.ts';
import type { DeliveriesView } from '../deliveries-route.ts';
import {
  ageColumn,
  ColumnPicker,
  NarrowTypeMark,
  quietColumn,
  rowText,
  typeColumn,
  useWithChosenColumn,
} from '../lists/columns.tsx';
import { GroupByMenu } from '../lists/deliveries-list.tsx';
import { RowList } from '../lists/row-list.tsx';
import { changeView } from '../use-deliveries-view.ts';

// Explains outcomes of accepted messages that need action.

type Outcome = MessageSummary['outcome'];

/** Routed messages have no mark; their deliveries do. */
export const outcomeStates: Record<Outcome, MarkedState | null> = {
  routed: null,
  unrouted: 'not_sent',
  duplicate: 'duplicate',
};

interface OutcomeExplanation {
  readonly text: string;
  readonly link: { readonly text: string; readonly page: 'connections' } | null;
}

export function outcomeExplanation({
  outcome,
  sourceName,
}: Pick<MessageSummary, 'outcome' | 'sourceName'>): OutcomeExplanation | null {
  switch (outcome) {
    case 'routed':
      return null;
    case 'unrouted':
      return {
        text: `No enabled destination was connected to "${sourceName}".`,
        link: { text: 'View destinations', page: 'connections' },
      };
    case 'duplicate':
      return {
        text: `Duplicate messageId: not delivered again.`,
        link: null,
      };
  }
}

export function MessagesList({ view }: { view: DeliveriesView }) {
  const { filter, listed } = view;
  const list = useLiveList(messageLists, listed);
  const columns = useMessageColumns();
  const ledger = useLedger((ledger) => ledger);
  const loaded = list.hasMore || list.status !== 'ready' ? undefined : list.items.length;
  return (
    <>
      <FilterBar
        nouns="messages"
        filter={filter}
        onFilter={(next) => changeView({ filter: next }, 'replace')}
        trailing={
          <>
            <GroupByMenu grouping="event" />
            <ColumnPicker />
          </>
        }
      />
      <RowList
        label="Messages"
        view={view}
        list={list}
        columns={columns}
        all={(listed === '' ? keptMessages(ledger) : undefined) ?? loaded}
        total={listed === '' ? undefined : keptMessages(ledger)}
        searching={listed !== '' && list.isLoadingMore}
        failure={
          isValidFilter(filter) ? undefined : <UnreadableFilter onRemove={() => clearFilter()} />
        }
        empty={
          listed === '' ? (
            <EmptyState icon={Inbox} title="Events appear here as they arrive" />
          ) : (
            <NoMatches onClear={clearFilter} />
          )
        }
      />
    </>
  );
}

/** Total messages from the ledger; unknown once some were deleted. */
export const keptMessages = (ledger: Ledger | null): number | undefined =>
  ledger === null || hasGaps(ledger) ? undefined : ledger.accepted + ledger.duplicates;

const clearFilter = (): void => changeView({ filter: '', show: 'all' }, 'replace');

const messageColumns: readonly VirtualListColumn<MessageSummary>[] = [
  typeColumn,
  {
    id: 'event',
    heading: 'Event',
    width: 'minmax(0,1.4fr)',
    cell: (message) => (
      <span
        className="flex min-w-0 items-center gap-1.5 font-medium"
        title={visibleLine(message.label)}
      >
        <NarrowTypeMark type={message.type} />
        <span className="truncate">{rowText(message)}</span>
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
          {state === null ? deliveryCount : stateLabel(state)}
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
